import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { StartupError } from '../startup-error.ts';

const LOCK = 7_238_461;

/**
 * Runs the SQL files of `folder` that have not run yet, in name order and in one transaction, under an advisory lock so
 * concurrent starts run them once. Files are append-only. `beforeUpdate` is called before an existing database changes.
 * Returns the names of those run. Throws StartupError, without changes, for a file that fails, for one that changed
 * after it ran, and for a database that is newer than these files.
 */
export async function migrate(
  pool: Pool,
  folder: string,
  beforeUpdate: () => Promise<void> = async () => {},
): Promise<string[]> {
  const files = await listMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    // A role without the right to create tables can still start on an up-to-date database.
    await client.query(`do $$ begin if to_regclass('migrations') is null then
      create table migrations (name text primary key, sha256 text not null, ran_at timestamptz not null default now());
    end if; end $$`);
    const done = await findDone(client, files);
    for (const [name, sha256] of done) {
      if (sha256 !== hash('sha256', await readFile(join(folder, name), 'utf8'))) {
        throw new StartupError(`The migration ${name} was changed after it ran. Add a new migration instead.`);
      }
    }
    const pending = files.filter(name => !done.has(name));
    if (pending.length === 0) return [];
    if (done.size > 0) await beforeUpdate();
    await client.query('begin');
    for (const name of pending) await runMigrationFile(client, folder, name);
    await client.query('commit');
    return pending;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    client.release();
  }
}

/** Returns the names of the migrations in a folder, in order. */
export async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(name => name.endsWith('.sql')).toSorted();
}

/** Returns the migrations that have not run yet. Throws StartupError for a database that is newer than these files. */
export async function listPendingMigrations(pool: Pool, folder: string): Promise<string[]> {
  const files = await listMigrations(folder);
  const { rows } = await pool.query<{ exists: boolean }>("select to_regclass('migrations') is not null as exists");
  if (!rows[0]?.exists) return files;
  const done = await findDone(pool, files);
  return files.filter(name => !done.has(name));
}

/** Returns the hash of each migration that has run. Throws StartupError if one isn't among the files. */
async function findDone(db: Pool | PoolClient, files: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ name: string; sha256: string }>('select name, sha256 from migrations');
  const unknown = rows.map(({ name }) => name).filter(name => !files.includes(name));
  if (unknown.length > 0) throw new StartupError(newerDatabase(unknown.toSorted().at(-1) ?? ''));
  return new Map(rows.map(row => [row.name, row.sha256]));
}

const newerDatabase = (name: string): string =>
  `The database is newer than this version of Freehold. Start a version that includes migrations/${name} (find the first one with git log --all -- migrations/${name}), or restore a backup from before the update.`;

/** Runs one migration in the caller's transaction. Throws StartupError. */
export async function runMigrationFile(client: PoolClient, folder: string, name: string): Promise<void> {
  const sql = await readFile(join(folder, name), 'utf8');
  try {
    await client.query(sql);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, hash('sha256', sql)]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `The migration ${name} failed: ${reason}. The database was not changed, so the previous version still works.`,
    );
  }
}
