import { createDatabase } from '#platform/database/database.ts';
import { createEncryption } from '#platform/encryption.ts';
import { loadOrCreateSecretKey } from '#platform/files/secret-key.ts';
import { createJobs, type Queue } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log.ts';
import { site } from './test.ts';

/** Returns the services of the test file's site, with its database and key. The site runs the jobs and sends the emails. */
export async function connectServices(queues: readonly Queue[]) {
  const { url, connectionString, dataDir } = site;
  const db = createDatabase(connectionString, 'jobs');
  const log = createLog('error');
  const jobs = createJobs(db, log, queues);
  return {
    db,
    log,
    jobs,
    encryption: createEncryption(await loadOrCreateSecretKey(dataDir)),
    siteUrl: url,
    now: () => Temporal.Now.instant(),
    renderEmail: () => Promise.reject(new Error('The site itself writes its emails.')),
    async close() {
      await jobs.stop();
      await db.$client.end();
    },
  };
}
