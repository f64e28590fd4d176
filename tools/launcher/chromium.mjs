import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { installWithApt, isDebian, isRoot } from './apt.mjs';
import { LaunchError, pinnedNode, root, run, stopRequest, tool } from './processes.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Returns the path of a Chromium that runs here, and installs one if there is none. */
export async function chromium() {
  const { CHROMIUM: chosen } = process.env;
  if (chosen) {
    if (!works(chosen)) throw new LaunchError(`CHROMIUM is set to ${chosen}, which cannot be run.`);
    return chosen;
  }
  const found = installed();
  if (found) return found;

  if (isRoot && isDebian()) {
    console.log('Installing Chromium with apt-get…');
    await installWithApt('chromium');
  }
  if (!installed() && !stopRequest()) {
    console.log('Installing Chromium with Playwright…');
    await run(tool('playwright'), ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const path = installed();
  if (!path) throw new LaunchError('Chromium could not be installed. Install it and set CHROMIUM to its path.');
  return path;
}

/** Returns the path of a Chromium for tests: Debian's headless shell, which needs a sixth less CPU time, if possible. */
export async function headlessChromium() {
  const shell = '/usr/bin/chromium-headless-shell';
  if (process.env.CHROMIUM) return chromium();
  if (!works(shell) && isRoot && isDebian()) await installWithApt('chromium-headless-shell');
  return works(shell) ? shell : chromium();
}

function installed() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const ofTheSystem = folders.flatMap(folder => names.map(name => join(folder, name)));
  return [...ofTheSystem, ofPlaywright()].find(works);
}

function ofPlaywright() {
  const ask = "process.stdout.write(require('playwright-core').chromium.executablePath())";
  return spawnSync(pinnedNode, ['--eval', ask], { cwd: root, encoding: 'utf8' }).stdout;
}

/** Runs it, because Ubuntu's `chromium-browser` may be a stub that only says to install a snap. */
function works(path) {
  return Boolean(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}
