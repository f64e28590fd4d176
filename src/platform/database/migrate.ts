import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { StartupError } from '../startup-error.ts';

const LOCK = 7_238_461;

/**
 * Runs the SQL files of `folder` that have not run yet, in name order, each in its own transaction, under an advisory
 * lock so that concurrent starts run them once. Files are append-only. Returns the names of those run. Throws
 * StartupError, without changes, for a file that changed after it ran and for a database that is newer than these
 * files.
 */
export async function migrate(pool: Pool, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).toSorted();
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    // A role without the right to create tables can still start on an up-to-date database.
    await client.query(`do $$ begin if to_regclass('migrations') is null then
      create table migrations (name text primary key, sha256 text not null, ran_at timestamptz not null default now());
    end if; end $$`);
    const rows = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations');
    const done = new Map(rows.rows.map(row => [row.name, row.sha256]));
    const unknown = [...done.keys()].filter(name => !files.includes(name)).toSorted();
    if (unknown.length > 0) throw new StartupError(newerDatabase(unknown.at(-1) ?? ''));
    const ran: string[] = [];
    for (const name of files) {
      const sql = await readFile(join(folder, name), 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      const before = done.get(name);
      if (before === sha256) continue;
      if (before)
        throw new StartupError(`The migration ${name} was changed after it ran. Add a new migration instead.`);
      await run(client, name, sql, sha256);
      ran.push(name);
    }
    return ran;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    client.release();
  }
}

const newerDatabase = (name: string): string =>
  `The database is newer than this version of Freehold. Start a version that includes migrations/${name} (find the first one with git log --all -- migrations/${name}), or restore a backup from before the update.`;

async function run(client: PoolClient, name: string, sql: string, sha256: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new StartupError(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
