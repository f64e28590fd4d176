import { spawn, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../startup-error.ts';
import { chownRecursive } from './embedded-os-user.ts';
import type { Cluster } from './embedded-cluster.ts';
import { serverEnvironment } from './embedded-environment.ts';
import type { PostgresBinaries } from './embedded-binaries.ts';

/** A PostgreSQL server that is our child process. */
export interface StartedServer {
  readonly ended: boolean;
  /** Returns the last three lines of its log, joined, for an error message. */
  tail(): string;
  kill(signal: 'SIGTERM' | 'SIGQUIT'): void;
  /** Ends it immediately, even before it has written its PID file. The next start recovers from the write-ahead log. */
  stop(): Promise<void>;
}

/**
 * Starts the server, listening on a Unix socket only. It leads its own process group, so Ctrl-C in a terminal doesn't
 * reach it. It survives if the site is killed, and the next start joins it.
 */
export function startServer(programs: PostgresBinaries, cluster: Cluster): StartedServer {
  const { folder, account } = cluster;
  removeStaleLocks(cluster);
  const log = openLog(cluster);
  const child = spawn(join(programs.folder, 'bin', 'postgres'), ['-D', folder, ...serverSettings(cluster)], {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  const exit = Promise.withResolvers<void>();
  let tail = '';
  const server = { ended: false, tail: () => tail, kill: (signal: NodeJS.Signals) => void child.kill(signal), stop };
  const handleExit = (): void => {
    if (server.ended) return;
    server.ended = true;
    // Read by descriptor: another start may have replaced the file.
    const bytes = Buffer.alloc(Math.min(fstatSync(log).size, 65_536));
    tail = lastLines(
      bytes.toString('utf8', 0, readSync(log, bytes, 0, bytes.length, fstatSync(log).size - bytes.length)),
    );
    closeSync(log);
    exit.resolve();
  };
  child.once('error', handleExit).once('exit', handleExit).unref();

  async function stop(): Promise<void> {
    child.ref();
    if (!server.ended) child.kill('SIGQUIT');
    await exit.promise;
  }
  return server;
}

function serverSettings(cluster: Cluster): string[] {
  return Object.entries({
    listen_addresses: '',
    port: String(SOCKET_PORT),
    unix_socket_directories: `"${getSocketFolder(cluster).replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // End the statements of a killed site, and so release their locks.
    client_connection_check_interval: '1s',
    // One syncfs instead of an fsync per file: recovery takes 0.1 s instead of 4 s (Linux 5.8 and later report errors).
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    // Reads come from memory, where I/O worker processes would only add cost.
    io_method: 'sync',
    // The site reports its own failed statements; in this file they would grow without limit.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Part of the socket file's name. No TCP port is opened. */
export const SOCKET_PORT = 5432;

/**
 * Returns the folder of the server's socket: the cluster itself (mode 700), or a short one under /tmp if that path
 * exceeds the system's limit (107 bytes on Linux, 103 on macOS). Deterministic, so every process finds it.
 */
export function getSocketFolder({ folder }: Cluster): string {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= 103) return folder;
  return `/tmp/freehold-${hash('sha256', folder).slice(0, 16)}`;
}

/** Creates the short socket folder if it is needed. Throws StartupError if another account owns it. */
export function prepareSocketFolder(cluster: Cluster): void {
  const folder = getSocketFolder(cluster);
  if (folder === cluster.folder) return;
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    if (cluster.account) chownRecursive(cluster.account, folder);
  }
  const { uid, mode } = lstatSync(folder);
  const isPrivateFolder = (mode & 0o170777) === 0o040700;
  if (uid !== (cluster.account?.uid ?? process.getuid?.()) || !isPrivateFolder) {
    throw new StartupError(`The folder ${folder} belongs to another account. Set DATA_DIR to a shorter path.`);
  }
}

function logFile(folder: string): string {
  return join(folder, 'server.log');
}

/** Opens a new log file for this start and keeps the previous one as `.old`. */
function openLog({ folder, account }: Cluster): number {
  try {
    if (existsSync(logFile(folder))) renameSync(logFile(folder), `${logFile(folder)}.old`);
    const log = openSync(logFile(folder), 'a+', 0o600);
    if (account) fchownSync(log, account.uid, account.gid);
    return log;
  } catch (error) {
    throw new StartupError(`The database folder ${folder} is not writable. Set DATA_DIR to another folder.`, {
      cause: error,
    });
  }
}

/** Returns the last three lines of the log of the server in this folder, joined, for an error message. */
export function readLastLogLines(folder: string): string {
  try {
    return lastLines(readFileSync(logFile(folder), 'utf8'));
  } catch {
    return 'no log found';
  }
}

function lastLines(log: string): string {
  return log.trim().split('\n').slice(-3).join(' / ') || 'the log is empty';
}

/** Returns the PID of the server running in this folder, or null. */
export function findServerPid(folder: string): number | null {
  const pid = readLockPid(join(folder, 'postmaster.pid'));
  return pid !== null && isServer(pid, folder) ? pid : null;
}

function isServer(pid: number, folder: string): boolean {
  return getCommand(pid).includes(folder);
}

/** Returns the PID in a lock file, or null. */
function readLockPid(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** Returns a process's command line; empty if the process doesn't exist or is a zombie. */
function getCommand(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Milliseconds for which an empty lock file may belong to a server that is still writing it. */
const GRACE = 1000;

/**
 * Removes stale lock files that would stop PostgreSQL: their PID now belongs to another program (after a restart of the
 * machine or container), or they are empty (after a power loss).
 */
function removeStaleLocks(cluster: Cluster): void {
  const socketLock = join(getSocketFolder(cluster), `.s.PGSQL.${SOCKET_PORT}.lock`);
  for (const file of [join(cluster.folder, 'postmaster.pid'), socketLock]) {
    const pid = readLockPid(file);
    const stale = pid === null ? isOlderThan(file, GRACE) : getCommand(pid) !== '' && !isServer(pid, cluster.folder);
    if (stale) rmSync(file, { force: true });
  }
}

/** Returns whether a file is older. One from the future is, too: the clock has been set back. */
function isOlderThan(file: string, milliseconds: number): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) > milliseconds;
}

/**
 * Kills child processes left running by a killed server: a busy one doesn't notice the loss, and no new server starts
 * before it ends. No committed data is lost. Linux only; elsewhere the next start waits for them.
 */
export function endOrphans({ folder }: Cluster): void {
  if (process.platform !== 'linux' || findServerPid(folder) !== null) return;
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    try {
      const pid = Number(name);
      if (getCommand(pid).startsWith('postgres:') && readlinkSync(`/proc/${pid}/cwd`) === folder) {
        process.kill(pid, 'SIGKILL');
      }
    } catch {
      // The process has ended, or belongs to another account.
    }
  }
}

/** Sends a signal to the server running in this folder, if there is one. */
export function signalServer(folder: string, signal: 'SIGINT' | 'SIGQUIT'): void {
  const pid = findServerPid(folder);
  if (pid !== null) process.kill(pid, signal);
}

/** Milliseconds that a fast shutdown may take. */
const SHUTDOWN_TIMEOUT = 15_000;

/**
 * Stops the server with a fast shutdown. After 15 s, or right away if it does not answer yet (`responds`), uses an
 * immediate shutdown, from which the next start recovers. No committed row is lost either way. Throws if the server
 * keeps running.
 */
export async function stopServer(folder: string, { responds }: { responds: boolean }): Promise<void> {
  const pid = findServerPid(folder);
  if (pid === null) return;
  for (const signal of responds ? (['SIGINT', 'SIGQUIT'] as const) : (['SIGQUIT'] as const)) {
    const end = Date.now() + SHUTDOWN_TIMEOUT;
    if (isServer(pid, folder)) process.kill(pid, signal);
    while (Date.now() < end) {
      if (!isServer(pid, folder)) return;
      await delay(5);
    }
  }
  throw new Error(`The database in ${folder} did not stop.`);
}
