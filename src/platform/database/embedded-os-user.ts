import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import type { PostgresBinaries } from './embedded-binaries.ts';

/** The unprivileged account that runs the server when we are root, because PostgreSQL refuses root. */
export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Where root keeps what the account cannot reach in the checkout. */
export const SHARED_DATA_DIR = '/var/lib/freehold';

/** `postgres` where the machine has it, else `nobody`. Null for an ordinary user, who runs the server as himself. */
export function findServerUser(passwd = '/etc/passwd'): OsUser | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync(passwd, 'utf8')
    .split('\n')
    .map(line => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const account = ['postgres', 'nobody'].map(name => accounts.find(known => known.name === name)).find(Boolean);
  if (!account) throw new StartupError('PostgreSQL refuses to run as root, and this machine has no account "nobody".');
  return account;
}

/** Asks the system itself, as the account, so that access lists and mounts count as well as modes. */
export function canAccessFolder(account: OsUser, folder: string): boolean {
  const { uid, gid } = account;
  const asked = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { uid, gid, cwd: '/', stdio: 'ignore' });
  return asked.status === 0;
}

/** Gives the account a folder and everything in it. */
export function chownRecursive(account: OsUser, folder: string): void {
  const given = spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, folder], { encoding: 'utf8' });
  if (given.status !== 0) {
    throw new StartupError(`The folder ${folder} cannot be given to the account "${account.name}".`);
  }
}

/**
 * The programs where the account can run them: in place, or copied once per version into `home`.
 * The copy appears whole, by a rename, so that two sites starting together cannot meet half of one.
 */
export function ensureExecutableBinaries(
  programs: PostgresBinaries,
  account: OsUser,
  notice: (sentence: string) => void,
  home = SHARED_DATA_DIR,
): PostgresBinaries {
  if (canAccessFolder(account, join(programs.folder, 'bin'))) return programs;
  const copy = join(home, `postgresql-${programs.version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.new-${process.pid}`;
    try {
      createTraversableFolder(home);
      cpSync(programs.folder, draft, { recursive: true, verbatimSymlinks: true });
      // A checkout made under a strict umask would hand its closed modes on to the copy.
      spawnSync('chmod', ['-R', 'u=rwX,go=rX', draft]);
      renameSync(draft, copy);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(copy)) {
        throw new StartupError(`PostgreSQL's programs cannot be copied to ${home}: ${String(error)}`, { cause: error });
      }
    }
    notice(
      `PostgreSQL's programs were copied to ${copy}, because the account "${account.name}" that runs them cannot enter ${programs.folder}.`,
    );
  }
  return { ...programs, folder: copy };
}

/** Makes a folder of root's that every account may pass through, whatever the umask. */
export function createTraversableFolder(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  spawnSync('chmod', ['755', folder]);
}
