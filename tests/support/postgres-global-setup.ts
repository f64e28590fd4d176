import type { TestProject } from 'vitest/node';
import { isBuildCurrent } from '../../tools/launcher/build-stamp.mjs';
import { openTestPostgres } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection string of the test server's maintenance database. */
    databaseServer: string;
    /** The folder with the images of the sample content. */
    sampleFiles: string;
  }
}

/** Opens the run's PostgreSQL server. Throws if the build, which renders the pages, is older than the sources. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (!isBuildCurrent()) {
    throw new Error('The build is out of date. Run the tests with "npm test -- --only unit", which builds first.');
  }
  const postgres = await openTestPostgres();
  project.provide('databaseServer', postgres.server);
  project.provide('sampleFiles', postgres.sampleFiles);
  return () => postgres.stop();
}
