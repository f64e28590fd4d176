import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asServingRole } from '#platform/database/serving-role.ts';
import { cloneDatabase } from '../../support/test-database.ts';

const root = join(import.meta.dirname, '../../..');

const PRELOADS = ['test-networks.ts', 'picture-preload.ts', 'clock-preload.ts']
  .map(name => `--import ${join(import.meta.dirname, name)}`)
  .join(' ');

const developerLinks = new Map<string, string>();

/** Returns the developer link that the site at a URL printed most recently. */
export function developerLinkOf(site: string): string {
  const { E2E_SITE, E2E_DEVELOPER_LINK = '' } = process.env;
  const link = site === E2E_SITE ? E2E_DEVELOPER_LINK : developerLinks.get(site);
  if (!link) throw new Error(`No site printed a developer link for ${site}.`);
  return link;
}

/** A site in its own process, with its own files and its own database on the run's PostgreSQL server. */
export interface RunningSite {
  readonly url: string;
  /** The one-time setup link that the site printed. */
  readonly setUpLink: string;
  /** The connection string of its database, as the owner of the tables. */
  readonly connectionString: string;
  readonly dataDir: string;
  /** Moves the site's clock ahead by this many more days. Only for sites with `ownClock`. */
  passDays(days: number): Promise<void>;
  /** Stops the process and starts it again at the same URL. */
  restart(): Promise<void>;
  /** Stops the process and deletes the site's data. Throws if the site logged a warning or an error. */
  stop(): Promise<void>;
}

export interface SiteSettings {
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether tests can move the site's clock ahead. */
  readonly ownClock?: boolean;
}

/**
 * Starts the built site (`start`) or the development server (`dev`) on a copy of the sample content, and waits until it
 * responds. Throws with the process's output if it exits before that.
 */
export async function startRunningSite(
  command: 'start' | 'dev' = 'start',
  { environment = {}, ownClock = false }: SiteSettings = {},
): Promise<RunningSite> {
  const { E2E_DATABASE_SERVER = '', E2E_SAMPLE_FILES = '' } = process.env;
  const folder = await mkdtemp(join(tmpdir(), 'freehold-e2e-'));
  const dataDir = join(folder, 'data');
  await cp(E2E_SAMPLE_FILES, join(dataDir, 'files'), { recursive: true });
  const database = await cloneDatabase(E2E_DATABASE_SERVER);
  const clock = join(folder, 'days-ahead');
  let daysAhead = 0;
  await writeFile(clock, '0');
  const remove = async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  const start = () =>
    startProcess(command, {
      ...environment,
      ...(ownClock ? { DAYS_AHEAD: clock } : {}),
      DATA_DIR: dataDir,
      DATABASE_URL: asServingRole(database.connectionString),
      PORT: String(port),
    });
  const port = await freePort();
  let current = await start().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  let printed = '';
  return {
    url: current.url,
    setUpLink: current.setUpLink,
    connectionString: database.connectionString,
    dataDir,
    async passDays(days) {
      if (!ownClock) throw new Error('This site has no clock of its own.');
      daysAhead += days;
      // The site may read the file at any moment, so it is replaced atomically.
      await writeFile(`${clock}.new`, String(daysAhead));
      await rename(`${clock}.new`, clock);
    },
    async restart() {
      printed += await current.end();
      current = await start();
    },
    async stop() {
      printed += await current.end();
      await remove();
      const complaints = printed
        .split('\n')
        .filter(line => line.startsWith('{') && !(ownClock && line.includes('the clock moved by more than a week')));
      if (complaints.length > 0) throw new Error(`The site logged trouble:\n${complaints.join('\n')}`);
    },
  };
}

/** Starts a site's process. `end` stops it and returns everything it printed. */
async function startProcess(command: 'start' | 'dev', environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [command === 'dev' ? 'src/main.ts' : 'dist/server/main.js', command], {
    cwd: root,
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      // Empty values count as unset: neither the environment nor an .env file configures the site.
      HOST: '',
      SITE_URL: '',
      SECRET_KEY: '',
      ALLOWED_ORIGINS: '',
      TRUSTED_PROXIES: '',
      NODE_OPTIONS: PRELOADS,
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
      ...environment,
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

  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /^Freehold is running at (http\S+)$/m.exec(printed)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`The site ended before it was ready:\n${printed}`)));
  }).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const developerLink = /^Developer tools: (\S+)$/m.exec(printed)?.[1];
  if (developerLink) developerLinks.set(url, developerLink);
  return { url, setUpLink: /^ +(http\S+\/set-up\/\S+)$/m.exec(printed)?.[1] ?? '', end };
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
