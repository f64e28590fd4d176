import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');

const MOVED_CLOCK = join(import.meta.dirname, 'clock-preload.ts');
const TEST_NETWORKS = join(import.meta.dirname, 'test-networks.ts');
const QUICK_PICTURES = join(import.meta.dirname, 'picture-preload.ts');

const developerLinks = new Map<string, string>();

/** The developer link of the latest start of the site at an address. */
export function developerLinkOf(site: string): string {
  const { E2E_SITE, E2E_DEVELOPER_LINK = '' } = process.env;
  const link = site === E2E_SITE ? E2E_DEVELOPER_LINK : developerLinks.get(site);
  if (!link) throw new Error(`No site printed a developer link for ${site}.`);
  return link;
}

/** A real site in a process of its own, on a database of its own with the sample content. */
export interface RunningSite {
  readonly url: string;
  /** The one-time link that it printed. */
  readonly setUpLink: string;
  /** Where its own database answers. */
  readonly connectionString: string;
  /** Sets its clock ahead by so many days more: only of a site that was started with a clock of its own. */
  passDays(days: number): Promise<void>;
  /** Ends it and starts it again on what it kept, at the same address. Its database is away meanwhile. */
  restart(): Promise<void>;
  /** Ends it and removes its data; throws when it logged a warning or an error meanwhile. */
  stop(): Promise<void>;
}

/** What a site is told besides. */
export interface SiteSettings {
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether it has a clock of its own, which a test can set ahead. */
  readonly ownClock?: boolean;
}

/** What a site has written by the end of its very first start: each further one begins with a copy, which takes a tenth of the time. */
export interface InitializedSite {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Starts a site for the first time, with nothing there yet, and keeps what it wrote. */
export async function createSiteSnapshot(): Promise<InitializedSite> {
  const folder = await newFolder();
  await (await startIn(folder, 'start', { PORT: String(await freePort()) })).end();
  // No test here is about what a power cut leaves.
  await appendFile(join(folder, 'data/postgres/postgresql.auto.conf'), 'fsync = off\nfull_page_writes = off\n');
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Starts the built site, or the one that follows the sources, as it is after the first start that the environment names,
 * and waits until it answers; throws with what it printed when it ends before that.
 */
export async function startRunningSite(
  command: 'start' | 'dev' = 'start',
  { environment = {}, ownClock = false }: SiteSettings = {},
): Promise<RunningSite> {
  const folder = await newFolder();
  const firstStart = process.env.E2E_FIRST_START;
  // Owners are kept: as root the database's files belong to another account.
  if (firstStart) await promisify(execFile)('cp', ['-a', join(firstStart, 'data'), folder]);
  const clock = join(folder, 'days-ahead');
  let daysAhead = 0;
  await writeFile(clock, '0');
  const told = {
    ...environment,
    ...(ownClock ? { DAYS_AHEAD: clock } : {}),
    PORT: String(await freePort()),
  };
  const begun = await startIn(folder, command, told);
  const { url, address: setUpLink, connectionString } = begun;
  let { end } = begun;
  let printed = '';
  return {
    url,
    setUpLink,
    connectionString,
    async passDays(days) {
      if (!ownClock) throw new Error('This site has no clock of its own.');
      daysAhead += days;
      // At once, since the site reads it at any moment.
      await writeFile(`${clock}.new`, String(daysAhead));
      await rename(`${clock}.new`, clock);
    },
    async restart() {
      printed += await end();
      ({ end } = await startIn(folder, command, told, 'again'));
    },
    async stop() {
      printed += await end();
      await rm(folder, { recursive: true, force: true });
      const complaints = printed
        .split('\n')
        .filter(line => line.startsWith('{') && !(ownClock && line.includes('the clock moved by more than a week')));
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

/** What a site prints as the last thing of a start: the one-time link while it has no owner, and its address after that. */
const ready = { first: /^ +(http\S+\/set-up\/\S+)$/m, again: /^Freehold is running at (http\S+)$/m };

/** Starts a site on a folder, and removes that when it fails. `end` gives what the site printed in its life. */
async function startIn(
  folder: string,
  command: 'start' | 'dev',
  environment: Readonly<Record<string, string>>,
  which: keyof typeof ready = 'first',
) {
  const child = spawn(process.execPath, [command === 'dev' ? 'src/main.ts' : 'dist/server/main.js', command], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      // Empty counts as absent: neither the tester's environment nor an .env file decides where the site is.
      HOST: '',
      SITE_URL: '',
      DATABASE_URL: '',
      SECRET_KEY: '',
      ALLOWED_ORIGINS: '',
      TRUSTED_PROXIES: '',
      NODE_OPTIONS: [TEST_NETWORKS, QUICK_PICTURES, MOVED_CLOCK].map(file => `--import ${file}`).join(' '),
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

  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const said = ready[which].exec(printed)?.[1];
      if (said) resolve(said);
    });
    child.once('exit', () => reject(new Error(`The site ended before it was ready:\n${printed}`)));
  }).catch(async (error: unknown) => {
    await end();
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const url = new URL(address).origin;
  const developerLink = /^Developer tools: (\S+)$/m.exec(printed)?.[1];
  if (developerLink) developerLinks.set(url, developerLink);
  return {
    url,
    address,
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
