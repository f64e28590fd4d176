import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { vi } from 'vitest';
import { findServerUser } from '#platform/database/embedded-os-user.ts';
import { haproxy, postgres } from '../../tools/launcher/system-programs.mjs';
import { freePort } from './nginx.ts';

const PATIENCE = { timeout: 20_000, interval: 50 };

/** One of two PostgreSQL servers. */
export interface ReplicatedServer {
  /** Its direct address, not through HAProxy. */
  readonly url: string;
  start(): Promise<void>;
  /** Kills all of its processes. */
  kill(): Promise<void>;
  promote(): Promise<void>;
}

/**
 * Starts a PostgreSQL primary with a synchronous streaming standby, as `docs/scaling.md` describes, and HAProxy with
 * `deploy/scaling/haproxy.cfg` in front of them.
 */
export async function startReplicatedPostgres() {
  const [programs, proxyProgram] = await Promise.all([postgres(), haproxy()]);
  const account = findServerUser();
  const as = account ? { uid: account.uid, gid: account.gid } : {};
  const folder = await mkdtemp(join(tmpdir(), 'freehold-replicated-'));
  if (account) await chown(folder, account.uid, account.gid);
  const children: ChildProcess[] = [];
  const run = async (program: string, ...args: string[]) => {
    await promisify(execFile)(join(programs, program), args, { ...as, cwd: folder });
  };
  const spawnChild = (program: string, args: string[], options: object = {}) => {
    const child = spawn(program, args, { cwd: folder, stdio: 'ignore', ...options });
    children.push(child);
    return child;
  };

  async function createServer(
    name: string,
  ): Promise<ReplicatedServer & { readonly data: string; readonly port: number }> {
    const [data, port] = [join(folder, name), await freePort()];
    const url = `postgresql://freehold@127.0.0.1:${port}/postgres`;
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `cluster_name=${name}`];
    let process: ChildProcess;
    return {
      url,
      data,
      port,
      async start() {
        process = spawnChild(
          join(programs, 'postgres'),
          ['-D', data, '-k', folder, ...settings.flatMap(setting => ['-c', setting])],
          as,
        );
        await vi.waitFor(() => query(url, 'select 1'), PATIENCE);
      },
      async kill() {
        const ended = once(process, 'exit');
        // Kill the child processes first, because they would otherwise finish their work.
        spawnSync('pkill', ['-KILL', '-P', String(process.pid)]);
        process.kill('SIGKILL');
        await ended;
      },
      promote: () => run('pg_ctl', 'promote', '-D', data),
    };
  }

  const primary = await createServer('one');
  const standby = await createServer('two');
  await run('initdb', '-D', primary.data, '-U', 'freehold', '-A', 'trust', '-E', 'UTF8');
  await primary.start();
  await query(primary.url, 'create role haproxy login');
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'freehold', '-c', 'fast'];
  await run('pg_basebackup', ...source, '-D', standby.data, '-R', '-C', '-S', 'two');
  await standby.start();
  await query(primary.url, "alter system set synchronous_standby_names = 'two'");
  await query(primary.url, 'select pg_reload_conf()');
  const isSynchronous = "select 1 from pg_stat_replication where sync_state = 'sync'";
  await vi.waitUntil(async () => (await query(primary.url, isSynchronous)).length > 0, PATIENCE);

  const port = await freePort();
  const example = await readFile(join(import.meta.dirname, '../../deploy/scaling/haproxy.cfg'), 'utf8');
  const configuration = join(folder, 'haproxy.cfg');
  await writeFile(
    configuration,
    example
      .replace(/^ *(?:user|group) .*\n/gm, '')
      .replace('global\n', `global\n    stats socket ${folder}/haproxy.sock\n`)
      .replace('127.0.0.1:6432', `127.0.0.1:${port}`)
      .replace('10.0.0.21:5432', `127.0.0.1:${primary.port}`)
      .replace('10.0.0.22:5432', `127.0.0.1:${standby.port}`),
  );
  spawnChild(proxyProgram, ['-db', '-f', configuration]);
  const url = `postgresql://freehold@127.0.0.1:${port}/postgres`;
  await vi.waitFor(() => query(url, 'select 1'), PATIENCE);

  return {
    /** The address of the primary, through HAProxy. */
    url,
    primary: primary as ReplicatedServer,
    standby: standby as ReplicatedServer,
    /** Returns the state of each server in HAProxy, such as `UP`. */
    async listServers(): Promise<Record<string, string | undefined>> {
      const socket = connect(join(folder, 'haproxy.sock'));
      socket.write('show stat\n');
      const lines = (await text(socket)).split('\n').map(line => line.split(','));
      const [columns = []] = lines;
      return Object.fromEntries(lines.map(line => [line[1], line[columns.indexOf('status')]]));
    },
    async stop() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, 'exit');
        child.kill('SIGINT');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a statement on its own connection and returns the rows. */
export async function query(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 1000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
