import { isBuildCurrent } from '../../tools/launcher/build-stamp.mjs';
import { openTestPostgres } from '../support/test-postgres.ts';
import { developerLinkOf, inOwnProcess, startRunningSite } from './support/running-site.ts';

/**
 * Opens the run's PostgreSQL server and starts the site that read-only tests share. The workers get their addresses in
 * the environment.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  if (!isBuildCurrent()) {
    throw new Error('The build is out of date. Run the tests with "npm test -- --only browser", which builds first.');
  }
  const postgres = await openTestPostgres();
  process.env.E2E_DATABASE_SERVER = postgres.server;
  process.env.E2E_SAMPLE_FILES = postgres.sampleFiles;
  const site = await startRunningSite(inOwnProcess('start')).catch(async (error: unknown) => {
    await postgres.stop();
    throw error;
  });
  const end = async () => {
    try {
      await site.stop();
    } finally {
      await postgres.stop();
    }
  };
  // Playwright runs the teardown on Ctrl-C, but not on other signals.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(1)));
  }
  process.env.E2E_DEVELOPER_LINK = developerLinkOf(site.url);
  process.env.E2E_SITE = site.url;
  return end;
}
