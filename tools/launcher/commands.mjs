import { build, isBuilt } from './build.mjs';
import { chromium } from './chromium.mjs';
import { install } from './install.mjs';
import { runPinned } from './processes.mjs';
import { test } from './test.mjs';

/** Does one command; the answer is the exit code. A person's mistake or a failed preparation throws a LaunchError. */
export async function perform(command, args) {
  await install();
  if (command === 'test') return test(args);
  // While developing, only the fonts of a build are needed, of whatever age.
  if (command !== 'dev' || !isBuilt()) await build();
  if (command === 'bench') {
    return runPinned(['tests/bench/bench.ts', ...args], { env: { CHROMIUM: await chromium() } });
  }
  // The channel tells the site when this process is killed outright, so that it can still stop in good order.
  return runPinned(['src/main.ts', command, ...args], { channel: true });
}
