import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asServingRole } from '#platform/database/serving-role.ts';
import { cloneDatabase } from '../../support/test-database.ts';

const root = join(import.meta.dirname, '../../..');

const PRELOADS = ['test-networks.ts', '../../support/picture-preload.ts']
  .map(name => `--import ${join(import.meta.dirname, name)}`)
  .join(' ');

/** Empty values count as unset: neither the environment nor an .env file configures a site. */
const UNSET = Object.fromEntries(
  [
    'HOST SITE_URL SECRET_KEY ALLOWED_ORIGINS TRUSTED_PROXIES SMTP_URL OIDC_PROVIDERS',
    'GOOGLE_CLIENT_ID GOOGLE_CLIENT_SECRET FACEBOOK_CLIENT_ID FACEBOOK_CLIENT_SECRET GITHUB_CLIENT_ID GITHUB_CLIENT_SECRET',
    'STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET STRIPE_HOST',
    'PAYPAL_CLIENT_ID PAYPAL_CLIENT_SECRET PAYPAL_WEBHOOK_ID PAYPAL_HOST',
  ]
    .flatMap(names => names.split(' '))
    .map(name => [name, '']),
);

const developerLinks = new Map<string, string>();

/** Returns the developer link that the site at a URL printed most recently. */
export function developerLinkOf(site: string): string {
  const { E2E_SITE, E2E_DEVELOPER_LINK = '' } = process.env;
  const link = site === E2E_SITE ? E2E_DEVELOPER_LINK : developerLinks.get(site);
  if (!link) throw new Error(`No site printed a developer link for ${site}.`);
  return link;
}

/** A site with its own files and its own database on the run's PostgreSQL server. */
export interface RunningSite {
  readonly url: string;
  /** The one-time setup link that the site printed. */
  readonly setUpLink: string;
  /** The connection string of its database, as the owner of the tables. */
  readonly connectionString: string;
  readonly dataDir: string;
  /** Stops the site and deletes its data. Throws if the site logged a warning or an error. */
  stop(): Promise<void>;
}

/** Environment variables of a site. */
export type Environment = Readonly<Record<string, string>>;

/** Starts a site and waits until it responds. Throws an error with its output if its process ends before that. */
export type StartSite = (environment: Environment) => Promise<{
  readonly url: string;
  readonly setUpLink: string;
  /** Stops the site and returns its output. */
  readonly stop: () => Promise<string>;
}>;

/** Starts a site on a copy of the sample content. */
export async function startRunningSite(start: StartSite, environment: Environment = {}): Promise<RunningSite> {
  const { E2E_DATABASE_SERVER = '', E2E_SAMPLE_FILES = '' } = process.env;
  const folder = await mkdtemp(join(tmpdir(), 'freehold-e2e-'));
  const dataDir = join(folder, 'data');
  await cp(E2E_SAMPLE_FILES, join(dataDir, 'files'), { recursive: true });
  const database = await cloneDatabase(E2E_DATABASE_SERVER);
  const remove = async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  const { url, setUpLink, stop } = await start({
    ...environment,
    DATA_DIR: dataDir,
    DATABASE_URL: asServingRole(database.connectionString),
    LOG_LEVEL: 'warn',
    PORT: String(await freePort()),
  }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    url,
    setUpLink,
    connectionString: database.connectionString,
    dataDir,
    async stop() {
      const printed = await stop();
      await remove();
      const complaints = printed.split('\n').filter(line => line.startsWith('{'));
      if (complaints.length > 0) throw new Error(`The site logged warnings or errors:\n${complaints.join('\n')}`);
    },
  };
}

/** Starts the built site (`start`) or the development server (`dev`) in a separate process. */
export function inOwnProcess(command: 'start' | 'dev'): StartSite {
  return async environment => {
    const child = spawnSite([command === 'dev' ? 'src/main.ts' : 'dist/server/main.js', command], environment);
    return { ...(await child.readStart()), stop: () => child.end('SIGTERM') };
  };
}

/** A process that runs one site after the other. The first loads the code, so the others start much faster. */
export interface SiteHost {
  readonly start: StartSite;
  readonly stop: () => Promise<void>;
}

export function createSiteHost(): SiteHost {
  const child = spawnSite([join(import.meta.dirname, 'site-host.ts')], {});
  return {
    async start(environment) {
      child.send(environment);
      const started = await child.readStart();
      const stop = () => {
        child.send('stop');
        return child.readUntil(/^Freehold has stopped$/m);
      };
      return { ...started, stop };
    },
    async stop() {
      await child.end('SIGTERM');
    },
  };
}

function spawnSite(args: readonly string[], environment: Environment) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...UNSET, NODE_OPTIONS: PRELOADS, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const closed = once(child, 'close');
  let printed = '';
  let arrival = Promise.withResolvers<boolean>();
  const take = () => {
    const taken = printed;
    printed = '';
    return taken;
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      printed += String(bytes);
      arrival.resolve(false);
      arrival = Promise.withResolvers();
    });
  }

  async function end(signal: NodeJS.Signals): Promise<string> {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await closed;
    return take();
  }

  /** Waits until the output contains `text`, and returns the output. */
  async function readUntil(text: RegExp): Promise<string> {
    while (!text.test(printed)) {
      const ended = await Promise.race([closed.then(() => true), arrival.promise]);
      if (ended) throw new Error(`The site ended too early:\n${printed}`);
    }
    return take();
  }

  async function readStart() {
    const started = await readUntil(/^Freehold is running at \S+$/m);
    const [, url = ''] = /^Freehold is running at (\S+)$/m.exec(started) ?? [];
    const developerLink = /^Developer tools: (\S+)$/m.exec(started)?.[1];
    if (developerLink) developerLinks.set(url, developerLink);
    return { url, setUpLink: /^ +(http\S+\/set-up\/\S+)$/m.exec(started)?.[1] ?? '' };
  }

  return { send: (message: Environment | 'stop') => child.send(message), readStart, readUntil, end };
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
