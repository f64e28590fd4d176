import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { loadSampleContent } from '#app/sample-content.ts';
import { createDatabase } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded.ts';
import { migrate } from '#platform/database/migrate.ts';
import { prepareServingRole } from '#platform/database/serving-role.ts';
import { openCheckedStore } from '#platform/files/checked-store.ts';
import { createDiskStore } from '#platform/files/file-store.ts';
import { isBuildCurrent } from '../../tools/launcher/build-stamp.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test server's maintenance database answers. */
    databaseServer: string;
    /** The folder with the sample content's pictures. */
    sampleFiles: string;
  }
}

/** The database that each test file gets its own copy of: migrated, with the sample content. */
export const TEMPLATE = 'freehold_template';

const root = join(import.meta.dirname, '../..');

/**
 * One real PostgreSQL for the whole run, with the template made once. Refuses a build that is older than the sources,
 * from which pages would be rendered.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (!isBuildCurrent()) {
    throw new Error('The build is out of date. Run the tests with "npm test -- --only unit", which builds first.');
  }
  const folder = await mkdtemp(join(tmpdir(), 'freehold-test-'));
  // As root the server runs under another account, which must be able to enter.
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), notice: () => {} });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server.connectionString, join(folder, 'files'));
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('databaseServer', server.connectionString);
  project.provide('sampleFiles', join(folder, 'files'));
  return stop;
}

async function makeTemplate(connectionString: string, files: string): Promise<void> {
  const maintenance = new Client({ connectionString });
  await maintenance.connect();
  // What is tested here need not outlive a power cut; the tests of the database itself start their own server.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await maintenance.query(`alter system set ${setting} = off`);
  }
  await maintenance.query('select pg_reload_conf()');
  await maintenance.query(`create database ${TEMPLATE}`);
  await maintenance.end();
  const db = createDatabase(toDatabaseUrl(connectionString, TEMPLATE), 'jobs');
  await migrate(db.$client, join(root, 'migrations'));
  await prepareServingRole(db.$client);
  await loadSampleContent(
    db,
    openCheckedStore(createDiskStore(files), db, () => {}),
    join(root, 'content'),
  );
  await db.$client.end();
}

/** The same server, another database. An address of a socket has no host, so it is none that URL could read. */
export function toDatabaseUrl(connectionString: string, name: string): string {
  return connectionString.replace(/\/freehold(?=\?|$)/, `/${name}`);
}
