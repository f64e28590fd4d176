import { copyFile, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { PoolClient } from 'pg';
import { type Database, createDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { prepareServingRole } from '#platform/database/serving-role.ts';
import { createEmptyDatabase } from '#tests/support/test-site.ts';

const DATA = join(import.meta.dirname, 'data-0074');
const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const NEWEST = '0074';

const unpacked = async (name: string) => brotliDecompressSync(await readFile(join(DATA, name)));

/** Reads the facts recorded when the data was created. */
export async function readFacts<Facts>(): Promise<Facts> {
  return JSON.parse(await readFile(join(DATA, 'facts.json'), 'utf8')) as Facts;
}

/** Creates a database and a file store as the site left them at migration 0074, then runs the newer migrations. */
export async function restoreSite(at: Temporal.Instant) {
  const database = await createEmptyDatabase();
  const db = createDatabase(database.connectionString, 'jobs');
  const folder = await mkdtemp(join(tmpdir(), 'freehold-upgrade-'));
  const old = join(folder, 'migrations');
  await mkdir(old);
  for (const name of await readdir(MIGRATIONS)) {
    if (name.slice(0, NEWEST.length) <= NEWEST) await copyFile(join(MIGRATIONS, name), join(old, name));
  }
  await migrate(db.$client, old);
  await loadRows(db, at);
  await migrate(db.$client, MIGRATIONS);
  await prepareServingRole(db.$client);
  const files = join(folder, 'files');
  await writeFiles(files);
  await db.$client.end();
  return { database, folder, files };
}

/** Writes the recorded files. The pack starts with a line of names and lengths, followed by the bytes. */
async function writeFiles(folder: string): Promise<void> {
  const packed = await unpacked('files.br');
  let start = packed.indexOf('\n') + 1;
  const lengths = JSON.parse(packed.toString('utf8', 0, start)) as Record<string, number>;
  for (const [name, length] of Object.entries(lengths)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), packed.subarray(start, (start += length)));
  }
}

/** Replaces the rows that migrations inserted with the recorded ones. */
async function loadRows(db: Database, at: Temporal.Instant): Promise<void> {
  const tables: { name: string; rows: string[] }[] = [];
  for (const line of (await unpacked('rows.jsonl.br')).toString().trimEnd().split('\n')) {
    const name = /^\{"table":"([\w.]+)"\}$/.exec(line)?.[1];
    if (name) tables.push({ name, rows: [] });
    else tables.at(-1)?.rows.push(line);
  }
  const client = await db.$client.connect();
  try {
    await client.query('begin');
    // The recorded rows already passed the triggers and foreign keys.
    await client.query('set local session_replication_role = replica');
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
    );
    for (const { name } of rows) await client.query(`delete from ${name}`);
    for (const table of tables) await loadTable(client, table);
    // The queue uses the database's clock, which tests can't set.
    await client.query(
      `update pgboss.job set start_after = start_after + (now() - $1), created_on = created_on + (now() - $1),
        keep_until = keep_until + (now() - $1)`,
      [at.toString()],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function loadTable(client: PoolClient, table: { name: string; rows: readonly string[] }): Promise<void> {
  const [schema, name] = table.name.split('.');
  const { rows } = await client.query<{ column: string; identity: boolean }>(
    `select format('%I', column_name) as column, is_identity = 'YES' as identity from information_schema.columns
      where table_schema = $1 and table_name = $2 and is_generated = 'NEVER' order by ordinal_position`,
    [schema, name],
  );
  const columns = rows.map(({ column }) => column).join(', ');
  await client.query(
    `insert into ${table.name} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${table.name}, $1::jsonb)`,
    [`[${table.rows.join(',')}]`],
  );
  for (const { column } of rows.filter(({ identity }) => identity)) {
    await client.query(`select setval(pg_get_serial_sequence($1, $2), (select max(${column}) from ${table.name}))`, [
      table.name,
      column,
    ]);
  }
}
