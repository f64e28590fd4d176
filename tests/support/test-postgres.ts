import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { features } from '#app/features.ts';
import { listQueues } from '#app/jobs.ts';
import { loadSampleContent } from '#app/sample-content.ts';
import { getPictureFile, listPictures } from '#features/media/index.ts';
import { createDatabase } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded.ts';
import { migrate } from '#platform/database/migrate.ts';
import { prepareServingRole } from '#platform/database/serving-role.ts';
import { openCheckedStore } from '#platform/files/checked-store.ts';
import { createDiskStore } from '#platform/files/file-store.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createTestLog } from './test-log.ts';
import { TEMPLATE, toDatabaseUrl } from './test-database.ts';

const root = join(import.meta.dirname, '../..');

/** The PostgreSQL server of a test run. */
export interface TestPostgres {
  /** The connection string of the maintenance database. */
  readonly server: string;
  /** The folder with the images of the sample content. */
  readonly sampleFiles: string;
  stop(): Promise<void>;
}

/** Returns the server that `npm test` started for all steps, or starts one if a test runner was started directly. */
export function openTestPostgres(): Promise<TestPostgres> {
  const { TEST_POSTGRES } = process.env;
  if (!TEST_POSTGRES) return startTestPostgres();
  const running = JSON.parse(TEST_POSTGRES) as Omit<TestPostgres, 'stop'>;
  return Promise.resolve({ ...running, stop: () => Promise.resolve() });
}

/** Starts PostgreSQL in a temporary folder and fills the template database. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'freehold-test-'));
  // As root, PostgreSQL runs under another account, which needs access to this folder.
  await chmod(folder, 0o711);
  const { connectionString: server, ...postgres } = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    onNotice: () => {},
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
  // Test data doesn't need to survive a power cut. Tests of the database itself start their own server.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await maintenance.query(`alter system set ${setting} = off`);
  }
  await maintenance.query('select pg_reload_conf()');
  await maintenance.query(`create database ${TEMPLATE}`);
  await maintenance.end();
  const db = createDatabase(toDatabaseUrl(server, TEMPLATE), 'jobs');
  await migrate(db.$client, join(root, 'migrations'));
  await prepareServingRole(db.$client);
  const files = openCheckedStore(createDiskStore(sampleFiles), db, () => {});
  await loadSampleContent(db, files, join(root, 'content'));
  // Prepare these once. Otherwise, each site would encode the pictures in its lists and create the queues with its
  // first job.
  for (const { id } of await listPictures(db)) await getPictureFile(files, id, 480, 'avif');
  // Tests move the clock, and only backup tests expect a scheduled backup.
  await db.$client.query('update backup_settings set is_scheduled = false');
  const jobs = createJobs(db, createTestLog().log, listQueues(features));
  await jobs.start();
  await jobs.stop();
  await db.$client.end();
}
