import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createZip } from '#platform/files/zip-writer.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { userFixture } from '../e2e/support/site-fixture.ts';
import { largeArchive } from '../support/large-archive.ts';
import { openDatabases } from './databases.ts';
import { peakResidentBytes, residentBytes } from './processes.ts';
import { type Site, startSite } from './site.ts';
import { type Row, formatInteger } from './table.ts';

const MEGABYTE = 1024 * 1024;

const POSTS = 100_000;
const COMMENTS = { posts: 50_000, each: 10 };

/** The limit for the peak memory of the site's process, in megabytes. The unpacked texts alone are larger. */
const GOAL = 1024;

/**
 * Imports an export with 100,000 posts and 500,000 comments into an empty site, and exports it again. Measures the peak
 * resident memory of the site and the time of each step. Linux only.
 */
export async function measureLargeImport(dataDir: string): Promise<Row[]> {
  if (process.platform !== 'linux') return [{ measure: 'Large import', figure: 'Linux only', goal: '', met: null }];
  const databases = await openDatabases(dataDir);
  try {
    const connectionString = await databases.empty('large_import');
    const site = await startSite({ dataDir, databaseUrl: connectionString });
    try {
      const users = userFixture({ url: site.url, connectionString });
      const cookie = await users.cookieOf(await users.addOwner());
      await users.close();
      return await measure(site, cookie);
    } finally {
      await site.stop();
    }
  } finally {
    await databases.close();
  }
}

async function measure(site: Site, cookie: string): Promise<Row[]> {
  const headers = { origin: site.url, cookie };
  const send = async (path: string, options: SendOptions = {}) => {
    const response = await fetch(site.url + path, { ...options, headers: { ...headers, ...options.headers } });
    if (!response.ok)
      throw new Error(`${path} failed with status ${response.status}: ${(await response.text()).slice(0, 300)}`);
    return response;
  };
  const json = { 'content-type': 'application/json' };
  await send(`${API_PREFIX}/sample-content`, {
    method: 'DELETE',
    body: JSON.stringify({ confirm: 'yes' }),
    headers: json,
  });
  const base = Buffer.from(await (await send('/dashboard/transfer/export.zip')).arrayBuffer());
  const rows: Row[] = [
    { measure: 'Large import, before', figure: megabytes(residentBytes(site.pid)), goal: '', met: null },
  ];
  const timed = async <Result>(step: string, run: () => Promise<Result>): Promise<Result> => {
    const from = performance.now();
    const result = await run();
    const seconds = ((performance.now() - from) / 1000).toFixed(0);
    rows.push({
      measure: `Large import, ${step}`,
      figure: `${seconds} s, peak so far ${megabytes(peakResidentBytes(site.pid))}`,
      goal: '',
      met: null,
    });
    return result;
  };
  const address = `${API_PREFIX}/imports/${randomBytes(8).toString('hex')}`;
  const sent = createHash('sha256');
  let bytes = 0;
  async function* archive() {
    const text = (number: number) => `Half a page about tides, number ${number}. `.repeat(20);
    const size = { posts: POSTS, projects: 0, comments: COMMENTS, text };
    for await (const part of createZip(largeArchive(base, size))) {
      sent.update(part);
      bytes += part.length;
      yield part;
    }
  }
  await timed('pack, upload and read', () =>
    send(`${address}?fileName=site.zip`, {
      method: 'PUT',
      body: Readable.toWeb(Readable.from(archive(), { objectMode: false })) as ReadableStream,
      headers: { 'content-type': 'application/octet-stream' },
      duplex: 'half',
    }),
  );
  await timed('preview', async () => (await send(`${address}?page=500`)).arrayBuffer());
  await timed('import', async () => {
    await send(`${address}/run`, { method: 'POST', body: JSON.stringify({ status: 'keep' }), headers: json });
    await untilDone(async () => (await send(address)).json() as Promise<ImportResponse>);
  });
  await timed('export', async () => {
    const got = createHash('sha256');
    const { body } = await send('/dashboard/transfer/export.zip');
    for await (const part of body ?? []) got.update(part);
    if (got.digest('hex') !== sent.digest('hex')) throw new Error('The export differs from the import.');
  });
  const peak = peakResidentBytes(site.pid);
  const contents = `${formatInteger(POSTS)} posts, ${formatInteger(COMMENTS.posts * COMMENTS.each)} comments, ${megabytes(bytes)}`;
  rows.push({
    measure: `Large import, peak (${contents})`,
    figure: megabytes(peak),
    goal: `≤ ${GOAL} MB`,
    met: peak <= GOAL * MEGABYTE,
  });
  return rows;
}

interface SendOptions {
  readonly method?: string;
  readonly body?: string | ReadableStream;
  readonly headers?: Readonly<Record<string, string>>;
  /** Required for streamed request bodies. */
  readonly duplex?: 'half';
}

interface ImportResponse {
  readonly import: {
    readonly status: string;
    readonly errorMessage: string | null;
    readonly result: { readonly created: number };
  };
}

/** Waits until an import is done. Polls rarely, because each request plans the import again. */
async function untilDone(look: () => Promise<ImportResponse>): Promise<void> {
  for (;;) {
    const { import: current } = await look();
    if (current.status === 'failed') throw new Error(`The import failed: ${current.errorMessage}`);
    if (current.status === 'completed') {
      if (current.result.created === POSTS) return;
      throw new Error(`The import created ${current.result.created} posts.`);
    }
    await delay(10_000);
  }
}

const megabytes = (bytes: number) => `${formatInteger(bytes / MEGABYTE)} MB`;
