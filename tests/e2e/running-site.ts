import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** A real site in a process of its own, on a database of its own with the sample content. */
export interface RunningSite {
  readonly url: string;
  /** The one-time link that it printed. */
  readonly setUpLink: string;
  /** Where its own database answers. */
  readonly connectionString: string;
  /** Ends it and removes its data; throws when it logged a warning or an error meanwhile. */
  stop(): Promise<void>;
}

/** What a site has written by the end of its very first start: each further one begins with a copy, which takes a tenth of the time. */
export interface FirstStart {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Starts a site for the first time, with nothing there yet, and keeps what it wrote. */
export async function keepFirstStart(): Promise<FirstStart> {
  const folder = await newFolder();
  await (await startIn(folder, 'start')).end();
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Starts the built site, or the one that follows the sources, as it is after the first start that the environment names,
 * and waits until it answers; throws with what it printed when it ends before that.
 */
export async function startRunningSite(command: 'start' | 'dev' = 'start'): Promise<RunningSite> {
  const folder = await newFolder();
  const firstStart = process.env.E2E_FIRST_START;
  // Owners are kept: as root the database's files belong to another account.
  if (firstStart) await promisify(execFile)('cp', ['-a', join(firstStart, 'data'), folder]);
  const { end, ...site } = await startIn(folder, command);
  return {
    ...site,
    async stop() {
      const printed = await end();
      await rm(folder, { recursive: true, force: true });
      const complaints = printed.split('\n').filter(line => line.startsWith('{'));
      if (complaints.length > 0) throw new Error(`The site logged trouble:\n${complaints.join('\n')}`);
    },
  };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'freehold-e2e-'));
  // As root the database runs under another account, which has to pass through this folder.
  await chmod(folder, 0o755);
  return folder;
}

/** Starts a site on a folder, and removes that when it fails. `end` gives what the site printed in its life. */
async function startIn(
  folder: string,
  command: 'start' | 'dev',
): Promise<Omit<RunningSite, 'stop'> & { end: () => Promise<string> }> {
  const port = await freePort();
  const child = spawn(process.execPath, [command === 'dev' ? 'src/main.ts' : 'dist/server/main.js', command], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      // Empty counts as absent: neither the tester's environment nor an .env file decides where the site is.
      HOST: '',
      SITE_URL: '',
      DATABASE_URL: '',
      SECRET_KEY: '',
      ALLOWED_ORIGINS: '',
      // Each test says that it comes from a network of its own, as behind a proxy (test.ts).
      TRUSTED_PROXIES: 'loopback',
      SMTP_URL: '',
      GOOGLE_CLIENT_ID: '',
      GOOGLE_CLIENT_SECRET: '',
      FACEBOOK_CLIENT_ID: '',
      FACEBOOK_CLIENT_SECRET: '',
      GITHUB_CLIENT_ID: '',
      GITHUB_CLIENT_SECRET: '',
      OIDC_PROVIDERS: '',
      STRIPE_SECRET_KEY: '',
      STRIPE_WEBHOOK_SECRET: '',
      STRIPE_HOST: '',
      PAYPAL_CLIENT_ID: '',
      PAYPAL_CLIENT_SECRET: '',
      PAYPAL_WEBHOOK_ID: '',
      PAYPAL_HOST: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (printed += String(bytes)));

  async function end(): Promise<string> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await ended;
    }
    return printed;
  }

  const setUpLink = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const link = /^ +(http\S+\/set-up\/\S+)$/m.exec(printed)?.[1];
      if (link) resolve(link);
    });
    child.once('exit', () => reject(new Error(`The site ended before it was ready:\n${printed}`)));
  }).catch(async (error: unknown) => {
    await end();
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  return {
    url: new URL(setUpLink).origin,
    setUpLink,
    connectionString: `postgresql://freehold@/freehold?host=${encodeURIComponent(join(folder, 'data/postgres'))}&port=5432&sslmode=disable`,
    end,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}
