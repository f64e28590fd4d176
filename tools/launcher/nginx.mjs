import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { installWithApt, isDebian, isRoot } from './apt.mjs';
import { LaunchError } from './processes.mjs';

/**
 * Returns the path of an nginx that runs here. As root on Debian it installs one. Throws a LaunchError if there is
 * none.
 */
export async function nginx() {
  const found = installed();
  if (found) return found;
  if (isRoot && isDebian()) {
    console.log('Installing nginx with apt-get…');
    // Only the program is needed: no service is set up, and the tests run it in their own folder.
    await installWithApt('nginx-light');
  }
  const path = installed();
  if (!path) throw new LaunchError('nginx was not found. Install it, for example with: apt-get install nginx-light');
  return path;
}

function installed() {
  const folders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders
    .map(folder => join(folder, 'nginx'))
    .find(path => spawnSync(path, ['-v'], { stdio: 'ignore', timeout: 20_000 }).status === 0);
}
