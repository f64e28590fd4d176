import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { findErrorCode, StartupError } from '../startup-error.ts';
import { ensureExecutableBinaries, findServerUser } from './embedded-os-user.ts';
import { type Cluster, ensureCluster } from './embedded-cluster.ts';
import { getPostgresBinaries, type PostgresBinaries } from './embedded-binaries.ts';
import {
  endOrphans,
  readLastLogLines,
  prepareSocketFolder,
  findServerPid,
  signalServer,
  getSocketFolder,
  SOCKET_PORT,
  type StartedServer,
  startServer,
  stopServer,
} from './embedded-server.ts';

export interface EmbeddedPostgres {
  readonly connectionString: string;
  /** Disconnects from the database. The last process to disconnect also stops the server. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL server in `dataDir`/postgres, or joins the one already running there, whether another
 * process uses it or a killed one left it behind. It accepts connections when this returns. If the server ends later,
 * it is restarted with a `notice`.
 *
 * Throws StartupError.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  /** Claims the folder. Throws if another process has claimed it: two sites would overwrite each other's files. */
  claim?: boolean;
  onNotice(message: string): void;
}): Promise<EmbeddedPostgres> {
  const notice = (message: string): void => options.onNotice(message);
  const binaries = getPostgresBinaries();
  const cluster = await ensureCluster({
    programs: binaries,
    dataDir: options.dataDir,
    account: findServerUser(),
    notice,
  });
  const programs = cluster.account ? ensureExecutableBinaries(binaries, cluster.account, notice) : binaries;
  const connectionString = toConnectionString(cluster);

  const controller = new AbortController();
  const started: Started = { server: null, hasResponded: false };
  let presence: Client | null = null;
  let recovery: Promise<void> = Promise.resolve();

  async function join(): Promise<void> {
    const client = await connectOrStart(programs, cluster, started, controller.signal);
    if (options.claim) await claimFolder(client, options.dataDir);
    presence = client;
    client.once('end', () => {
      presence = null;
      if (!controller.signal.aborted) recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    notice('The database stopped unexpectedly. Restarting it.');
    for (let wait = 250; !controller.signal.aborted; wait = Math.min(wait * 2, 30_000)) {
      try {
        return await join();
      } catch (error) {
        if (controller.signal.aborted) return;
        notice(error instanceof Error ? error.message : String(error));
        await delay(wait, undefined, { signal: controller.signal }).catch(() => {});
      }
    }
  }

  /** On an abrupt exit, ends the server once all clients have disconnected, or now if it doesn't answer yet. */
  const killOnExit = (): void => started.server?.kill(presence ? 'SIGTERM' : 'SIGQUIT');
  process.once('exit', killOnExit);

  async function leave(): Promise<void> {
    controller.abort();
    await recovery;
    process.off('exit', killOnExit);
    if (presence && !(await isLast(presence))) return presence.end();
    await stopServer(cluster.folder, { responds: presence !== null });
  }

  try {
    await join();
  } catch (error) {
    process.off('exit', killOnExit);
    throw error;
  }
  let stopping: Promise<void> | undefined;
  return { connectionString, stop: () => (stopping ??= leave()) };
}

function toConnectionString(cluster: Cluster): string {
  // Explicit, so PGPORT and PGSSLMODE in the environment have no effect.
  const host = encodeURIComponent(getSocketFolder(cluster));
  return `postgresql://freehold@/freehold?host=${host}&port=${SOCKET_PORT}&sslmode=disable`;
}

/**
 * Advisory lock that every process holds, shared, on one connection. A process that gets it exclusively when leaving is
 * the last one and stops the server. A process that arrives then waits, loses its connection, and restarts the server.
 * PostgreSQL releases a killed process's lock.
 */
const presenceLock = 0x66_72_65_65;

/** The server if this process started it, else null. */
interface Started {
  server: StartedServer | null;
  /** Whether it ever answered. If it did, its end is an accident and it is restarted. */
  hasResponded: boolean;
}

/**
 * Milliseconds after which a server that is shutting down gets a fast, then an immediate shutdown. PostgreSQL never
 * leaves that state if it was asked to stop during recovery.
 */
const DELAYS = { fast: 2000, immediate: 4000 };

/** Milliseconds after which a killed server's child processes are ended, if they still prevent a new start. */
const ORPHAN_TIMEOUT = 2000;

/** Returns a connection that holds the presence lock, and starts the server if none is running. */
async function connectOrStart(
  programs: PostgresBinaries,
  cluster: Cluster,
  started: Started,
  signal: AbortSignal,
): Promise<Client> {
  const startedAt = Date.now();
  let stoppingSince: number | undefined;
  try {
    // Each refused connection costs the server a process, and a shutdown waits for the last of them to end.
    for (let wait = 2; ; wait = Math.min(wait * 1.3, stoppingSince === undefined ? 25 : 100)) {
      signal.throwIfAborted();
      const result = await connect(toConnectionString(cluster));
      if (typeof result === 'object') {
        started.hasResponded = true;
        return result;
      }
      if (result === 'stopping') {
        const stopping = Date.now() - (stoppingSince ??= Date.now());
        if (stopping > DELAYS.fast) signalServer(cluster.folder, stopping > DELAYS.immediate ? 'SIGQUIT' : 'SIGINT');
      } else stoppingSince = undefined;
      if (started.server?.ended) {
        if (!started.hasResponded) checkExitReason(started.server);
        started.server = null;
        if (Date.now() - startedAt > ORPHAN_TIMEOUT) endOrphans(cluster);
        await delay(50);
      }
      if (!started.server && findServerPid(cluster.folder) === null) {
        prepareSocketFolder(cluster);
        started.server = startServer(programs, cluster);
        started.hasResponded = false;
      }
      // Recovery after a power failure can take a while. After two minutes without an answer, the server is broken.
      if (Date.now() - startedAt > 120_000) {
        throw new StartupError(
          `The database server did not respond within two minutes: ${readLastLogLines(cluster.folder)}`,
        );
      }
      await delay(wait);
    }
  } catch (error) {
    await started.server?.stop();
    throw error;
  }
}

/** Advisory lock of the process that has claimed the folder. */
const folderLock = 7_238_460;

/** Milliseconds that the server may take to notice that a killed site is gone. */
const CLAIM_TIMEOUT = 5000;

async function claimFolder(client: Client, dataDir: string): Promise<void> {
  for (const end = Date.now() + CLAIM_TIMEOUT; ; ) {
    const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [folderLock]);
    if (rows[0]?.free) return;
    if (Date.now() > end) break;
    await delay(50);
  }
  await client.end();
  throw new StartupError(
    `Another site is already running on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

/** Throws StartupError unless the end is temporary: a concurrent start, or a killed server's children still running. */
function checkExitReason(server: StartedServer): void {
  const logTail = server.tail();
  if (/\.(pid|lock)" (already exists|is empty)|pre-existing shared memory/.test(logTail)) return;
  throw new StartupError(`The database server stopped during startup: ${logTail}`);
}

/** Returns `absent` if the server isn't running or ready, `stopping` if it is shutting down. */
async function connect(connectionString: string): Promise<Client | 'absent' | 'stopping'> {
  const client = new Client({
    connectionString,
    application_name: 'freehold presence',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  });
  // A later connection failure emits 'end', which is handled.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [presenceLock]);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    if (isTransient(error)) return /shutting down/.test(String(error)) ? 'stopping' : 'absent';
    throw new StartupError(
      `The database rejected the connection: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Returns whether to retry: no answer, server starting or stopping (SQLSTATE 57P), or no free connection (53300). */
function isTransient(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return findErrorCode(error) !== 'EACCES';
  return error.code?.startsWith('57P') === true || error.code === '53300';
}

async function isLast(client: Client): Promise<boolean> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [presenceLock]);
    const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [presenceLock]);
    return rows[0]?.alone === true;
  } catch {
    // The server is already ending, so act as the last process and wait for it.
    return true;
  }
}
