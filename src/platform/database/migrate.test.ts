import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartupError } from '#platform/startup-error.ts';
import { createEmptyDatabase } from '#tests/support/test-site.ts';
import { createDatabase } from './database.ts';
import { migrate } from './migrate.ts';

let pool: Pool;
let folder: string;
let drop: () => Promise<void>;

beforeEach(async () => {
  const database = await createEmptyDatabase();
  drop = database.drop;
  pool = createDatabase(database.connectionString, 'jobs').$client;
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});
afterEach(async () => {
  await pool.end();
  await drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const tables = async () =>
  (
    await pool.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' order by 1`)
  ).rows.map(({ name }) => name);

describe('migrate', () => {
  it('runs files in name order, each once', async () => {
    await write('0002_b.sql', 'create table b (a integer references a)');
    await write('0001_a.sql', 'create table a (id integer primary key)');
    await write('notes.txt', 'no SQL at all');
    expect(await migrate(pool, folder)).toEqual(['0001_a.sql', '0002_b.sql']);
    expect(await tables()).toEqual(['a', 'b', 'migrations']);
    expect(await migrate(pool, folder)).toEqual([]);
    await write('0003_c.sql', 'create table c (); create table d ();');
    expect(await migrate(pool, folder)).toEqual(['0003_c.sql']);
    expect(await tables()).toEqual(['a', 'b', 'c', 'd', 'migrations']);
  });

  it('runs them once when several instances start together', async () => {
    await write('0001_a.sql', 'create table a (); select pg_sleep(0.1)');
    await write('0002_b.sql', 'create table b ()');
    const ran = await Promise.all(Array.from({ length: 5 }, () => migrate(pool, folder)));
    expect(ran.filter(names => names.length > 0)).toEqual([['0001_a.sql', '0002_b.sql']]);
  });

  it('runs all or none of the new files', async () => {
    await write('0001_a.sql', 'create table a ()');
    await write('0002_b.sql', 'create table b (); create table a ();');
    await write('0003_c.sql', 'create table c ()');
    await expect(migrate(pool, folder)).rejects.toThrow(StartupError);
    await expect(migrate(pool, folder)).rejects.toThrow(/^The migration 0002_b\.sql failed: .*"a" already exists/);
    expect(await tables()).toEqual(['migrations']);
    await write('0002_b.sql', 'create table b ()');
    expect(await migrate(pool, folder)).toEqual(['0001_a.sql', '0002_b.sql', '0003_c.sql']);
  });

  it('lets the caller act before an existing database changes, and only then', async () => {
    const calls: string[][] = [];
    const recordTables = async () => void calls.push(await tables());
    await write('0001_a.sql', 'create table a ()');
    await migrate(pool, folder, recordTables);
    await migrate(pool, folder, recordTables);
    expect(calls).toEqual([]);
    await write('0002_b.sql', 'create table b ()');
    await migrate(pool, folder, recordTables);
    expect(calls).toEqual([['a', 'migrations']]);
    await write('0003_c.sql', 'create table c ()');
    await expect(migrate(pool, folder, () => Promise.reject(new StartupError('no backup')))).rejects.toThrow(
      'no backup',
    );
    expect(await tables()).toEqual(['a', 'b', 'migrations']);
  });

  it('rejects a file that was changed after it ran, without changes', async () => {
    await write('0001_a.sql', 'create table a ()');
    await migrate(pool, folder);
    await write('0001_a.sql', 'create table a (id integer)');
    await write('0002_b.sql', 'create table b ()');
    await expect(migrate(pool, folder)).rejects.toThrow(/0001_a\.sql was changed after it ran/);
    expect(await tables()).toEqual(['a', 'migrations']);
  });

  it('rejects a database newer than the files, names the required version, and changes nothing', async () => {
    await write('0001_a.sql', 'create table a ()');
    await write('0002_b.sql', 'create table b ()');
    await write('0003_c.sql', 'create table c ()');
    await migrate(pool, folder);
    for (const name of ['0002_b.sql', '0003_c.sql']) await rm(join(folder, name));
    await write('0002_other.sql', 'create table other ()');
    await expect(migrate(pool, folder)).rejects.toThrow(StartupError);
    await expect(migrate(pool, folder)).rejects.toThrow(/newer than this version.* includes migrations\/0003_c\.sql/);
    expect(await tables()).toEqual(['a', 'b', 'c', 'migrations']);
  });

  it('holds no lock afterwards, whether it succeeded or failed', async () => {
    await write('0001_a.sql', 'create nonsense');
    await migrate(pool, folder).catch(() => {});
    await write('0001_a.sql', 'create table a ()');
    await migrate(pool, folder);
    const { rows } = await pool.query(
      `select 1 from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(rows).toEqual([]);
  });
});
