import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import { TaggedCache } from '../cache/tagged-cache.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A complete page with its headers. */
export interface PageResponse {
  readonly status: number;
  /** Empty if there is no body, as with a redirect. */
  readonly html: string;
  readonly headers: Headers;
}

/** A rendered page ready to send. It is stored only compressed, since nearly every client accepts that. */
export interface CachedPage {
  readonly status: number;
  readonly etag: string;
  /** The complete headers for an uncompressed response. */
  readonly headers: string[];
  readonly gzip: Variant;
  brotli: Variant;
  /** Starts the slowest and smallest compression. Undefined once it was called. */
  recompress?: (() => void) | undefined;
}

/** Bytes; about two thousand pages. Lists with parameters, which anyone can request, never evict other pages. */
const CAPACITY = { pages: 28 * 1024 * 1024, lists: 4 * 1024 * 1024 };

/** Public HTML is the same for everyone, so it is rendered and compressed once and cached until its content changes. */
export class PageCache {
  /** Requests served from the cache, and pages rendered for it. */
  readonly counts = { hit: 0, miss: 0 };
  private readonly pages = new TaggedCache<CachedPage>(CAPACITY.pages, sizeOf);
  private readonly lists = new TaggedCache<CachedPage>(CAPACITY.lists, sizeOf);

  private for(key: string): TaggedCache<CachedPage> {
    return key.includes('?') ? this.lists : this.pages;
  }

  get(key: string): CachedPage | undefined {
    const page = this.for(key).get(key);
    if (page) this.counts.hit++;
    return page;
  }

  async getOrMake(key: string, make: Parameters<TaggedCache<CachedPage>['getOrMake']>[1]): Promise<CachedPage> {
    let result: keyof PageCache['counts'] = 'hit';
    const page = await this.for(key).getOrMake(key, (...input) => {
      result = 'miss';
      return make(...input);
    });
    this.counts[result]++;
    return page;
  }

  invalidateTag(tag: string): void {
    this.pages.invalidateTag(tag);
    this.lists.invalidateTag(tag);
  }

  clear(): void {
    this.pages.clear();
    this.lists.clear();
  }
}

const sizeOf = ({ gzip: { body }, brotli }: CachedPage) => body.length + brotli.body.length;

/**
 * Compresses a page for the cache with brotli 5 (0.4 ms). With `canRecompress`, calling `recompress` replaces that by
 * brotli 11 (about 120 ms) in the background; not worth it for pages that are read once.
 */
export async function createCachedPage(
  { status, html, headers }: PageResponse,
  options: { canRecompress: boolean },
): Promise<CachedPage> {
  const body = Buffer.from(html);
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const base = { ...asHtml(headers), etag };
  const page: CachedPage = {
    status,
    etag,
    headers: flatHeaders(base, body.length),
    gzip: createVariant(await compressGzip(body, { level: 6 }), 'gzip', base),
    brotli: createVariant(await brotliAt(5, body), 'br', base),
  };
  if (options.canRecompress) page.recompress = () => recompress(page, base);
  return page;
}

const asHtml = (headers: Headers) => ({
  ...headers,
  'content-type': 'text/html; charset=utf-8',
  vary: 'Accept-Encoding',
});

let recompressing: Promise<void> = Promise.resolve();

/** Recompresses one page at a time, so it never takes more than one CPU core from requests. */
function recompress(page: CachedPage, base: Headers): void {
  page.recompress = undefined;
  recompressing = recompressAfter(recompressing, page, base);
}

async function recompressAfter(previous: Promise<void>, page: CachedPage, base: Headers): Promise<void> {
  await previous;
  page.brotli = createVariant(await brotliAt(11, gunzipSync(page.gzip.body)), 'br', base);
}

function brotliAt(quality: number, body: Buffer): Promise<Buffer> {
  return compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** One encoding of a page with its complete headers, in the flat form that `writeHead` handles fastest. */
type Variant = ReturnType<typeof createVariant>;

function createVariant(bytes: Buffer, encoding: string, base: Headers) {
  // Copied, because zlib returns a slice of a larger buffer, which would stay in memory.
  const body = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(body);
  return { body, headers: flatHeaders({ ...base, 'content-encoding': encoding }, body.length) };
}

function flatHeaders(headers: Headers, length: number): string[] {
  return Object.entries({ ...headers, 'content-length': String(length) }).flatMap(([name, value]) =>
    [value].flat().flatMap(item => [name, item]),
  );
}

/** Returns whether a client accepts an encoding (RFC 9110, 12.5.3): listed, and without a quality of zero. */
function accepts(accepted: string | string[] | undefined, encoding: 'br' | 'gzip'): boolean {
  const header = String(accepted ?? '');
  const index = header.indexOf(encoding);
  return index !== -1 && !/^\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(header.slice(index + encoding.length));
}

/** Returns the best encoding that the client accepts, or undefined. */
function chooseEncoding({ headers }: IncomingMessage): 'br' | 'gzip' | undefined {
  const accepted = headers['accept-encoding'];
  return accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : undefined;
}

/** Responds to GET or HEAD with a cached page: 304 if the client has it already, else in the best encoding. */
export function sendCachedPage(request: IncomingMessage, response: ServerResponse, page: CachedPage): void {
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, page.headers.slice(0, -2)).end();
    return;
  }
  const encoding = chooseEncoding(request);
  const variant = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : undefined;
  response.writeHead(page.status, variant?.headers ?? page.headers);
  // Node.js sends no body in response to HEAD.
  response.end(variant?.body ?? gunzipSync(page.gzip.body));
}

/** Bytes from which compression is worth it. */
const MIN_COMPRESSED_BYTES = 1024;

/** Sends a page for one person, which no cache stores, compressed for this request at a fast level. */
export async function sendUncachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  { status, html, headers }: PageResponse,
): Promise<void> {
  const plain = Buffer.from(html);
  const encoding = plain.length < MIN_COMPRESSED_BYTES ? undefined : chooseEncoding(request);
  const body =
    encoding === 'br'
      ? await brotliAt(4, plain)
      : encoding === 'gzip'
        ? await compressGzip(plain, { level: 6 })
        : plain;
  const encoded = encoding === undefined ? {} : { 'content-encoding': encoding };
  response.writeHead(status, flatHeaders({ ...asHtml(headers), ...encoded }, body.length));
  response.end(body);
}
