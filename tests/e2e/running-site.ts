import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/**
 * Starts the built site, or the one that follows the sources, and waits until it answers; throws with what it printed
 * when it ends before that.
 */
export async function startRunningSite(command: 'start' | 'dev' = 'start'): Promise<RunningSite> {
  const folder = await mkdtemp(join(tmpdir(), 'freehold-e2e-'));
  // As root the database runs under another account, which has to pass through this folder.
  await chmod(folder, 0o755);
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
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (printed += String(bytes)));

  async function stop(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  }

  const setUpLink = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const link = /^ +(http\S+\/set-up\/\S+)$/m.exec(printed)?.[1];
      if (link) resolve(link);
    });
    child.once('exit', () => reject(new Error(`The site ended before it was ready:\n${printed}`)));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    url: new URL(setUpLink).origin,
    setUpLink,
    connectionString: `postgresql://freehold@/freehold?host=${encodeURIComponent(join(folder, 'data/postgres'))}&port=5432&sslmode=disable`,
    async stop() {
      await stop();
      const complaints = printed.split('\n').filter(line => line.startsWith('{'));
      if (complaints.length > 0) throw new Error(`The site logged trouble:\n${complaints.join('\n')}`);
    },
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
