import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { API_PREFIX } from '#shared/paths.ts';
import { userFixture } from '../e2e/support/site-fixture.ts';
import { createZipBuffer } from '../support/zip.ts';
import { openDatabases } from './databases.ts';
import { residentBytes, residentBytesOfChildren } from './processes.ts';
import { samplePages, type Site, startSite } from './site.ts';
import type { Row } from './table.ts';

const MEGABYTE = 1024 * 1024;

/** The limit for the resident memory of the site's process a minute after the load, in megabytes. */
const GOAL = 250;

const POSTS = 400;
const PICTURES = 135;

/** Resident bytes of the site's process, and of its image and PDF workers. */
interface Use {
  readonly site: number;
  readonly workers: number;
}

/**
 * Measures the resident memory of the site's process during pages, lists, searches, picture uploads and an import of
 * about 90 MB at the same time, with 10,000 posts. Linux only.
 */
export async function measureImportMemory(dataDir: string): Promise<Row[]> {
  if (process.platform !== 'linux') return [{ measure: 'Memory', figure: 'Linux only', goal: '', met: null }];
  const archive = await makeArchive();
  const databases = await openDatabases(dataDir);
  try {
    const connectionString = await databases.withPosts(10_000);
    const site = await startSite({ dataDir, databaseUrl: connectionString });
    try {
      const cookie = await signIn(site, connectionString);
      return await measure(site, cookie, archive);
    } finally {
      await site.stop();
    }
  } finally {
    await databases.close();
  }
}

async function measure(site: Site, cookie: string, archive: Buffer): Promise<Row[]> {
  const use = (): Use => ({ site: residentBytes(site.pid), workers: residentBytesOfChildren(site.pid) });
  const { post } = await samplePages(site.url);
  for (const path of ['/', '/blogs', post]) await read(site, path);
  const before = use();
  let peak = before;
  const watch = setInterval(() => {
    const { site: own, workers } = use();
    peak = { site: Math.max(peak.site, own), workers: Math.max(peak.workers, workers) };
  }, 100);
  const ending = new AbortController();
  const readers = Array.from({ length: 4 }, (_, reader) => readMixed(site, reader, ending.signal));
  const uploads = uploadPictures(site, cookie, ending.signal);
  await runImport(site, cookie, archive);
  ending.abort();
  await Promise.all([...readers, uploads]);
  clearInterval(watch);
  const rows = [row('before', before), row(`peak, archive of ${(archive.length / MEGABYTE).toFixed(0)} MB`, peak)];
  rows.push(row('at the end', use()));
  for (let seconds = 10; seconds <= 60; seconds += 10) {
    await delay(10_000);
    rows.push(row(`${seconds} s later`, use(), seconds === 60 ? GOAL : undefined));
  }
  return rows;
}

async function signIn(site: Site, connectionString: string): Promise<string> {
  const users = userFixture({ url: site.url, connectionString });
  const [existingOwner] = await users.query(`select id, name, email from users where role = 'owner'`);
  const owner = existingOwner
    ? { id: String(existingOwner.id), name: String(existingOwner.name), email: String(existingOwner.email) }
    : await users.addOwner();
  const cookie = await users.cookieOf(owner);
  await users.close();
  return cookie;
}

/** Uploads the archive, loads the preview, imports it and waits until it is done. Throws if any step fails. */
async function runImport(site: Site, cookie: string, archive: Buffer): Promise<void> {
  const address = `${site.url + API_PREFIX}/imports/${randomBytes(8).toString('hex')}`;
  const headers = { origin: site.url, cookie };
  const send = async (path: string, options: RequestInit, type?: string) => {
    const response = await fetch(address + path, {
      ...options,
      headers: { ...headers, ...(type && { 'content-type': type }) },
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`An import request failed with status ${response.status}: ${body.slice(0, 300)}`);
    return body;
  };
  await send('?fileName=site.zip', { method: 'PUT', body: new Uint8Array(archive) }, 'application/octet-stream');
  await send('', {});
  const options = JSON.stringify({ status: 'keep' });
  await send('/run', { method: 'POST', body: options }, 'application/json');
  for (;;) {
    const { import: current } = JSON.parse(await send('', {})) as {
      import: { status: string; errorMessage: string | null; result: { created: number; pictures: number } };
    };
    if (current.status === 'failed') throw new Error(`The import failed: ${current.errorMessage}`);
    if (current.status === 'completed') {
      const { created, pictures } = current.result;
      if (created === POSTS && pictures === PICTURES) return;
      throw new Error(`The import created ${created} posts and ${pictures} pictures.`);
    }
    await delay(500);
  }
}

/** Requests pages, lists and searches in turn until the end. */
async function readMixed(site: Site, reader: number, ending: AbortSignal): Promise<void> {
  const words = ['sourdough', 'coffee', 'typescript', 'harbor', 'database', 'tide'];
  for (let turn = reader; !ending.aborted; turn++) {
    const word = words[turn % words.length];
    const paths = [
      '/',
      `/blogs?page=${1 + (turn % 200)}`,
      `/api/v1/blogs?pageSize=12&page=${1 + (turn % 800)}`,
      `/api/v1/blogs?search=${word}`,
      `/search?q=${word}`,
      '/projects',
    ];
    await read(site, paths[turn % paths.length] ?? '/');
  }
}

/** Uploads a picture of about 1 MB every five seconds until the end. */
async function uploadPictures(site: Site, cookie: string, ending: AbortSignal): Promise<void> {
  for (let turn = 0; !ending.aborted; turn++) {
    const picture = await photograph(1000 + turn, 1800, 1200);
    const response = await fetch(`${site.url + API_PREFIX}/media/pictures?name=${turn}.jpg`, {
      method: 'POST',
      headers: { origin: site.url, cookie, 'content-type': 'image/jpeg' },
      body: new Uint8Array(picture),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`An upload failed with status ${response.status}.`);
    await delay(5000);
  }
}

async function read(site: Site, path: string): Promise<void> {
  const response = await fetch(site.url + path);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} failed with status ${response.status}.`);
}

/** Returns an archive of Markdown posts with photographs of about 0.7 MB each. */
async function makeArchive(): Promise<Buffer> {
  const files: Record<string, string | Uint8Array> = {};
  for (let number = 0; number < PICTURES; number++) {
    files[`pictures/${number}.jpg`] = await photograph(number, 1500, 1000);
  }
  for (let number = 0; number < POSTS; number++) {
    const paragraph = `Post ${number} is about tides and harbors, and repeats one sentence until it is long enough. `;
    files[`posts/${number}.md`] =
      `---\ntitle: Imported ${number}\ndate: 2020-01-01\n---\n![A view](../pictures/${number % PICTURES}.jpg)\n\n${`${paragraph.repeat(8)}\n\n`.repeat(12)}`;
  }
  return createZipBuffer(files);
}

/** Returns an image with as much detail as a photograph. */
async function photograph(seed: number, width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 18 + (seed % 7) };
  const size = { width: width / 2, height: height / 2, channels: 3 as const };
  const grain = await sharp({ create: { ...size, background: '#678', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(grain).resize(width, height).jpeg({ quality: 92 }).toBuffer();
}

function row(when: string, { site, workers }: Use, goal?: number): Row {
  const megabytes = site / MEGABYTE;
  return {
    measure: `Resident memory during an import, ${when}`,
    figure: `${megabytes.toFixed(0)} MB, workers ${(workers / MEGABYTE).toFixed(0)} MB`,
    goal: goal ? `≤ ${goal} MB` : '',
    met: goal ? megabytes <= goal : null,
  };
}
