import { defineConfig } from '@playwright/test';
import chromiumFlags from './tools/chromium-flags.json' with { type: 'json' };

// The global setup starts the site and passes its URL in the environment. Each worker process evaluates this file
// again.

/** Takes longest in a single worker, so it starts first. */
const LONG = '**/publishing/editing.spec.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  projects: [
    { name: 'first', testMatch: LONG },
    { name: 'then', testIgnore: LONG },
  ],
  forbidOnly: Boolean(process.env.CI),
  // On two cores, a third worker runs while the others wait.
  workers: 3,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_SITE ?? '',
    headless: true,
    trace: 'off',
    viewport: { width: 1440, height: 900 },
    // Animations slow the tests down. Tests of animations turn them on with `withMotion` (test.ts).
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: [...chromiumFlags],
    },
  },
});
