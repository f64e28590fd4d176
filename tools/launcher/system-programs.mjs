import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { installWithApt, isDebian, isRoot } from './apt.mjs';
import { LaunchError } from './processes.mjs';

const PROGRAMS = {
  nginx: { packageName: 'nginx-light', check: '-v', folders: () => [] },
  caddy: { packageName: 'caddy', check: 'version', folders: () => ['/usr/bin'] },
  haproxy: { packageName: 'haproxy', check: '-v', folders: () => [] },
  pg_basebackup: { packageName: 'postgresql', check: '--version', folders: postgresFolders },
};

/** Returns the path of an nginx that runs here. As root on Debian it installs one. Throws a LaunchError without one. */
export const nginx = () => findOrInstall('nginx');

/** Returns the path of a Caddy that runs here. As root on Debian it installs one. Throws a LaunchError without one. */
export const caddy = () => findOrInstall('caddy');

/** Returns the path of an HAProxy that runs here. As root on Debian it installs one. Throws a LaunchError without one. */
export const haproxy = () => findOrInstall('haproxy');

/** Returns the program folder of a complete PostgreSQL. As root on Debian it installs one. Throws a LaunchError. */
export const postgres = async () => dirname(await findOrInstall('pg_basebackup'));

/** Installs all programs that are missing, as root on Debian, so no test has to wait for one. */
export async function installSystemPrograms() {
  if (!isRoot || !isDebian()) return;
  const missing = Object.keys(PROGRAMS).filter(name => !installed(name));
  if (missing.length > 0) await installWithApt(...missing.map(name => PROGRAMS[name].packageName));
}

async function findOrInstall(name) {
  const { packageName } = PROGRAMS[name];
  const found = installed(name);
  if (found) return found;
  if (isRoot && isDebian()) {
    console.log(`Installing ${packageName} with apt-get…`);
    // Tests run the program in their own folder. They don't use a service that the package may set up.
    await installWithApt(packageName);
  }
  const path = installed(name);
  if (!path) {
    throw new LaunchError(`${name} was not found. Install it, for example with: apt-get install ${packageName}`);
  }
  return path;
}

function installed(name) {
  const { check, folders } = PROGRAMS[name];
  return [
    ...folders(),
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/bin',
    ...(process.env.PATH ?? '').split(delimiter),
  ]
    .map(folder => join(folder, name))
    .find(path => spawnSync(path, [check], { stdio: 'ignore', timeout: 20_000 }).status === 0);
}

/** Debian and Homebrew install the programs of each PostgreSQL version in its own folder. Lists the newest first. */
function postgresFolders() {
  const list = (folder, pattern) => (existsSync(folder) ? readdirSync(folder).filter(name => pattern.test(name)) : []);
  const version = folder => Number(/\d+/.exec(folder)?.[0]);
  return [
    ...list('/usr/lib/postgresql', /^\d+$/).map(name => join('/usr/lib/postgresql', name, 'bin')),
    ...list('/opt/homebrew/opt', /^postgresql@\d+$/).map(name => join('/opt/homebrew/opt', name, 'bin')),
  ].toSorted((one, other) => version(other) - version(one));
}
