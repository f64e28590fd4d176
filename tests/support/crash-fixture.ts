import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject, vi } from 'vitest';

const root = join(import.meta.dirname, '../..');

async function findFreePort(): Promise<number> {
  const free = createServer().listen(0, 'localhost');
  await once(free, 'listening');
  const { port } = free.address() as { port: number };
  free.close();
  await once(free, 'close');
  return port;
}

/** Starts a built site in a separate process, with its own database unless `environment` names another. */
function spawnSite(dataFolder: string, port: number, environment: Record<string, string>, program = root) {
  return spawn(process.execPath, ['dist/server/main.js', 'start'], {
    cwd: program,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataFolder,
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
}

/** Waits until a site prints `until`, and returns its output. Throws if the site ends first. */
async function readUntil(
  child: ReturnType<typeof spawnSite>,
  until: RegExp,
  onOutput: (text: string) => void = () => {},
): Promise<string> {
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      printed += String(bytes);
      onOutput(String(bytes));
    });
  }
  while (!until.test(printed)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The site ended before it was ready:\n${printed}`);
    await delay(20);
  }
  return printed;
}

async function endProcess(child: ChildProcess | undefined, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/**
 * Returns the data folder of a site that has started once and ended, with its database and the sample content. All
 * workers of a test run copy the same one, because a first start takes five times as long as the next ones.
 */
export async function getStartedDataFolder(): Promise<string> {
  const folder = join(inject('sampleFiles'), '../started-site');
  const building = `${folder}-building`;
  try {
    await mkdir(building);
  } catch {
    await vi.waitUntil(() => existsSync(folder), { timeout: 60_000, interval: 50 });
    return folder;
  }
  await chmod(building, 0o755);
  const site = spawnSite(join(building, 'data'), await findFreePort(), {});
  try {
    await readUntil(site, /Freehold is running/);
  } finally {
    await endProcess(site, 'SIGTERM');
  }
  await rename(join(building, 'data'), folder);
  return folder;
}

/** Copies a folder including the owners of its files, because as root, PostgreSQL runs under another account. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', from, to]);
}

/** Returns the connection string of a site's embedded database, as the owner of its tables. */
export const connectToCluster = (folder: string): string =>
  `postgresql://freehold@/freehold?host=${encodeURIComponent(folder)}&port=5432`;

/**
 * Runs the built site in a separate process, which a test can kill and start again on the same data. The data is in a
 * new folder inside `place`.
 */
export async function crashFixture(place = tmpdir()) {
  const folder = await mkdtemp(join(place, 'freehold-killed-'));
  // As root, PostgreSQL runs under another account, which needs access to this folder.
  await chmod(folder, 0o755);
  const port = await findFreePort();
  let site: ChildProcess | undefined;
  let output = '';

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = site;
    site = undefined;
    await endProcess(child, signal);
  }

  const dataFolder = join(folder, 'data');
  const cluster = join(dataFolder, 'postgres');
  const ownDatabase = connectToCluster(cluster);
  const postmaster = (): number => {
    try {
      return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    } catch {
      return Number.NaN;
    }
  };

  return {
    origin: `http://localhost:${port}`,
    dataFolder,
    /**
     * Starts the site, waits until it prints `until`, and returns its output. Without a database from the test, it
     * starts its own with the sample content. `program` is the folder of another release.
     */
    async start(
      environment: Record<string, string> = {},
      until = /Freehold is running/,
      program?: string,
    ): Promise<string> {
      if (!environment.DATABASE_URL && !existsSync(dataFolder)) {
        await copyFolder(await getStartedDataFolder(), dataFolder);
      }
      const child = spawnSite(dataFolder, port, environment, program);
      site = child;
      return readUntil(child, until, text => (output += text));
    },
    /** Returns what the site has printed since the fixture was created. */
    output: () => output,
    /** Sends SIGTERM and waits until the process has exited. */
    end: () => end('SIGTERM'),
    /** Suspends the process, so requests to it wait. */
    pause: () => void site?.kill('SIGSTOP'),
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
