import { join } from 'node:path';
import { Client, DatabaseError, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { asServingRole, prepareServingRole } from '#platform/database/serving-role.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/test-site.ts';

const migrations = join(import.meta.dirname, '../../migrations');

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

/** Returns the SQLSTATE with which a statement is rejected, or undefined if it succeeds. */
async function refusal(client: Client, statement: string): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query(statement);
    return undefined;
  } catch (error) {
    return error instanceof DatabaseError ? error.code : String(error);
  } finally {
    await client.query('rollback');
  }
}

const NOT_ALLOWED = '42501';

// tests/app/graceful-shutdown.test.ts checks that a running site connects as this role.

describe('serving role', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let serving: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    serving = await connect(asServingRole(database.connectionString));
  });
  afterAll(async () => {
    await serving.end();
    await database.drop();
  });

  it('has no superuser rights', async () => {
    const { rows } = await serving.query(
      'select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
    );
    expect(rows).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
    ]);
  });

  it.each([
    'create table extra ()',
    'create schema extra',
    'create function extra() returns integer language sql return 1',
    'create table pgboss.extra ()',
    'alter table posts add column extra integer',
    'alter table posts disable trigger all',
    'drop table posts',
    'truncate posts',
    'create role extra superuser',
    'alter role current_user superuser',
    'set role freehold',
    "copy posts to program 'true'",
    "select pg_read_file('postgresql.conf')",
    "select lo_import('/etc/passwd')",
    "insert into migrations (name, sha256) values ('extra', '')",
    'delete from migrations',
  ])('cannot run: %s', async statement => {
    expect(await refusal(serving, statement)).toBe(NOT_ALLOWED);
  });

  it('starts on an up-to-date database', async () => {
    const pool = new Pool({ connectionString: asServingRole(database.connectionString), max: 1 });
    try {
      expect(await migrate(pool, migrations)).toEqual([]);
    } finally {
      await pool.end();
    }
  });

  it('reads and writes every table except the list of migrations', async () => {
    const { rows } = await serving.query<{ name: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and c.relname <> 'migrations'
        and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
          and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))`);
    expect(rows).toEqual([]);
    expect(await refusal(serving, 'select * from migrations')).toBeUndefined();
  });
});

it('gets its rights again after a migration and on an older database', async () => {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  const owner = createDatabase(database.connectionString, 'jobs').$client;
  onTestFinished(() => owner.end());
  await migrate(owner, migrations);
  const serving = await connect(asServingRole(database.connectionString));
  onTestFinished(() => serving.end());
  expect(await refusal(serving, 'select * from posts')).toBe(NOT_ALLOWED);
  await prepareServingRole(owner);
  expect(await refusal(serving, 'select * from posts')).toBeUndefined();
  await owner.query('create table later (id integer)');
  expect(await refusal(serving, 'insert into later values (1)')).toBe(NOT_ALLOWED);
  await prepareServingRole(owner);
  expect(await refusal(serving, 'insert into later values (1)')).toBeUndefined();
});
