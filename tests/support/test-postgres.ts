import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { loadSampleContent } from '#app/sample-content.ts';
import { createDatabase } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded.ts';
import { migrate } from '#platform/database/migrate.ts';
import { prepareServingRole } from '#platform/database/serving-role.ts';
import { openCheckedStore } from '#platform/files/checked-store.ts';
import { createDiskStore } from '#platform/files/file-store.ts';

const root = join(import.meta.dirname, '../..');

/** The database that every test database is a copy of: migrated, with the sample content. */
const TEMPLATE = 'freehold_template';

/** The one PostgreSQL of a test run. */
export interface TestPostgres {
  /** Connects to the maintenance database. */
  readonly server: string;
  /** The folder with the sample content's pictures. */
  readonly sampleFiles: string;
  stop(): Promise<void>;
}

/** A database on the test server. */
export interface TestDatabase {
  readonly connectionString: string;
  readonly drop: () => Promise<void>;
}

/** Starts PostgreSQL in a temporary folder and fills the template. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'freehold-test-'));
  // As root the server runs under another account, which must be able to enter.
  await chmod(folder, 0o711);
  const { connectionString: server, ...postgres } = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    notice: () => {},
  });
  const stop = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const sampleFiles = join(folder, 'files');
  try {
    await createTemplate(server, sampleFiles);
  } catch (error) {
    await stop();
    throw error;
  }
  return { server, sampleFiles, stop };
}

async function createTemplate(server: string, sampleFiles: string): Promise<void> {
  const maintenance = new Client({ connectionString: server });
  await maintenance.connect();
  // Test data need not survive a power cut. The tests of the database itself start their own server.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await maintenance.query(`alter system set ${setting} = off`);
  }
  await maintenance.query('select pg_reload_conf()');
  await maintenance.query(`create database ${TEMPLATE}`);
  await maintenance.end();
  const db = createDatabase(toDatabaseUrl(server, TEMPLATE), 'jobs');
  await migrate(db.$client, join(root, 'migrations'));
  await prepareServingRole(db.$client);
  await loadSampleContent(
    db,
    openCheckedStore(createDiskStore(sampleFiles), db, () => {}),
    join(root, 'content'),
  );
  await db.$client.end();
}

/** Creates a database on the test server: migrated and with the sample content, or `empty`. */
export async function cloneDatabase(server: string, from: 'template' | 'empty' = 'template'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(server, `create database ${name} template ${from === 'template' ? TEMPLATE : 'template0'}`);
  return {
    connectionString: toDatabaseUrl(server, name),
    drop: () => execute(server, `drop database ${name} with (force)`),
  };
}

/** Returns the address of another database on the same server. `URL` can't parse a socket's address, which has no host. */
function toDatabaseUrl(server: string, name: string): string {
  return server.replace(/\/freehold(?=\?|$)/, `/${name}`);
}

async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}
