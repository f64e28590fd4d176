import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import { TaggedCache } from '../cache/tagged-cache.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A whole page with what goes in front of it. */
export interface PageResponse {
  readonly status: number;
  /** Empty where there is nothing to read, as with a redirect. */
  readonly html: string;
  readonly headers: Headers;
}

/** A rendered page, ready to be written to a socket. It is kept compressed only: nearly every reader takes that. */
export interface CachedPage {
  readonly status: number;
  readonly etag: string;
  /** The complete header list without compression. */
  readonly headers: string[];
  readonly gzip: Variant;
  brotli: Variant;
  /** Starts the slowest and smallest compression, once; present while it has not been asked for. */
  recompress?: (() => void) | undefined;
}

/** One encoding of a page with its complete header list, flat as `writeHead` takes it fastest. */
interface Variant {
  readonly body: Buffer;
  readonly headers: string[];
}

/** Bytes of pages: some two thousand of them. Lists with parameters, which anybody can ask for, never evict others. */
const CAPACITY = { pages: 28 * 1024 * 1024, lists: 4 * 1024 * 1024 };

/** Public HTML is the same for everyone, so it is rendered and compressed once and kept until its content changes. */
export class PageCache {
  private readonly pages = new TaggedCache<CachedPage>(CAPACITY.pages, sizeOf);
  private readonly lists = new TaggedCache<CachedPage>(CAPACITY.lists, sizeOf);

  private for(key: string): TaggedCache<CachedPage> {
    return key.includes('?') ? this.lists : this.pages;
  }

  get(key: string): CachedPage | undefined {
    return this.for(key).get(key);
  }

  getOrMake(key: string, make: Parameters<TaggedCache<CachedPage>['getOrMake']>[1]): Promise<CachedPage> {
    return this.for(key).getOrMake(key, make);
  }

  drop(tag: string): void {
    this.pages.invalidateTag(tag);
    this.lists.invalidateTag(tag);
  }

  clear(): void {
    this.pages.clear();
    this.lists.clear();
  }
}

const sizeOf = ({ gzip: { body }, brotli }: CachedPage) => body.length + brotli.body.length;

let improving: Promise<void> = Promise.resolve();

/** Pages are improved one after the other, so that this work never takes more than one processor from readers. */
async function improveInTurn(work: () => Promise<void>): Promise<void> {
  const before = improving;
  const { promise, resolve } = Promise.withResolvers<void>();
  improving = promise;
  await before;
  await work();
  resolve();
}

/**
 * Compresses a page for keeping: brotli 5 at once (0.4 ms); with `improvable`, brotli 11 (some 120 ms) takes its place
 * once `improve` was called, in the background. Pages that are read once are not worth that.
 */
export async function createCachedPage(
  { status, html, headers }: PageResponse,
  options: { canRecompress: boolean },
): Promise<CachedPage> {
  const body = Buffer.from(html);
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const base = { ...asHtml(headers), etag };
  const page: CachedPage = {
    status,
    etag,
    headers: flatHeaders(base, body.length),
    gzip: variantOf(await compressGzip(body, { level: 6 }), 'gzip', base),
    brotli: variantOf(await brotliAt(5, body), 'br', base),
  };
  if (options.canRecompress) page.recompress = () => improve(page, base);
  return page;
}

const asHtml = (headers: Headers) => ({
  ...headers,
  'content-type': 'text/html; charset=utf-8',
  vary: 'Accept-Encoding',
});

function improve(page: CachedPage, base: Headers): void {
  page.recompress = undefined;
  void improveInTurn(async () => {
    page.brotli = variantOf(await brotliAt(11, gunzipSync(page.gzip.body)), 'br', base);
  });
}

function brotliAt(quality: number, body: Buffer): Promise<Buffer> {
  return compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

function variantOf(bytes: Buffer, encoding: string, base: Headers): Variant {
  // A copy of its own: what a compression answers is the beginning of a longer piece of memory.
  const body = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(body);
  return { body, headers: flatHeaders({ ...base, 'content-encoding': encoding }, body.length) };
}

function flatHeaders(headers: Headers, length: number): string[] {
  return Object.entries({ ...headers, 'content-length': String(length) }).flatMap(([name, value]) =>
    [value].flat().flatMap(one => [name, one]),
  );
}

/** Whether a reader takes an encoding (RFC 9110, 12.5.3): named, and not with a quality of zero. */
function takes(accepted: string | string[] | undefined, encoding: 'br' | 'gzip'): boolean {
  const header = String(accepted ?? '');
  const at = header.indexOf(encoding);
  return at !== -1 && !/^\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(header.slice(at + encoding.length));
}

/** The best encoding that a reader takes; undefined where it takes none of ours. */
function encodingFor({ headers }: IncomingMessage): 'br' | 'gzip' | undefined {
  const accepted = headers['accept-encoding'];
  return takes(accepted, 'br') ? 'br' : takes(accepted, 'gzip') ? 'gzip' : undefined;
}

/** Answers a GET or HEAD with a kept page: 304 when the reader has it already, else the best encoding it takes. */
export function sendCachedPage(request: IncomingMessage, response: ServerResponse, page: CachedPage): void {
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, page.headers.slice(0, -2)).end();
    return;
  }
  const encoding = encodingFor(request);
  const variant = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : undefined;
  response.writeHead(page.status, variant?.headers ?? page.headers);
  if (request.method === 'HEAD') response.end();
  else response.end(variant?.body ?? gunzipSync(page.gzip.body));
}

/** Shorter pages would gain nothing by being compressed. */
const WORTH_COMPRESSING = 1024;

/** Answers with a page that is for one person, and kept by nobody: compressed once, as they take it. */
export async function sendUncachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  { status, html, headers }: PageResponse,
): Promise<void> {
  const plain = Buffer.from(html);
  const encoding = plain.length < WORTH_COMPRESSING ? undefined : encodingFor(request);
  const body =
    encoding === 'br'
      ? await brotliAt(5, plain)
      : encoding === 'gzip'
        ? await compressGzip(plain, { level: 6 })
        : plain;
  const encoded = encoding === undefined ? {} : { 'content-encoding': encoding };
  response.writeHead(status, flatHeaders({ ...asHtml(headers), ...encoded }, body.length));
  if (request.method === 'HEAD') response.end();
  else response.end(body);
}
