import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import type { PostgresBinaries } from './embedded-binaries.ts';

/** The unprivileged account that runs PostgreSQL when the site runs as root, since PostgreSQL refuses root. */
export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Root's folder for files that the account cannot reach in the checkout. */
export const SHARED_DATA_DIR = '/var/lib/freehold';

/**
 * Returns `postgres` if the machine has that account, else `nobody`; null unless running as root. Throws StartupError
 * if there is neither.
 */
export function findServerUser(passwd = '/etc/passwd'): OsUser | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync(passwd, 'utf8')
    .split('\n')
    .map(line => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const account = ['postgres', 'nobody'].map(name => accounts.find(entry => entry.name === name)).find(Boolean);
  if (!account)
    throw new StartupError(
      'PostgreSQL can’t run as root. Start Freehold as another user, or create the user "nobody".',
    );
  return account;
}

/** Returns whether the account can enter a folder. Runs `cd` as the account, so access lists and mounts count too. */
export function canAccessFolder(account: OsUser, folder: string): boolean {
  const { uid, gid } = account;
  const result = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { uid, gid, cwd: '/', stdio: 'ignore' });
  return result.status === 0;
}

/** Gives a folder and its contents to the account. Throws StartupError if that fails. */
export function chownRecursive(account: OsUser, folder: string): void {
  const result = spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, folder], { encoding: 'utf8' });
  if (result.status !== 0) {
    throw new StartupError(`Changing the owner of ${folder} to "${account.name}" failed.`);
  }
}

/**
 * Returns the programs where the account can run them: in place, or copied to `home` once per version. The rename makes
 * a copy appear completely, so concurrent starts never see a partial one.
 */
export function ensureExecutableBinaries(
  programs: PostgresBinaries,
  account: OsUser,
  notice: (message: string) => void,
  home = SHARED_DATA_DIR,
): PostgresBinaries {
  if (canAccessFolder(account, join(programs.folder, 'bin'))) return programs;
  const copy = join(home, `postgresql-${programs.version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.new-${process.pid}`;
    try {
      createTraversableFolder(home);
      cpSync(programs.folder, draft, { recursive: true, verbatimSymlinks: true });
      // A checkout made under a strict umask would pass its modes on to the copy.
      spawnSync('chmod', ['-R', 'u=rwX,go=rX', draft]);
      renameSync(draft, copy);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(copy)) {
        throw new StartupError(`Copying PostgreSQL to ${home} failed: ${String(error)}`, { cause: error });
      }
    }
    notice(
      `PostgreSQL was copied to ${copy} because the account that runs it, "${account.name}", cannot access ${programs.folder}.`,
    );
  }
  return { ...programs, folder: copy };
}

/** Creates a folder that every account can pass through, regardless of the umask. */
export function createTraversableFolder(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  spawnSync('chmod', ['755', folder]);
}
