import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files. */
const LONGEST = [
  'upgrade/upgrade',
  'platform/database-interruptions',
  'import-export/invalid-archives',
  'payments/properties',
  'newsletter/crash-recovery',
  'app/starts-after-kills',
  'newsletter/subscribers',
  'import-export/limits',
  'app/pages/not-found',
  'billing/amounts',
].map(name => `/tests/${name}.test.ts`);

/** Starts with the slowest files, so that all workers finish at the same time. */
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
    globalSetup: ['tests/support/postgres-global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // On two cores, a third worker runs while the others wait for the database.
    maxWorkers: 3,
    // Workers keep loaded modules: no test mocks a module.
    isolate: false,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
  },
});
