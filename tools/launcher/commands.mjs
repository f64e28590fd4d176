import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt } from './build.mjs';
import { chromium } from './chromium.mjs';
import { install } from './install.mjs';
import { root, runPinned } from './processes.mjs';
import { test } from './test.mjs';

/**
 * Keeps a running site small: few objects wait to be collected, and the C library allocates from two areas instead of
 * eight for each core and returns large blocks to the system. What the owner's environment says already stands.
 */
function siteEnvironment() {
  const settings = JSON.parse(readFileSync(join(root, 'tools/launcher/site-environment.json'), 'utf8'));
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, process.env[name] ?? value]));
}

/** Does one command; the answer is the exit code. A person's mistake or a failed preparation throws a LaunchError. */
export async function perform(command, args) {
  await install({ development: command !== 'start' });
  if (command === 'test') return test(args);
  // While developing, only the fonts of a build are needed, of whatever age.
  if (command !== 'dev' || !isBuilt()) await build();
  if (command === 'bench') {
    return runPinned(['tests/bench/bench.ts', ...args], { env: { CHROMIUM: await chromium() } });
  }
  const main = command === 'dev' ? 'src/main.ts' : 'dist/server/main.js';
  // The channel tells the site when this process is killed outright, so that it can still stop in good order.
  return runPinned([main, command, ...args], { channel: true, env: command === 'start' ? siteEnvironment() : {} });
}
