import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CachedPage, createCachedPage, PageCache, sendCachedPage, sendUncachedPage } from './page-cache.ts';

const rows = Array.from({ length: 400 }, (_, row) => `<tr><td>${row}</td><td>Tide ${(row * 7919) % 1009} cm</td></tr>`);
const html = `<!doctype html><title>Ærø</title><table>${rows.join('')}</table>`;

const own = { status: 200, html, headers: { 'cache-control': 'no-store', 'set-cookie': ['a=1', 'b=2'] } };
const elsewhere = { status: 303, html: '', headers: { location: '/about' } };

let page: CachedPage;
let missing: CachedPage;
let server: Server;
let address: string;
beforeAll(async () => {
  page = await createCachedPage(
    { status: 200, html, headers: { 'cache-control': 'public', 'x-own': 'yes' } },
    { canRecompress: false },
  );
  missing = await createCachedPage(
    { status: 404, html, headers: { 'cache-control': 'no-store' } },
    { canRecompress: false },
  );
  server = createServer((request, response) => {
    if (request.url === '/own') void sendUncachedPage(request, response, own);
    else if (request.url === '/elsewhere') void sendUncachedPage(request, response, elsewhere);
    else sendCachedPage(request, response, request.url === '/missing' ? missing : page);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise(resolve => server.close(resolve)));

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request without decoding the response. */
function ask(headers: Record<string, string> = {}, path = '/', method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    httpRequest(address + path, { method, headers }, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

function decode({ headers, body }: Answer): string {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body).toString();
  if (headers['content-encoding'] === 'gzip') return gunzipSync(body).toString();
  expect(headers).not.toHaveProperty('content-encoding');
  return body.toString();
}

const encodings: [accepted: string | undefined, encoding: string | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br', 'br'],
  ['br;q=1.0, gzip;q=0.8', 'br'],
  // An encoding that the client excludes is not used (RFC 9110, 12.5.3).
  ['gzip, br;q=0', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['identity, gzip;q=0.0', undefined],
];

describe('the encoding', () => {
  it.each(encodings)('for %j is %s', async (accepted, encoding) => {
    const answer = await ask(accepted === undefined ? {} : { 'accept-encoding': accepted });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(answer.headers.vary).toBe('Accept-Encoding');
    expect(decode(answer)).toBe(html);
  });

  it('saves bytes: brotli less than gzip less than none', async () => {
    const [none, gzip, brotli] = await Promise.all(
      ['', 'gzip', 'br'].map(async accepted => (await ask({ 'accept-encoding': accepted })).body.length),
    );
    expect(brotli).toBeLessThan(gzip ?? 0);
    expect(gzip).toBeLessThan(none ?? 0);
  });

  it('is stored compressed, in no more memory than that takes', () => {
    const held = [page.gzip, page.brotli].reduce((sum, { body }) => sum + body.buffer.byteLength, 0);
    expect(held).toBe(page.gzip.body.length + page.brotli.body.length);
    expect(held).toBeLessThan(html.length);
  });

  it('is recompressed in the background on request, with the same content and ETag', async () => {
    const improving = await createCachedPage({ status: 200, html, headers: {} }, { canRecompress: true });
    const before = improving.brotli;
    improving.recompress?.();
    expect(improving.recompress).toBeUndefined();
    await expect.poll(() => improving.brotli, { timeout: 10_000 }).not.toBe(before);
    expect(improving.brotli.body.length).toBeLessThanOrEqual(before.body.length);
    expect(brotliDecompressSync(improving.brotli.body).toString()).toBe(html);
    expect(improving.brotli.headers).toContain(improving.etag);
    expect(improving.brotli.headers).toContain(String(improving.brotli.body.length));
  });
});

describe('a page for one person', () => {
  it.each(encodings)('is compressed for %j with %s, and has no ETag', async (accepted, encoding) => {
    const answer = await ask(accepted === undefined ? {} : { 'accept-encoding': accepted }, '/own');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'set-cookie': ['a=1', 'b=2'],
      vary: 'Accept-Encoding',
      'content-length': String(answer.body.length),
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers).not.toHaveProperty('etag');
    expect(decode(answer)).toBe(html);
  });

  it('has no body in response to HEAD', async () => {
    const answer = await ask({ 'accept-encoding': 'br' }, '/own', 'HEAD');
    expect(answer.status).toBe(200);
    expect(answer.body.length).toBe(0);
  });

  it('is not compressed if it is empty', async () => {
    const answer = await ask({ 'accept-encoding': 'br, gzip' }, '/elsewhere');
    expect(answer).toMatchObject({ status: 303, headers: { location: '/about', 'content-length': '0' } });
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });
});

describe('the ETag', () => {
  it('is the same in every encoding', async () => {
    const tags = await Promise.all(
      ['', 'gzip', 'br'].map(async accepted => (await ask({ 'accept-encoding': accepted })).headers.etag),
    );
    expect(new Set(tags).size).toBe(1);
    const same = await createCachedPage({ status: 200, html, headers: { other: 'headers' } }, { canRecompress: false });
    const other = await createCachedPage({ status: 200, html: `${html} `, headers: {} }, { canRecompress: false });
    expect(same.etag).toBe(page.etag);
    expect(other.etag).not.toBe(page.etag);
  });

  it('is weak, since differently encoded responses share it (RFC 9110, 8.8.1)', () => {
    expect(page.etag).toMatch(/^W\/"[\w-]{22}"$/);
  });

  const weak = (tag: string) => tag.replace(/^(?:W\/)?/, 'W/');
  it.each<[string, (tag: string) => string]>([
    ['the same', tag => tag],
    ['the same, made weak on the way', weak],
    ['the same among others', tag => `"other", ${tag}, W/"third"`],
  ])('%s: 304 with every header of a 200 but its length, and no body', async (_what, of) => {
    for (const accepted of ['', 'gzip', 'br']) {
      const answer = await ask({ 'if-none-match': of(page.etag), 'accept-encoding': accepted });
      expect(answer.status).toBe(304);
      expect(answer.body.length).toBe(0);
      expect(answer.headers).toMatchObject({
        etag: page.etag,
        vary: 'Accept-Encoding',
        'cache-control': 'public',
        'x-own': 'yes',
      });
      expect(answer.headers).not.toHaveProperty('content-length');
      expect(answer.headers).not.toHaveProperty('content-encoding');
    }
  });

  it.each(['"other"', 'W/"other"', '""', 'nonsense', ''])('a different one (%s): 200', async tag => {
    expect((await ask({ 'if-none-match': tag })).status).toBe(200);
  });

  it('of a missing page never responds with 304', async () => {
    const answer = await ask({ 'if-none-match': missing.etag }, '/missing');
    expect(answer.status).toBe(404);
    expect(decode(answer)).toBe(html);
  });
});

describe('HEAD', () => {
  it.each(['', 'gzip', 'br'])('has the headers of GET and no body, with %j accepted', async accepted => {
    const [head, get] = await Promise.all([
      ask({ 'accept-encoding': accepted }, '/', 'HEAD'),
      ask({ 'accept-encoding': accepted }),
    ]);
    expect(head.status).toBe(200);
    expect(head.body.length).toBe(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });
});

describe('the page cache', () => {
  it('is limited in bytes, including all encodings', async () => {
    const cache = new PageCache();
    const part = (bytes: number) => ({ body: Buffer.alloc(bytes), headers: [] });
    const made: string[] = [];
    let bytes = 0;
    for (let count = 0; count < 200; count += 1) {
      const value = { status: 200, etag: '""', headers: [], gzip: part(120_000), brotli: part(80_000) };
      bytes += 200_000;
      await cache.getOrMake(`/page-${count}`, async () => ({ value, tags: [] }));
      made.push(`/page-${count}`);
    }
    expect(bytes).toBeGreaterThan(32 * 1024 * 1024);
    const held = made.filter(key => cache.get(key)).length * 200_000;
    expect(held).toBeLessThanOrEqual(28 * 1024 * 1024);
    expect(held).toBeGreaterThan(26 * 1024 * 1024);
    expect(cache.get('/page-0')).toBeUndefined();
    expect(cache.get('/page-199')).toBeDefined();
  });

  it('evicts no page for a list with parameters', async () => {
    const cache = new PageCache();
    const part = { body: Buffer.alloc(100_000), headers: [] };
    const value = { status: 200, etag: '""', headers: [], gzip: part, brotli: part };
    const keep = (key: string) => cache.getOrMake(key, async () => ({ value, tags: ['blog'] }));
    await keep('/blogs');
    for (let count = 0; count < 200; count += 1) await keep(`/blogs?page=${count}`);
    expect(cache.get('/blogs')).toBeDefined();
    expect(cache.get('/blogs?page=199')).toBeDefined();
    expect(cache.get('/blogs?page=0')).toBeUndefined();
    cache.invalidateTag('blog');
    expect(cache.get('/blogs')).toBeUndefined();
    expect(cache.get('/blogs?page=199')).toBeUndefined();
  });
});
