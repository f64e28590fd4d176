import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, which says neither their size nor, on a machine that runs them first, their last run. */
const LONGEST = [
  'unknown-addresses',
  'mail-delivery',
  'transfers-own',
  'transfers-broken',
  'start-interrupted',
  'killed-server',
  'sample-switch',
].map(name => `/${name}.test.ts`);

/** Begins with the longest files, so that no worker still has one of them when the other has nothing left. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = (file: TestSpecification) => LONGEST.some(end => file.moduleId.endsWith(end));
    // oxlint-disable-next-line unicorn/no-array-sort -- No array's, but the sequencer's own, which changes nothing.
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['tests/support/database-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // A worker goes on with what it has loaded: no test puts another module in a module's place.
    isolate: false,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
  },
});
