import { defineConfig } from '@playwright/test';
import chromiumFlags from './tools/chromium-flags.json' with { type: 'json' };

// The address of the site under test is known to the workers only: the global setup starts it and leaves it in the
// environment, and each worker reads this file anew.

/** The last of the files that take one worker long: begun at the end, it would keep the others waiting. */
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
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_SITE ?? '',
    headless: true,
    trace: 'off',
    viewport: { width: 1440, height: 900 },
    // Motion takes processor time and has to be awaited. A file that tests what moves asks for it (`withMotion`, test.ts).
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: [...chromiumFlags],
    },
  },
});
