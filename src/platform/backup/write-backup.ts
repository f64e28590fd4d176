import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BACKUP_LOCK } from '../database/site-lock.ts';
import type { FileStore } from '../files/file-store.ts';
import { createAgeStream } from './age-stream.ts';
import {
  type BackedUpTable,
  type BackupHead,
  type BackupManifest,
  HEAD,
  MANIFEST,
  SECRET_KEY,
  toFilePart,
  toTablePart,
} from './format.ts';

/** How to encrypt a backup. Encrypted backups contain the secret key. */
export interface BackupEncryption {
  readonly passphrase: string;
  readonly secretKey: Uint8Array;
}

/** The sources of a backup. */
export interface BackupSource {
  /** Its statements must not time out: a large table takes minutes. */
  readonly pool: Pool;
  readonly files: Pick<FileStore, 'open'>;
  /** The running version of Freehold. */
  readonly version: string;
  readonly now: () => Temporal.Instant;
  readonly encryption: BackupEncryption | undefined;
}

/** Bytes of a table's rows per part: as many as are held in memory. */
const PART_BYTES = 4 * 1024 * 1024;

/** File names per query. */
const FILES_PER_PAGE = 1000;

/**
 * Writes all tables and stored files as one tar, compressed with Zstandard and optionally encrypted, and ends `output`.
 * The tables are from one snapshot (REPEATABLE READ); other connections can still read and write. Holds no table and no
 * file in memory. Rejects if the database, a file or `output` fails; the output is then incomplete, because the manifest
 * comes last.
 */
export async function writeBackup(
  source: BackupSource,
  output: Writable,
  signal?: AbortSignal,
): Promise<BackupManifest> {
  const tar = createTarPacker();
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  const [written, piped] = await Promise.allSettled([
    writeParts(source, tar.controller, signal).catch((error: unknown) => {
      tar.controller.error(error);
      throw error;
    }),
    source.encryption
      ? pipeline(
          tar.readable,
          compress,
          createAgeStream({ action: 'encrypt', passphrase: source.encryption.passphrase }),
          output,
          { signal },
        )
      : pipeline(tar.readable, compress, output, { signal }),
  ]);
  // Also has the error of the parts. If the output fails, theirs only says that they were aborted.
  if (piped.status === 'rejected') throw piped.reason;
  if (written.status === 'rejected') throw written.reason;
  return written.value;
}

type TarController = ReturnType<typeof createTarPacker>['controller'];

async function writeParts(
  source: BackupSource,
  controller: TarController,
  signal?: AbortSignal,
): Promise<BackupManifest> {
  const manifest: BackupManifest = { rows: {}, files: 0, parts: {}, sequences: {}, missingFiles: [] };
  const addPart = async (name: string, bytes: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    const hash = createHash('sha256');
    const writer = controller.add({ name, size: bytes, type: 'file' }).getWriter();
    for await (const chunk of content) {
      signal?.throwIfAborted();
      hash.update(chunk);
      await writer.write(chunk);
    }
    await writer.close();
    manifest.parts[name] = { bytes, sha256: hash.digest('hex') };
  };
  const addJson = (name: string, value: unknown) => {
    const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
    return addPart(name, bytes.length, [bytes]);
  };

  const client = await source.pool.connect();
  try {
    // Before the snapshot, so every file in it stays until it has been read.
    await client.query('select pg_advisory_lock_shared($1)', [BACKUP_LOCK]);
    await client.query('begin isolation level repeatable read read only');
    const tables = await listTables(client);
    await addJson(HEAD, await createHead(client, source, tables));
    if (source.encryption) {
      const key = Buffer.from(Buffer.from(source.encryption.secretKey).toString('hex'));
      await addPart(SECRET_KEY, key.length, [key]);
    }
    for (const table of tables) {
      let part = 0;
      const rows = await copyTable(client, table, chunk =>
        addPart(toTablePart(table.name, part++), chunk.length, [chunk]),
      );
      manifest.rows[table.name] = rows;
    }
    for await (const name of listStoredFiles(client)) {
      const file = await source.files.open(name);
      if (file) {
        try {
          await addPart(toFilePart(name), file.bytes, file.stream);
        } finally {
          file.stream.destroy();
        }
        manifest.files += 1;
      } else manifest.missingFiles.push(name);
    }
    // After the rows, so no sequence is behind them.
    manifest.sequences = await readSequences(client);
    await client.query('commit');
    await client.query('select pg_advisory_unlock_shared($1)', [BACKUP_LOCK]);
    client.release();
  } catch (error) {
    // A COPY in progress can't be continued.
    client.release(true);
    throw error;
  }
  await addJson(MANIFEST, manifest);
  controller.finalize();
  return manifest;
}

async function createHead(client: PoolClient, source: BackupSource, tables: BackedUpTable[]): Promise<BackupHead> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations order by name',
  );
  return {
    format: 'freehold-backup',
    formatVersion: 1,
    version: source.version,
    createdAt: source.now().toString({ smallestUnit: 'second' }),
    migrations: rows,
    tables,
  };
}

/** Returns the tables of the site and its job queue, without the partitions of a table and without generated columns. */
export async function listTables(client: PoolClient): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(`
    select namespace.nspname || '.' || class.relname as name,
      array_agg(attribute.attname::text order by attribute.attnum) as columns
    from pg_class class
    join pg_namespace namespace on namespace.oid = class.relnamespace
    join pg_attribute attribute on attribute.attrelid = class.oid
    where namespace.nspname in ('public', 'pgboss') and class.relkind in ('r', 'p') and not class.relispartition
      and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    group by 1 order by 1`);
  return rows;
}

export const quoteTable = (name: string) => name.split('.').map(quote).join('.');
export const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;

/** Passes the rows of a table on in chunks, and returns their number. */
async function copyTable(
  client: PoolClient,
  table: BackedUpTable,
  write: (chunk: Buffer) => Promise<void>,
): Promise<number> {
  const columns = table.columns.map(quote).join(', ');
  const stream = client.query(copyTo(`copy (select ${columns} from ${quoteTable(table.name)}) to stdout`));
  let held: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    if (bytes > 0) await write(Buffer.concat(held));
    held = [];
    bytes = 0;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes >= PART_BYTES) await flush();
  }
  await flush();
  // The stream can end before PostgreSQL has reported the number of rows; the next query starts after that.
  await client.query('select');
  return stream.rowCount;
}

/** Yields the names of all stored files, in order. */
async function* listStoredFiles(client: PoolClient): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const { rows } = await client.query<{ name: string }>(
      'select name from stored_files where name > $1 order by name limit $2',
      [after, FILES_PER_PAGE],
    );
    for (const { name } of rows) yield name;
    const last = rows.at(-1);
    if (!last || rows.length < FILES_PER_PAGE) return;
    after = last.name;
  }
}

async function readSequences(client: PoolClient): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; value: number }>(`
    select schemaname || '.' || sequencename as name, last_value as value from pg_sequences
    where schemaname in ('public', 'pgboss') and last_value is not null order by 1`);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
