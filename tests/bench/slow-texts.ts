import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { API_PREFIX } from '#shared/paths.ts';
import { userFixture, type TestUser, type UserFixture } from '../e2e/support/site-fixture.ts';
import { createZipBuffer } from '../support/zip.ts';
import { startBaseline } from './baseline-server.ts';
import { openDatabases } from './databases.ts';
import { type Site, startSite } from './site.ts';
import { fuzzedTexts, knownSlowTexts, type SlowText } from './slow-text-corpus.ts';
import type { Row } from './table.ts';

/** The limit in milliseconds by which one request may delay another. */
const GOAL = 100;

const FUZZ = { seed: 20_261_123, count: 12, length: 60_000 };

/** How long to wait for an import, in milliseconds. */
const IMPORT_TIMEOUT_MS = 120_000;

/** Sends a text through one endpoint, and waits until the site has processed it. */
type Channel = (desk: Target, slow: SlowText) => Promise<void>;

interface Target {
  readonly site: Site;
  readonly users: UserFixture;
  readonly owner: string;
  /** Signs in an account that hasn't used up any rate limit. */
  readonly writer: () => Promise<string>;
}

const channels: ReadonlyMap<string, Channel> = new Map([
  [
    'save',
    async (target, { text }) => void (await call(target, await target.writer(), 'POST', '/blogs', draftOf(text))),
  ],
  ['preview', previewed],
  ['shared preview', previewedByLink],
  ['publish', published],
  ['import of Ghost', (target, slow) => imported(target, ghostExport(slow))],
  ['import of Markdown', async (target, slow) => imported(target, await markdownArchive(slow))],
  ['comment', commented],
  ['newsletter test', tested],
]);

/**
 * Measures how long another client waits for a cached page and for a list from the database while slow texts arrive
 * through every endpoint: the known ones and a fuzzed corpus.
 */
export async function measureSlowTexts(dataDir: string): Promise<Row[]> {
  const databases = await openDatabases(dataDir);
  try {
    const connectionString = await databases.withPosts(100);
    const site = await startSite({ dataDir, databaseUrl: connectionString, trustedProxies: 'loopback' });
    const users = userFixture({ url: site.url, connectionString });
    // A bare server's delays show what other programs add.
    const bare = await startBaseline(`${site.url}/`);
    const urls = [`${site.url}/`, `${site.url}${API_PREFIX}/blogs?pageSize=12&page=2`, `${bare.url}/`];
    const poller = startPoller(urls);
    try {
      const target = await openTarget(site, users);
      return await measure(target, poller.longest);
    } finally {
      await poller.stop();
      await bare.stop();
      await users.close();
      await site.stop();
    }
  } finally {
    await databases.close();
  }
}

/**
 * Starts the other client. Calling it returns the longest response times since the last call. It throws if a request
 * failed.
 */
function startPoller(urls: readonly string[]) {
  const thread = new Worker(new URL('delay-poller.ts', import.meta.url), { workerData: { urls } });
  const failed = new Promise<never>((_resolve, reject) => thread.once('error', reject));
  failed.catch(() => {});
  return {
    longest: () => {
      const response = new Promise<number[]>(resolve => thread.once('message', resolve));
      thread.postMessage('report', []);
      return Promise.race([response, failed]);
    },
    stop: () => thread.terminate(),
  };
}

async function measure(target: Target, longest: () => Promise<number[]>): Promise<Row[]> {
  // The first use of threads, pages and statements takes longer.
  for (const channel of channels.values()) await channel(target, { name: 'warm-up', text: 'Some *words*.' });
  await longest();
  await delay(3000);
  const rows = [rowOf('Delay of another client, nothing else going on', [{ way: '', delays: await longest() }])];
  for (const slow of knownSlowTexts) rows.push(rowOf(`  ${slow.name}`, await measureText(target, slow, longest)));
  const fuzzed: Measured[] = [];
  for (const slow of fuzzedTexts(FUZZ.seed, FUZZ.count, FUZZ.length)) {
    const measured = await measureText(target, slow, longest);
    fuzzed.push(...measured.map(one => ({ ...one, way: `${slow.name}, ${one.way}` })));
  }
  return [...rows, rowOf(`  ${FUZZ.count} fuzzed texts`, fuzzed)];
}

interface Measured {
  readonly way: string;
  /** The delays of the cached page, the list and a bare server, in milliseconds. */
  readonly delays: readonly number[];
}

async function measureText(target: Target, slow: SlowText, longest: () => Promise<number[]>): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [name, channel] of channels) {
    await longest();
    // Rendered text is cached, so each endpoint gets a different text.
    await channel(target, { ...slow, text: `${slow.text} ${name}` });
    measured.push({ way: name, delays: await longest() });
  }
  return measured;
}

function rowOf(name: string, measured: readonly Measured[]): Row {
  const worst = (index: number) => Math.max(...measured.map(({ delays }) => delays[index] ?? 0));
  const ofSite = ({ delays }: Measured) => Math.max(...delays.slice(0, 2));
  const slowest = measured.reduce((one, other) => (ofSite(other) > ofSite(one) ? other : one));
  return {
    measure: name,
    figure: `page ${worst(0).toFixed(0)}, list ${worst(1).toFixed(0)} ms${slowest.way ? ` (${slowest.way})` : ''}, bare server ${worst(2).toFixed(0)}`,
    goal: `≤ ${GOAL} ms`,
    met: worst(0) <= GOAL && worst(1) <= GOAL,
  };
}

async function openTarget(site: Site, users: UserFixture): Promise<Target> {
  const [existingOwner] = await users.query(`select id, name, email from users where role = 'owner'`);
  const owner: TestUser = existingOwner
    ? { id: String(existingOwner.id), name: String(existingOwner.name), email: String(existingOwner.email) }
    : await users.addOwner();
  const writer = async () =>
    users.cookieOf(await users.add({ name: `Writer ${randomBytes(6).toString('hex')}`, role: 'author' }));
  return { site, users, owner: await users.cookieOf(owner), writer };
}

/** Sends a request from a new IP address. Throws for a server error or a rate limit; other rejections are fine. */
async function call(target: Target, cookie: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const isJson = body !== undefined && !(body instanceof Uint8Array);
  const response = await fetch(target.site.url + API_PREFIX + path, {
    method,
    headers: {
      origin: target.site.url,
      cookie,
      'x-forwarded-for': `198.51.${randomBytes(2).join('.')}`,
      ...(body !== undefined && { 'content-type': isJson ? 'application/json' : 'application/octet-stream' }),
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : new Uint8Array(body) }),
  });
  const text = await response.text();
  if (response.status >= 500 || response.status === 429) {
    throw new Error(`${method} ${path} failed with status ${response.status}: ${text.slice(0, 200)}`);
  }
  return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
}

const draftOf = (markdown: string) => ({ title: 'Slow', description: 'Slow text', markdown });

/** Creates a draft whose text was saved before there were length limits. */
async function oldDraft(target: Target, cookie: string, text: string): Promise<number> {
  const { id } = (await call(target, cookie, 'POST', '/blogs', draftOf('Harmless'))) as { id: number };
  await target.users.query('update posts set markdown = $1 where id = $2', [text, id]);
  return id;
}

async function previewed(target: Target, { text }: SlowText): Promise<void> {
  const cookie = await target.writer();
  await call(target, cookie, 'GET', `/my-blogs/${await oldDraft(target, cookie, text)}/preview`);
}

async function previewedByLink(target: Target, { text }: SlowText): Promise<void> {
  const cookie = await target.writer();
  const id = await oldDraft(target, cookie, text);
  const { path } = (await call(target, cookie, 'PUT', `/blogs/${id}/preview-link`, {})) as { path: string };
  await call(target, '', 'GET', path);
}

async function published(target: Target, { text }: SlowText): Promise<void> {
  const id = await oldDraft(target, target.owner, text);
  await call(target, target.owner, 'POST', `/blogs/${id}/transitions`, { transition: 'publish' });
}

function ghostExport({ text }: SlowText): Uint8Array {
  const post = { id: randomBytes(12).toString('hex'), title: 'Slow', slug: 'slow', status: 'published' };
  const posts = [{ ...post, html: `<p>${text}</p>`, published_at: '2024-05-06T07:08:09Z' }];
  return Buffer.from(JSON.stringify({ db: [{ data: { posts } }] }));
}

function markdownArchive({ text }: SlowText): Promise<Uint8Array> {
  const name = `blog/${randomBytes(6).toString('hex')}.md`;
  return createZipBuffer({ [name]: `---\ntitle: Slow\ndate: 2024-05-06\n---\n![A picture](a.png)\n\n${text}\n` });
}

async function imported(target: Target, archive: Uint8Array): Promise<void> {
  const id = randomBytes(8).toString('hex');
  const sent = (await call(target, target.owner, 'PUT', `/imports/${id}?fileName=a.zip`, archive)) as { id?: string };
  if (!sent.id) return;
  await call(target, target.owner, 'GET', `/imports/${id}`);
  await call(target, target.owner, 'POST', `/imports/${id}/start`, { status: 'keep' });
  for (const end = Date.now() + IMPORT_TIMEOUT_MS; Date.now() < end; await delay(50)) {
    const rows = await target.users.query('select status from imports where id = $1', [id]);
    if (['completed', 'failed'].includes(String(rows[0]?.status))) return;
  }
  throw new Error('An import did not finish.');
}

async function commented(target: Target, { text }: SlowText): Promise<void> {
  const [post] = await target.users.query(`select id from posts where status = 'published' and is_sample limit 1`);
  const cookie = await target.writer();
  for (const body of [text.slice(0, 200_000), text.slice(0, 5000)]) {
    await call(target, cookie, 'POST', `/blogs/${Number(post?.id)}/review`, { body });
  }
}

async function tested(target: Target, { text }: SlowText): Promise<void> {
  const issue = { subject: 'Slow', markdown: 'Harmless' };
  const { id } = (await call(target, target.owner, 'POST', '/newsletter/issues', issue)) as { id: number };
  await target.users.query('update newsletter_issues set markdown = $1 where id = $2', [text, id]);
  await call(target, target.owner, 'POST', `/newsletter/issues/${id}/test`, {});
}
