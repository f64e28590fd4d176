import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '../database/database.ts';
import { BACKUP_LOCK } from '../database/site-lock.ts';
import type { FileStore } from './file-store.ts';
import { LocalFile } from './local-file.ts';

interface Checksum {
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
}

interface StoredChecksum extends Checksum {
  readonly damaged: boolean;
}

/** Number of cached checksums, so frequently read images cost no query. */
const MAX_CACHED = 5000;

/**
 * Stores size and SHA-256 of every file written, and checks both on every read. A damaged file is treated as missing
 * and reported once to `onDamage`; files that can be generated are then generated again. Files stored without a
 * checksum are rejected only if empty.
 */
export function openCheckedStore(store: FileStore, db: Database, onDamage: (name: string) => void): FileStore {
  const cache = new Map<string, StoredChecksum>();

  /** Returns undefined also while the database is down, so images are then shown unchecked. */
  async function findExpected(name: string): Promise<StoredChecksum | undefined> {
    const cached = cache.get(name);
    if (cached) return cached;
    const checksum = await findChecksum(db, name).catch(() => undefined);
    if (checksum) cacheChecksum(cache, name, checksum);
    return checksum;
  }

  /** Reads a file that didn't match its checksum again, since it may have been written in between. */
  async function isStillDamaged(name: string, checksum: StoredChecksum): Promise<boolean> {
    const file = await store.open(name);
    return !file || !isSame(checksum, { bytes: file.bytes, sha256: await hashOfStream(file.stream) });
  }

  /** Returns whether a file's content must not be used. */
  async function isDamaged(name: string, actual: Checksum | undefined): Promise<boolean> {
    let checksum = await findExpected(name);
    if (!checksum) return actual?.bytes === 0;
    if (!actual || !isSame(checksum, actual)) {
      // Another instance may have rewritten the file.
      cache.delete(name);
      checksum = await findExpected(name);
      if (!checksum) return false;
    }
    const damaged = !actual || !isSame(checksum, actual);
    if (damaged && !(await isStillDamaged(name, checksum))) return true;
    if (damaged !== checksum.damaged) {
      cache.delete(name);
      await saveDamage(db, name, damaged);
      if (damaged) onDamage(name);
    }
    return damaged;
  }

  return {
    async read(name) {
      const content = await store.read(name);
      const actual = content && { bytes: content.length, sha256: hash('sha256', content) };
      return (await isDamaged(name, actual)) ? undefined : content;
    },
    async open(name) {
      const file = await store.open(name);
      const actual = file && { bytes: file.bytes, sha256: await hashOfStream(file.stream) };
      // Read twice, since a response that has started can no longer report damage.
      return (await isDamaged(name, actual)) ? undefined : store.open(name);
    },
    async local(name) {
      const copy = await store.local(name);
      const actual = copy && (await checksumOf(copy.path));
      if (!(await isDamaged(name, actual))) return copy;
      await copy?.release();
      return undefined;
    },
    has: name => store.has(name),
    async write(name, content) {
      const checksum = await checksumOf(content instanceof LocalFile ? content.path : content);
      await store.write(name, content);
      await saveChecksum(db, name, checksum);
      cacheChecksum(cache, name, { ...checksum, damaged: false });
    },
    async remove(...names) {
      // Delete the checksums first: a reader who finds one without the file would report damage.
      const isDeferred = await deleteChecksums(db, names);
      for (const name of names) cache.delete(name);
      if (!isDeferred) await store.remove(...names);
    },
  };
}

const isSame = (one: Checksum, other: Checksum) => one.bytes === other.bytes && one.sha256 === other.sha256;

function cacheChecksum<Known>(checksums: Map<string, Known>, name: string, checksum: Known): void {
  checksums.delete(name);
  checksums.set(name, checksum);
  const [oldest] = checksums.keys();
  if (checksums.size > MAX_CACHED && oldest !== undefined) checksums.delete(oldest);
}

/** Returns size and SHA-256 of bytes, of a Blob, or of the file at a path. */
async function checksumOf(content: Uint8Array | Blob | string): Promise<Checksum> {
  if (typeof content === 'string') {
    return { bytes: (await stat(content)).size, sha256: await hashOfStream(createReadStream(content)) };
  }
  return content instanceof Blob
    ? { bytes: content.size, sha256: await hashOfStream(content.stream()) }
    : { bytes: content.length, sha256: hash('sha256', content) };
}

async function hashOfStream(stream: Readable | ReadableStream<Uint8Array>): Promise<string> {
  const streamHash = createHash('sha256');
  for await (const part of stream) streamHash.update(part as Uint8Array);
  return streamHash.digest('hex');
}

async function findChecksum(db: Db, name: string): Promise<StoredChecksum | undefined> {
  const { rows } = await db.execute<{ bytes: number; sha256: string; damaged: boolean }>(sql`
    select bytes::float8 as bytes, encode(sha256, 'hex') as sha256, damaged_at is not null as damaged
    from stored_files where name = ${name}`);
  return rows[0];
}

async function saveChecksum(db: Db, name: string, { bytes, sha256 }: Checksum): Promise<void> {
  await db.execute(sql`
    with kept as (delete from removed_files where name = ${name})
    insert into stored_files (name, bytes, sha256) values (${name}, ${bytes}, decode(${sha256}, 'hex'))
    on conflict (name) do update
      set bytes = excluded.bytes, sha256 = excluded.sha256, written_at = now(), damaged_at = null`);
}

/** Deletes the checksums of files. During a backup, records the files for deletion later and returns true. */
async function deleteChecksums(db: Db, names: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute<{ deferred: boolean }>(sql`
    with backups as (${runningBackups}),
      checksums as (delete from stored_files where name = any(${sql.param(names)})),
      files as (
        insert into removed_files (name)
        select unnest(${sql.param(names)}::text[]) where exists (select from backups)
        on conflict do nothing
      )
    select exists (select from backups) as deferred`);
  return rows[0]?.deferred === true;
}

const runningBackups = sql`select from pg_locks
  where locktype = 'advisory' and objid = ${BACKUP_LOCK} and granted
    and database = (select oid from pg_database where datname = current_database())`;

/** Deletes the files that were removed during backups, unless one is running. Throws the store's errors. */
export async function deleteRemovedFiles(db: Db, store: FileStore): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    delete from removed_files where not exists (${runningBackups}) returning name`);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name);
  await store.remove(...names).catch(async (error: unknown) => {
    await db.execute(sql`
      insert into removed_files (name) select unnest(${sql.param(names)}::text[]) on conflict do nothing`);
    throw error;
  });
}

async function saveDamage(db: Db, name: string, damaged: boolean): Promise<void> {
  await db.execute(sql`
    update stored_files set damaged_at = ${damaged ? sql`coalesce(damaged_at, now())` : sql`null`} where name = ${name}`);
}

/** Returns up to `most` damaged files that were not rewritten since, latest first, and their total number. */
export async function listDamagedFiles(db: Db, limit: number) {
  const { rows } = await db.execute<{ name: string; damaged_at: string; total: number }>(sql`
    select name, damaged_at, count(*) over ()::int as total from stored_files
    where damaged_at is not null order by damaged_at desc, name limit ${limit}`);
  const items = rows.map(row => ({ name: row.name, foundAt: new Date(row.damaged_at) }));
  return { items, total: rows[0]?.total ?? 0 };
}

/** Returns the names of random files of at most 5 MB. */
export async function listRandomFiles(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from stored_files where bytes <= 5000000 and damaged_at is null order by random() limit ${limit}`);
  return rows.map(({ name }) => name);
}
