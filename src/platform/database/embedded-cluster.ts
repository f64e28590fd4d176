import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findErrorCode, StartupError } from '../startup-error.ts';
import {
  type OsUser,
  canAccessFolder,
  chownRecursive,
  createTraversableFolder,
  ensureExecutableBinaries,
  SHARED_DATA_DIR,
} from './embedded-os-user.ts';
import { PLATFORM_LOCALE, serverEnvironment } from './embedded-environment.ts';
import type { PostgresBinaries } from './embedded-binaries.ts';

/** A site's database files and the account that owns them; null is the current account. */
export interface Cluster {
  readonly folder: string;
  readonly account: OsUser | null;
}

interface Request {
  readonly programs: PostgresBinaries;
  readonly dataDir: string;
  readonly account: OsUser | null;
  readonly notice: (message: string) => void;
}

/**
 * Returns the site's database files, and creates them first if needed.
 *
 * They are in `postgres` in the data folder. If root's unprivileged account cannot enter that folder, they are under
 * `/var/lib/freehold` and `postgres` is a symlink, so the location is decided once and moves with the data folder.
 */
export async function ensureCluster(request: Request): Promise<Cluster> {
  const { account, notice } = request;
  const dataDir = ensureWritable(request.dataDir, () => {
    mkdirSync(request.dataDir, { recursive: true });
    return realpathSync(request.dataDir);
  });
  const entry = join(dataDir, 'postgres');

  let folder = existingFolder(entry);
  if (!folder) {
    const isShared = account !== null && !canAccessFolder(account, dataDir);
    folder = isShared ? findFreeFolder(entry) : entry;
    await create({ ...request, dataDir }, folder);
    if (isShared) folder = link(entry, folder);
  }
  checkVersion(folder, request.programs);
  const owner = resolveOwner(folder, account);
  if (dirname(folder) !== dataDir) {
    notice(
      `The database is stored in ${folder} because the account that runs it, "${owner?.name ?? 'postgres'}", cannot access ${dataDir}.`,
    );
  }
  return { folder, account: owner };
}

/** Returns the cluster at `entry`, or null if there is none yet. Throws StartupError for a dangling link. */
function existingFolder(entry: string): string | null {
  const found = lstatSync(entry, { throwIfNoEntry: false });
  if (!found) return null;
  if (!existsSync(entry)) {
    throw new StartupError(
      `The database that ${entry} points to does not exist. Restore it from a backup, or remove ${entry} to start with an empty database.`,
    );
  }
  const folder = realpathSync(entry);
  const isOurs = process.getuid?.() === 0 || statSync(folder).uid === process.getuid?.();
  return isOurs && readdirSync(folder).length === 0 ? null : folder;
}

/**
 * Returns an unused folder under `/var/lib/freehold`, so files of an earlier site at the same path are never reused.
 */
function findFreeFolder(entry: string): string {
  const base = join(SHARED_DATA_DIR, hash('sha256', entry).slice(0, 8));
  let candidate = base;
  for (let count = 2; existsSync(candidate); count++) candidate = `${base}-${count}`;
  return candidate;
}

/** Links the cluster into the data folder. If a concurrent start did so first, its link is used. */
function link(entry: string, folder: string): string {
  try {
    symlinkSync(folder, entry);
  } catch (error) {
    if (findErrorCode(error) !== 'EEXIST') throw error;
  }
  return realpathSync(entry);
}

function checkVersion(folder: string, programs: PostgresBinaries): void {
  let version: string;
  try {
    version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    if (findErrorCode(error) === 'EACCES') throw foreignFolderError(folder, error);
    throw new StartupError(
      `The folder ${folder} is not empty, but contains no PostgreSQL database. Move or delete it.`,
      {
        cause: error,
      },
    );
  }
  if (version !== programs.major) {
    throw new StartupError(
      `The database in ${folder} was created by PostgreSQL ${version}, but this version of Freehold includes PostgreSQL ${programs.major}. Move the data with a backup and a restore.`,
    );
  }
}

/**
 * Returns the account that PostgreSQL must run as: the owner of its files. Files owned by root are given to the
 * account.
 */
function resolveOwner(folder: string, account: OsUser | null): OsUser | null {
  const { uid, gid } = statSync(folder);
  if (!account) {
    if (uid !== process.getuid?.()) throw foreignFolderError(folder);
    return null;
  }
  const owner = uid === 0 || uid === account.uid ? account : { name: `number ${uid}`, uid, gid };
  if (uid === 0) {
    chownRecursive(owner, folder);
    chmodSync(folder, 0o700);
  }
  if (!canAccessFolder(owner, folder)) {
    throw new StartupError(
      `The account that runs the database, "${owner.name}", cannot access ${folder}. Give it access to the parent folders (chmod a+x).`,
    );
  }
  return owner;
}

function foreignFolderError(folder: string, cause?: unknown): StartupError {
  return new StartupError(
    `The database in ${folder} belongs to another account. Start Freehold as that account or as root, or set DATA_DIR to another folder.`,
    { cause },
  );
}

/**
 * Creates the cluster with a database `freehold` in a draft folder. The rename makes it appear completely or not at
 * all.
 */
async function create({ programs: found, dataDir, account, notice }: Request, folder: string): Promise<void> {
  const programs = account ? ensureExecutableBinaries(found, account, notice) : found;
  const draft = `${folder}.new-${process.pid}`;
  ensureWritable(dataDir, () => {
    if (dirname(folder) === SHARED_DATA_DIR) createTraversableFolder(SHARED_DATA_DIR);
    removeAbandonedDrafts(folder);
    mkdirSync(draft, { mode: 0o700 });
  });
  try {
    if (account) chownRecursive(account, draft);
    await run(programs, account, 'initdb', ['-D', draft, ...initialSettings], '');
    await run(programs, account, 'postgres', ['--single', '-D', draft, 'postgres'], 'CREATE DATABASE freehold\n');
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // A concurrent start created the cluster first.
    if (findErrorCode(error) === 'ENOTEMPTY' || findErrorCode(error) === 'EEXIST') return;
    throw error instanceof StartupError
      ? error
      : new StartupError(`Creating the database in ${folder} failed: ${String(error)}`);
  }
}

const initialSettings = [
  '--username=freehold',
  '--encoding=UTF8',
  // The builtin provider sorts the same on every machine and version. pg_trgm and full-text search still use the C
  // library to classify letters, and know only ASCII under plain C.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  `--lc-ctype=${PLATFORM_LOCALE}`,
  // Trust is safe: the only way in is a socket in a folder of mode 700, and anyone who can enter it can read the files.
  // `peer` needs the same account on both sides, which a start as root does not have.
  '--auth-local=trust',
  '--auth-host=reject',
  // Stored in postgresql.conf, where the owner can raise them.
  ...['shared_buffers=32MB', 'max_connections=50', 'jit=off', 'max_parallel_workers_per_gather=0'].flatMap(setting => [
    '--set',
    setting,
  ]),
];

function run(
  programs: PostgresBinaries,
  account: OsUser | null,
  name: string,
  args: string[],
  input: string,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(join(programs.folder, 'bin', name), args, {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: '/',
    env: serverEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => {}).end(input);
  child.once('error', error => {
    const reason = `PostgreSQL does not run on this system (${findErrorCode(error)})`;
    reject(new StartupError(`${reason}. Set DATABASE_URL to a PostgreSQL server.`, { cause: error }));
  });
  child.once('close', code => {
    if (code === 0) return resolve();
    const reason = stderr.split('\n').find(line => /error|fatal|could not/i.test(line)) ?? stderr.trim();
    reject(new StartupError(`Creating the database failed (${name}): ${reason.trim()}`));
  });
  return promise;
}

/** Removes drafts left behind by starts that were killed, also with our PID, which is the same in each container. */
function removeAbandonedDrafts(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    const [, target, pid] = /^(.+)\.new-(\d+)$/.exec(name) ?? [];
    if (target !== basename(folder) || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    try {
      rmSync(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The killed start's initdb is still writing there. A later start removes it.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return findErrorCode(error) === 'EPERM';
  }
}

function ensureWritable<T>(dataDir: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} is not writable (${findErrorCode(error) ?? String(error)}). Set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}
