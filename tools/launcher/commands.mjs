import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt } from './build.mjs';
import { chromium } from './chromium.mjs';
import { install } from './install.mjs';
import { root, runPinned } from './processes.mjs';
import { release } from '../release/release.mjs';
import { test } from './test.mjs';

/**
 * Limits the memory of a running site: garbage is collected early, and the C library uses two arenas instead of eight
 * per core and returns large blocks to the system. Variables that are already set are kept.
 */
function siteEnvironment() {
  const settings = JSON.parse(readFileSync(join(root, 'tools/launcher/site-environment.json'), 'utf8'));
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, process.env[name] ?? value]));
}

/** Runs a command and returns its exit code. Throws a LaunchError for a user's mistake or a failed preparation. */
export async function perform(command, args) {
  await install({ development: ['dev', 'test', 'bench'].includes(command) });
  if (command === 'test') return test(args);
  // Development needs only the fonts of a build, even of an outdated one.
  if (command !== 'dev' || !isBuilt()) await build();
  if (command === 'release') {
    release();
    console.log('The release is in the folder release.');
    return 0;
  }
  if (command === 'bench') {
    return runPinned(['tests/bench/bench.ts', ...args], { env: { CHROMIUM: await chromium() } });
  }
  const main = command === 'dev' ? 'src/main.ts' : 'dist/server/main.js';
  if (command !== 'dev' && command !== 'start') {
    // Files are named relative to the folder where the command was typed, also through npm.
    return runPinned([main, command, ...args], { env: { INIT_CWD: process.env.INIT_CWD ?? process.cwd() } });
  }
  // The channel closes when this process is killed, so the site can still shut down cleanly.
  return runPinned([main, command, ...args], { channel: true, env: command === 'start' ? siteEnvironment() : {} });
}
