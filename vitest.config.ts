import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files. */
const LONGEST = [
  'upgrade/upgrade',
  'payments/properties',
  'import-export/freehold-archives',
  'import-export/limits',
  'billing/amounts',
  'newsletter/subscribers',
].map(name => `/tests/${name}.test.ts`);

/**
 * Tests that kill processes, cut connections or compare durations. They mostly wait, so they run in parallel with the
 * others.
 */
const CRASHES = [
  'src/platform/database/embedded*.test.ts',
  'tests/*/*crash*.test.ts',
  'tests/app/{disk-full,graceful-shutdown,interrupted-start,starts-after-kills,two-instances}.test.ts',
  'tests/app/pages/not-found.test.ts',
  'tests/email/smtp-outage.test.ts',
  'tests/release/installation.test.ts',
  'tests/upgrade/last-release.test.ts',
  'tests/platform/database-{failover,interruptions}.test.ts',
];

/** Starts with the slowest files, so all workers finish at the same time. */
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
    globalSetup: ['tests/support/postgres-global-setup.ts'],
    // Only for tests that hang: a busy machine can be several times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Workers keep loaded modules: no test mocks a module.
    isolate: false,
    // Node.js runs the sources as they are (decision 077).
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A deprecated call fails, because the next version of a library would break it.
    execArgv: ['--throw-deprecation', '--import', new URL('tests/support/jsx-loader.ts', import.meta.url).href],
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...CRASHES],
        },
      },
      { extends: true, test: { name: 'crash', include: CRASHES } },
    ],
  },
});
