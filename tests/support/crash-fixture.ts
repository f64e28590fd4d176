import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');

/**
 * Runs the built site in a separate process, which a test can kill and start again on the same data. The data is in a
 * new folder inside `place`.
 */
export async function crashFixture(place = tmpdir()) {
  const folder = await mkdtemp(join(place, 'freehold-killed-'));
  // As root, PostgreSQL runs under another account, which needs access to this folder.
  await chmod(folder, 0o755);
  const free = createServer().listen(0, 'localhost');
  await once(free, 'listening');
  const { port } = free.address() as { port: number };
  free.close();
  await once(free, 'close');
  let site: ChildProcess | undefined;

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = site;
    site = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  const cluster = join(folder, 'data/postgres');
  const ownDatabase = `postgresql://freehold@/freehold?host=${encodeURIComponent(cluster)}&port=5432`;
  const postmaster = (): number => {
    try {
      return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    } catch {
      return Number.NaN;
    }
  };

  return {
    origin: `http://localhost:${port}`,
    /**
     * Starts the site, waits until it prints `until`, and returns its output. Without a database from the test it
     * starts its own.
     */
    async start(environment: Record<string, string> = {}, until = /Freehold is running/): Promise<string> {
      const child = spawn(process.execPath, ['dist/server/main.js', 'start'], {
        cwd: root,
        env: {
          ...process.env,
          NODE_ENV: 'production',
          PORT: String(port),
          DATA_DIR: join(folder, 'data'),
          LOG_LEVEL: 'warn',
          HOST: '',
          SITE_URL: '',
          DATABASE_URL: '',
          SECRET_KEY: '',
          SMTP_URL: '',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      site = child;
      let printed = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (bytes: Buffer) => (printed += String(bytes)));
      }
      while (!until.test(printed)) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`The site ended before it was ready:\n${printed}`);
        await delay(20);
      }
      return printed;
    },
    /** Sends SIGTERM and waits until the process has exited. */
    end: () => end('SIGTERM'),
    /** Kills the process without warning. */
    kill: () => end('SIGKILL'),
    /** Kills the process and the PostgreSQL server that it started. */
    killWithDatabase: async (): Promise<void> => {
      const ended = end('SIGKILL');
      process.kill(postmaster(), 'SIGKILL');
      await ended;
    },
    isRunning: () => site !== undefined && site.exitCode === null && site.signalCode === null,
    /** The connection string of the site's own database, as the owner of its tables. */
    ownDatabase,
    /** Returns the process ID of that PostgreSQL server, or NaN if there is none. */
    postmaster,
    async close(): Promise<void> {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
