import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { codeOf, StartupError } from '../startup-error.ts';
import { reachablePrograms, serverAccount } from './embedded-account.ts';
import { type Cluster, openCluster } from './embedded-cluster.ts';
import { findPrograms, type Programs } from './embedded-programs.ts';
import {
  lastWords,
  prepareSocketFolder,
  runningServer,
  socketFolder,
  socketNumber,
  type StartedServer,
  startServer,
  stopServer,
} from './embedded-server.ts';

export interface EmbeddedPostgres {
  readonly connectionString: string;
  /** Leaves the database; the last process to leave also stops the server. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL server carried by npm in `dataDir`/postgres, or joins the one that already runs there, whether
 * another process of ours uses it or a killed one left it behind. Ready when it returns. Later, should the server end
 * by itself, it is started again, with a `notice`.
 *
 * Throws `StartupError`, one sentence, when it cannot.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  notice(sentence: string): void;
}): Promise<EmbeddedPostgres> {
  const notice = (sentence: string): void => options.notice(sentence);
  const found = findPrograms();
  const cluster = await openCluster({
    programs: found,
    dataDir: options.dataDir,
    account: serverAccount(),
    notice,
  });
  const programs = cluster.account ? reachablePrograms(found, cluster.account, notice) : found;
  const connectionString = addressOf(cluster);

  const leaving = new AbortController();
  let recovery: Promise<void> = Promise.resolve();
  let presence = watched(await enter(programs, cluster, leaving.signal));

  function watched(entered: Presence): Presence | null {
    entered.client.once('end', () => {
      presence = null;
      if (!leaving.signal.aborted) recovery = recover();
    });
    return entered;
  }

  async function recover(): Promise<void> {
    notice('The database went away by itself and is being brought back.');
    for (let wait = 250; !leaving.signal.aborted; wait = Math.min(wait * 2, 30_000)) {
      try {
        presence = watched(await enter(programs, cluster, leaving.signal));
        return;
      } catch (error) {
        if (leaving.signal.aborted) return;
        notice(error instanceof Error ? error.message : String(error));
        await delay(wait, undefined, { signal: leaving.signal }).catch(() => {});
      }
    }
  }

  async function leave(): Promise<void> {
    leaving.abort();
    await recovery;
    if (presence && !(await isLast(presence.client))) {
      presence.server?.release();
      return presence.client.end();
    }
    await stopServer(cluster.folder);
  }

  let left: Promise<void> | undefined;
  return { connectionString, stop: () => (left ??= leave()) };
}

function addressOf(cluster: Cluster): string {
  // Port and TLS are spelled out so that PGPORT and PGSSLMODE in the environment change nothing.
  const host = encodeURIComponent(socketFolder(cluster));
  return `postgresql://freehold@/freehold?host=${host}&port=${socketNumber}&sslmode=disable`;
}

/**
 * Every process of ours that uses the server keeps one connection that holds this advisory lock, shared. Who gets it
 * alone on leaving is the last one and stops the server; who arrives meanwhile waits, loses the connection, and
 * starts the server anew. A killed process lets go of the lock by itself.
 */
const presenceLock = 0x66_72_65_65;

interface Presence {
  readonly client: Client;
  /** Null when another process started it. */
  readonly server: StartedServer | null;
}

/** One connection that marks our presence, to a server that is started if none runs. */
async function enter(programs: Programs, cluster: Cluster, leaving: AbortSignal): Promise<Presence> {
  // Recovery after a power cut can take a while; a server that says nothing for two minutes is broken.
  const deadline = Date.now() + 120_000;
  let server: StartedServer | null = null;
  try {
    for (;;) {
      leaving.throwIfAborted();
      const client = await connect(addressOf(cluster));
      if (client) return { client, server };
      if (server?.ended && runningServer(cluster.folder) === null) {
        checkWhyItEnded(cluster);
        server = null;
        await delay(50);
      }
      if (!server && runningServer(cluster.folder) === null) {
        prepareSocketFolder(cluster);
        server = startServer(programs, cluster);
      }
      if (Date.now() > deadline) {
        throw new StartupError(`The database server did not answer within two minutes: ${lastWords(cluster.folder)}`);
      }
      await delay(2);
    }
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

/** Returns when another start was first and is gone again, or a killed server's children are about to follow it. */
function checkWhyItEnded({ folder }: Cluster): void {
  const words = lastWords(folder);
  if (/postmaster\.pid" already exists|pre-existing shared memory/.test(words)) return;
  throw new StartupError(`The database server ended early: ${words}`);
}

/** Null while the server is not there, not ready, or about to end. */
async function connect(connectionString: string): Promise<Client | null> {
  const client = new Client({ connectionString, application_name: 'freehold presence', keepAlive: true });
  // What breaks the connection later shows as its end.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [presenceLock]);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    if (isPassing(error)) return null;
    throw new StartupError(`The database refuses us: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** No answer from a server: there is none. Class 57P: it starts or stops. 53300: every place is taken just now. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return codeOf(error) !== 'EACCES';
  return error.code?.startsWith('57P') === true || error.code === '53300';
}

async function isLast(client: Client): Promise<boolean> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [presenceLock]);
    const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [presenceLock]);
    return rows[0]?.alone === true;
  } catch {
    // The server is ending already; the last word is then to see that it does.
    return true;
  }
}
