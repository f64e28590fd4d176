import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../startup-error.ts';
import { giveTo } from './embedded-account.ts';
import type { Cluster } from './embedded-cluster.ts';
import { serverEnvironment } from './embedded-environment.ts';
import type { Programs } from './embedded-programs.ts';

/** A server that is our own child. */
export interface StartedServer {
  readonly ended: boolean;
  /** Ends it even before it has written down its process number. */
  stop(): Promise<void>;
  /** Leaves it to the others who use it, whatever becomes of us. */
  release(): void;
}

/**
 * Starts the server as the leader of its own process group, so that a terminal's Ctrl-C reaches us and not it,
 * and on a unix socket only. It outlives us when we are killed, and the next start joins it; when we only exit in
 * haste, it follows as soon as nobody is connected.
 */
export function startServer(programs: Programs, cluster: Cluster): StartedServer {
  const { folder, account } = cluster;
  removeLyingPidFile(folder);
  const log = openLog(cluster);
  const child = spawn(join(programs.folder, 'bin', 'postgres'), ['-D', folder, ...serverSettings(cluster)], {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const exit = Promise.withResolvers<void>();
  const server = { ended: false, stop, release };
  const end = (): void => {
    server.ended = true;
    release();
    exit.resolve();
  };
  const endWhenUnused = (): void => void child.kill('SIGTERM');
  process.once('exit', endWhenUnused);
  child.once('error', end).once('exit', end).unref();

  async function stop(): Promise<void> {
    child.ref();
    if (!server.ended) child.kill('SIGINT');
    await exit.promise;
  }

  function release(): void {
    process.off('exit', endWhenUnused);
  }
  return server;
}

function serverSettings(cluster: Cluster): string[] {
  return Object.entries({
    listen_addresses: '',
    port: String(socketNumber),
    unix_socket_directories: `"${socketFolder(cluster).replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // Reads come from memory: helper processes for them would only cost some.
    io_method: 'sync',
    // The site reports its own failed statements; in this file they would grow without end.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Names the socket file; no TCP port is opened. */
export const socketNumber = 5432;

/**
 * The folder of the server's socket: the cluster itself (mode 700), or a short one under /tmp where that address
 * would pass the system's limit (107 bytes on Linux, 103 on macOS). The same for everybody who asks.
 */
export function socketFolder({ folder }: Cluster): string {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${socketNumber}`)) <= 103) return folder;
  return `/tmp/freehold-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
}

/** Makes the short socket folder where one is needed, and refuses one that somebody else has put there. */
export function prepareSocketFolder(cluster: Cluster): void {
  const folder = socketFolder(cluster);
  if (folder === cluster.folder) return;
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    if (cluster.account) giveTo(cluster.account, folder);
  }
  const { uid, mode } = lstatSync(folder);
  const isPrivateFolder = (mode & 0o170777) === 0o040700;
  if (uid !== (cluster.account?.uid ?? process.getuid?.()) || !isPrivateFolder) {
    throw new StartupError(`The folder ${folder} belongs to someone else: choose a shorter path with DATA_DIR.`);
  }
}

function logFile(folder: string): string {
  return join(folder, 'server.log');
}

/** A fresh log for each start; the one before is kept beside it. */
function openLog({ folder, account }: Cluster): number {
  try {
    if (existsSync(logFile(folder))) renameSync(logFile(folder), `${logFile(folder)}.old`);
    const log = openSync(logFile(folder), 'a', 0o600);
    if (account) fchownSync(log, account.uid, account.gid);
    return log;
  } catch (error) {
    throw new StartupError(`The database's folder ${folder} cannot be written: choose another with DATA_DIR.`, {
      cause: error,
    });
  }
}

/** The last three lines of the server's log as one, for a message. */
export function lastWords(folder: string): string {
  try {
    return readFileSync(logFile(folder), 'utf8').trim().split('\n').slice(-3).join(' / ') || 'it said nothing';
  } catch {
    return 'it left no log';
  }
}

/** The process number of the server that now runs in this folder, or null. */
export function runningServer(folder: string): number | null {
  const pid = recordedPid(folder);
  return pid !== null && isServer(pid, folder) ? pid : null;
}

function isServer(pid: number, folder: string): boolean {
  return commandOf(pid).includes(folder);
}

function recordedPid(folder: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** The command line of a process; empty when there is none, or when it is dead and only not yet collected. */
function commandOf(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * After a container's restart the number in a dead server's `postmaster.pid` is often some other process of ours,
 * and PostgreSQL would take that for a living server. In every other case it judges its file well by itself.
 */
function removeLyingPidFile(folder: string): void {
  const pid = recordedPid(folder);
  if (pid !== null && commandOf(pid) !== '' && runningServer(folder) === null) {
    rmSync(join(folder, 'postmaster.pid'), { force: true });
  }
}

/**
 * Ends the server by a fast shutdown: what is committed is on disk, open connections are closed. If that takes longer
 * than 30 s, by an immediate one, after which the next start recovers from the log: no committed row is lost by either.
 */
export async function stopServer(folder: string): Promise<void> {
  const pid = runningServer(folder);
  if (pid === null) return;
  for (const [signal, seconds] of [['SIGINT', 30] as const, ['SIGQUIT', 10] as const]) {
    const end = Date.now() + seconds * 1000;
    if (isServer(pid, folder)) process.kill(pid, signal);
    while (Date.now() < end) {
      if (!isServer(pid, folder)) return;
      await delay(5);
    }
  }
  throw new Error(`The database in ${folder} did not stop.`);
}
