import { openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchError, run } from './processes.mjs';

export const isRoot = process.getuid?.() === 0;

/** Returns whether this is Debian or a derivative other than Ubuntu, whose chromium package is a stub. */
export function isDebian() {
  try {
    const release = readFileSync('/etc/os-release', 'utf8');
    return /^ID(_LIKE)?=.*debian/m.test(release) && !/^ID(_LIKE)?=.*ubuntu/m.test(release);
  } catch {
    return false;
  }
}

/** Installs Debian packages without output. The caller must check whether their programs exist. */
export async function installWithApt(...names) {
  const log = openSync(join(tmpdir(), `freehold-apt-${process.pid}.log`), 'a');
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', log, log] };
  try {
    // apt-get fails while another one runs, and the steps of a test run install their programs at the same time.
    const aptGet = args => run('flock', ['/tmp/freehold-apt.lock', 'apt-get', ...args], options);
    if ((await aptGet(['update'])) !== 0) return;
    await aptGet(['install', '-y', '--no-install-recommends', ...names]);
  } catch (error) {
    // If a program is missing, nothing is installed, and the caller notices.
    if (!(error instanceof LaunchError)) throw error;
  }
}
