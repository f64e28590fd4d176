import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { findServerUser } from '#platform/database/embedded-os-user.ts';
import { installWithApt, isDebian, isRoot } from '../../tools/launcher/apt.mjs';

const HOME = '/usr/lib/postgresql';

/** Returns the program folder of the newest PostgreSQL installed on this machine, or undefined. */
export function findSystemPostgres(): string | undefined {
  const versions = existsSync(HOME) ? readdirSync(HOME).toSorted((one, other) => Number(other) - Number(one)) : [];
  return versions.map(version => join(HOME, version, 'bin')).find(folder => existsSync(join(folder, 'initdb')));
}

/** Returns the same folder. As root on Debian, installs PostgreSQL if there is none. */
export async function provideSystemPostgres(): Promise<string | undefined> {
  if (!findSystemPostgres() && isRoot && isDebian()) await installWithApt('postgresql');
  return findSystemPostgres();
}

/** Starts the machine's own PostgreSQL on a socket in a new folder: on a new cluster, or on a copy of an existing one. */
export async function startSystemPostgres(
  programs: string,
  existing?: { readonly cluster: string; readonly database: string },
): Promise<{
  readonly connectionString: string;
  readonly version: string;
  /** Closes every connection. Resolves when the server accepts connections again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}> {
  const account = findServerUser();
  const as = account ? { uid: account.uid, gid: account.gid } : {};
  const folder = mkdtempSync(join(tmpdir(), 'freehold-ordinary-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const [program, ...args] = existing
    ? ['cp', '-Rp', existing.cluster, data]
    : [join(programs, 'initdb'), '-D', data, '-U', 'freehold', '-A', 'trust', '-E', 'UTF8'];
  const made = spawnSync(program, args, { ...as, cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  const run = () =>
    spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'], {
      ...as,
      cwd: folder,
      stdio: 'ignore',
    });
  let server: ChildProcess = run();
  async function end(): Promise<void> {
    const ended = new Promise(resolve => void server.once('exit', resolve));
    server.kill('SIGINT');
    await ended;
  }
  const connectionString = `postgresql://freehold@/${existing?.database ?? 'postgres'}?host=${encodeURIComponent(folder)}`;
  const version = await answering(connectionString);
  return {
    connectionString,
    version,
    async restart() {
      await end();
      server = run();
      await answering(connectionString);
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a server accepts connections, and returns its version. */
async function answering(connectionString: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const client = new Client({ connectionString });
    try {
      await client.connect();
      const { rows } = await client.query<{ server_version: string }>('show server_version');
      await client.end();
      return rows[0]?.server_version ?? '';
    } catch (error) {
      if (tries > 50) throw error;
      await new Promise(resolve => void setTimeout(resolve, 100));
    }
  }
}
