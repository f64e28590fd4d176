import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import siteEnvironment from '../../tools/launcher/site-environment.json' with { type: 'json' };
import { type Child, startChild } from './children.ts';

const root = join(import.meta.dirname, '../..');

/** A site in its own process, as users run it. */
export interface Site {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from starting the process until it printed that it is ready. */
  readonly readyAfter: number;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the built site on a free port and waits until it is ready, at most two minutes. It ignores the `.env` file of
 * the sources, so the benchmark never writes to a database that is in use.
 */
export async function startSite(options: {
  dataDir: string;
  databaseUrl?: string;
  /** Proxies whose forwarded addresses are trusted. */
  trustedProxies?: string;
}): Promise<Site> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const from = performance.now();
  const child = startChild(process.execPath, [join(root, 'dist/server/main.js'), 'start'], {
    cwd: options.dataDir,
    env: {
      ...siteEnvironment,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'),
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: url,
      DATA_DIR: options.dataDir,
      LOG_LEVEL: 'warn',
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
      ...(options.trustedProxies ? { TRUSTED_PROXIES: options.trustedProxies } : {}),
    },
  });
  await untilReady(url, child);
  return { url, pid: child.pid, readyAfter: performance.now() - from, stop: child.stop };
}

async function untilReady(url: string, child: Child): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end && child.isRunning(); await delay(3)) {
    if (await isReady(url)) return;
  }
  await child.stop();
  throw new Error(`The site didn't become ready: ${child.output()}`);
}

function isReady(url: string): Promise<boolean> {
  return new Promise(resolve => {
    get(`${url}/readyz`, { agent: false }, response => {
      response.resume();
      resolve(response.statusCode === 200);
    }).once('error', () => resolve(false));
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Returns the pages to measure. The post is the longest one. */
export async function samplePages(url: string): Promise<{ post: string; project: string }> {
  const longest = (await listPosts(url, 1)).toSorted((one, other) => other.words - one.words)[0];
  const [project] = await list<{ id: string }>(`${url}/api/v1/projects?pageSize=1`);
  if (!longest || !project) throw new Error('The site has no sample content.');
  return { post: `/blog/${longest.slug}`, project: `/projects/${project.id}` };
}

/** Returns the newest posts, fifty per page. */
export function listPosts(url: string, page: number): Promise<{ slug: string; words: number }[]> {
  return list(`${url}/api/v1/blogs?pageSize=50&page=${page}`);
}

async function list<Item>(address: string): Promise<Item[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} failed with status ${response.status}.`);
  return ((await response.json()) as { items: Item[] }).items;
}
