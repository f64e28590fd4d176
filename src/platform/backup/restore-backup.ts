import { createHash, hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Duplex, Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { z } from 'zod';
import { listMigrations, runMigrationFile } from '../database/migrate.ts';
import { parseJson } from '#shared/parse-json.ts';
import { findErrorCode } from '../startup-error.ts';
import { createAgeStream, isAge, isWrongPassphrase } from './age-stream.ts';
import {
  backupHead,
  type BackupHead,
  type BackupManifest,
  backupManifest,
  fileOfPart,
  HEAD,
  MANIFEST,
  SECRET_KEY,
  tableOfPart,
} from './format.ts';
import { listTables, quote, quoteTable } from './write-backup.ts';

/** Thrown if a file is no complete, undamaged backup, or one of a newer version. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Where a backup is restored. */
export interface RestoreTarget {
  /** In a transaction, with the rights of the tables' owner. The caller commits or rolls back. */
  readonly client: PoolClient;
  readonly migrations: string;
  /** The passphrase of encrypted backups. */
  readonly passphrase: string | undefined;
  /** Stores a file durably under its name. */
  readonly writeFile: (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>;
}

export interface RestoredBackup {
  readonly head: BackupHead;
  readonly manifest: BackupManifest;
  /** The secret key in hex, if the backup was encrypted. */
  readonly secretKey: string | undefined;
}

/**
 * Replaces all tables with those of a backup, updates them to this version, and stores its files. Checks rows, hashes
 * and foreign keys. Throws a BackupError if the passphrase is wrong, or if the backup is damaged, incomplete or newer than
 * this version.
 */
export async function restoreBackup(input: Readable, target: RestoreTarget): Promise<RestoredBackup> {
  const reading = readParts(input, target.passphrase);
  try {
    return await restoreParts(reading, target);
  } finally {
    await reading.return();
    input.destroy();
  }
}

async function restoreParts(reading: AsyncGenerator<Part, void>, target: RestoreTarget): Promise<RestoredBackup> {
  const { client } = target;
  const first = await reading.next();
  if (first.done || first.value.name !== HEAD) throw new BackupError('This file is not a Freehold backup.');
  const parts: BackupManifest['parts'] = {};
  const head = parse(backupHead, await readJson(first.value, parts), 'was written by a newer version of Freehold');
  const later = await createTables(target, head);
  const constraints = await dropForeignKeys(client);
  const columns = new Map(head.tables.map(table => [table.name, table.columns]));
  const rows: Record<string, number> = {};
  let manifest: BackupManifest | undefined;
  let secretKey: string | undefined;
  let copying: { readonly table: string; readonly stream: ReturnType<typeof openCopy> } | undefined;
  const endCopy = async () => {
    if (!copying) return;
    const { table, stream } = copying;
    copying = undefined;
    rows[table] = await stream.end();
  };

  for await (const part of reading) {
    const table = tableOfPart(part.name);
    const file = fileOfPart(part.name);
    if (table !== copying?.table) await endCopy();
    if (table !== undefined) {
      const known = columns.get(table);
      if (!known) throw damaged(`it has rows of an unknown table, ${table}`);
      copying ??= { table, stream: openCopy(client, table, known) };
      await copying.stream.write(hashed(part, parts));
    } else if (file !== undefined) {
      await target.writeFile(file, hashed(part, parts));
    } else if (part.name === SECRET_KEY) {
      secretKey = await readText(part, parts);
    } else if (part.name === MANIFEST) {
      manifest = parse(backupManifest, await readJson(part, {}), 'is damaged');
    } else throw damaged(`it has an unknown part, ${part.name}`);
  }
  if (!manifest) throw new BackupError('This backup is incomplete: its end is missing.');
  compare(manifest, parts, rows);
  await setSequences(client, manifest.sequences);
  await restoreForeignKeys(client, constraints);
  for (const name of later) await runMigrationFile(client, target.migrations, name);
  return { head, manifest, secretKey };
}

const damaged = (reason: string) => new BackupError(`This backup is damaged: ${reason}.`);

interface Part {
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Yields the parts of a backup. Each must be read completely before the next. */
async function* readParts(input: Readable, passphrase: string | undefined): AsyncGenerator<Part, void> {
  const decompress: Transform = createZstdDecompress();
  let feeding: Promise<void> | undefined;
  try {
    // Its error reaches the reader of `decompress`.
    feeding = pipeline([...(await decrypt(input, passphrase)), decompress]).catch(() => {});
    const web = Readable.toWeb(decompress) as ReadableStream<Uint8Array<ArrayBuffer>>;
    for await (const { header, body } of web.pipeThrough(createTarDecoder({ strict: true }))) {
      yield { name: header.name, body };
    }
  } catch (error) {
    throw unreadable(error);
  } finally {
    decompress.destroy();
    await feeding;
  }
}

/** Returns the error for a part that can’t be read. */
function unreadable(error: unknown): BackupError {
  if (error instanceof BackupError) return error;
  if (isWrongPassphrase(error)) return new BackupError('The passphrase is wrong.');
  return damaged(`it can’t be read (${findErrorCode(error) ?? String(error)})`);
}

/** Returns the streams that read a backup, with one that decrypts it if it is encrypted. */
async function decrypt(
  input: Readable,
  passphrase: string | undefined,
): Promise<readonly [Readable] | readonly [Readable, Duplex]> {
  const chunks = input.iterator() as AsyncIterator<Buffer, undefined>;
  const first = await chunks.next();
  const bytes = Readable.from(
    (async function* () {
      for (let next = first; !next.done; next = await chunks.next()) yield next.value;
    })(),
  );
  if (!first.value || !isAge(first.value)) return [bytes];
  if (passphrase === undefined) throw new BackupError('This backup is encrypted. Its passphrase is needed.');
  return [bytes, createAgeStream({ action: 'decrypt', passphrase })];
}

async function* hashed({ name, body }: Part, parts: BackupManifest['parts']): AsyncGenerator<Uint8Array> {
  const partHash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of body) {
      partHash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw unreadable(error);
  }
  parts[name] = { bytes, sha256: partHash.digest('hex') };
}

const readText = async (part: Part, parts: BackupManifest['parts']) =>
  Buffer.concat(await Array.fromAsync(hashed(part, parts))).toString('utf8');

async function readJson(part: Part, parts: BackupManifest['parts']): Promise<unknown> {
  const json = parseJson(await readText(part, parts));
  if (json === undefined) throw damaged(`its ${part.name} is no JSON`);
  return json;
}

function parse<Value>(schema: z.ZodType<Value>, value: unknown, otherwise: string): Value {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new BackupError(`This backup ${otherwise}.`);
  return parsed.data;
}

/**
 * Replaces the tables with empty ones of the backup's version. Returns the migrations that bring them to this version.
 */
async function createTables({ client, migrations: folder }: RestoreTarget, head: BackupHead): Promise<string[]> {
  const known = await listMigrations(folder);
  for (const { name, sha256 } of head.migrations) {
    if (!known.includes(name)) {
      throw new BackupError(
        `This backup is from Freehold ${head.version}, which is newer than this version. Install that version first.`,
      );
    }
    if (hash('sha256', await readFile(join(folder, name), 'utf8')) !== sha256)
      throw new BackupError(`This backup’s migration ${name} differs from this version’s.`);
  }
  await dropTables(client);
  await client.query(`create table migrations (
    name text primary key, sha256 text not null, ran_at timestamptz not null default now())`);
  const done = new Set(head.migrations.map(({ name }) => name));
  for (const name of known.filter(file => done.has(file))) await runMigrationFile(client, folder, name);
  const actual = await listTables(client);
  const describe = (tables: readonly { name: string; columns: readonly string[] }[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns.toSorted()]));
  if (describe(actual) !== describe(head.tables)) throw damaged('its tables differ from those of its version');
  await client.query(`truncate ${actual.map(({ name }) => quoteTable(name)).join(', ')}`);
  // The rows already contain the data that the triggers would add.
  for (const { name } of actual) await client.query(`alter table ${quoteTable(name)} disable trigger user`);
  return known.filter(file => !done.has(file));
}

/** Drops all tables, functions and text search configurations. Extensions stay, because only some roles may create them again. */
async function dropTables(client: PoolClient): Promise<void> {
  await client.query(`
    drop schema if exists pgboss cascade;
    do $$
    declare statement text;
    begin
      foreach statement in array array(
        select format('drop table if exists %s cascade', oid::regclass) from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      ) || array(
        select format('drop function if exists %s cascade', oid::regprocedure) from pg_proc
        where pronamespace = 'public'::regnamespace and not exists (
          select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
      ) || array(
        select format('drop text search configuration %s cascade', oid::regconfig) from pg_ts_config
        where cfgnamespace = 'public'::regnamespace
      ) loop execute statement; end loop;
    end $$`);
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Drops the foreign keys, so tables can be filled in any order. */
async function dropForeignKeys(client: PoolClient): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select namespace.nspname || '.' || class.relname as table, conname as name, pg_get_constraintdef(constr.oid) as definition
    from pg_constraint constr
    join pg_class class on class.oid = constr.conrelid
    join pg_namespace namespace on namespace.oid = class.relnamespace
    where contype = 'f' and conparentid = 0 and namespace.nspname in ('public', 'pgboss')`);
  for (const { table, name } of rows) {
    await client.query(`alter table ${quoteTable(table)} drop constraint ${quote(name)}`);
  }
  return rows;
}

/** Adds the foreign keys again, which checks every row, and enables the triggers. */
async function restoreForeignKeys(client: PoolClient, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${quoteTable(table)} add constraint ${quote(name)} ${definition}`);
  }
  for (const { name } of await listTables(client)) {
    await client.query(`alter table ${quoteTable(name)} enable trigger user`);
  }
}

function openCopy(client: PoolClient, table: string, columns: readonly string[]) {
  const stream = client.query(copyFrom(`copy ${quoteTable(table)} (${columns.map(quote).join(', ')}) from stdin`));
  const finished = Promise.withResolvers<void>();
  stream.once('finish', finished.resolve).once('error', finished.reject);
  finished.promise.catch(() => {});
  return {
    async write(content: AsyncIterable<Uint8Array>): Promise<void> {
      for await (const chunk of content) {
        if (stream.destroyed) await finished.promise;
        if (!stream.write(chunk)) {
          await Promise.race([new Promise(resolve => void stream.once('drain', resolve)), finished.promise]);
        }
      }
    },
    /** Returns the number of rows. */
    async end(): Promise<number> {
      stream.end();
      await finished.promise;
      return stream.rowCount;
    },
  };
}

function compare(manifest: BackupManifest, parts: BackupManifest['parts'], rows: Record<string, number>): void {
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.parts)) {
    if (parts[name]?.bytes !== bytes || parts[name].sha256 !== sha256)
      throw damaged(`${name} is missing or was changed`);
  }
  const [extra] = Object.keys(parts).filter(name => !(name in manifest.parts));
  if (extra !== undefined) throw damaged(`${extra} was added`);
  for (const [table, count] of Object.entries(manifest.rows)) {
    // Version 1.0.0 could state 0 by mistake. The hashes above show that no row is missing.
    if (count > 0 && (rows[table] ?? 0) !== count)
      throw damaged(`${table} has ${rows[table] ?? 0} rows instead of ${count}`);
  }
}

async function setSequences(client: PoolClient, sequences: Record<string, number>): Promise<void> {
  for (const [name, value] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2)', [quoteTable(name), value]);
  }
}
