import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublicIp } from './public-ip.ts';
import { findErrorCode } from '../startup-error.ts';

export interface SafeFetchOptions {
  /** The accepted media types, sent as the Accept header. */
  readonly accept: string;
  /** The ETag of an earlier response. If it still matches, nothing is sent again. */
  readonly etag?: string | undefined;
  readonly signal?: AbortSignal;
}

/** The other site's response. */
export type SafeFetchResult =
  | { readonly changed: true; readonly body: Buffer; readonly etag: string | undefined }
  /** Not modified since the earlier response. */
  | { readonly changed: false };

/** Fetches a URL that a user entered. Throws SafeFetchError. */
export type SafeFetch = (href: string, request: SafeFetchOptions) => Promise<SafeFetchResult>;

type Reason =
  | 'address'
  | 'private_address'
  | 'unknown'
  | 'redirects'
  | 'status'
  | 'size'
  | 'time'
  | 'connection'
  | 'encoding';

/** Why the fetch failed, in a sentence for the user who entered the URL. */
export class SafeFetchError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SafeFetchError';
    this.reason = reason;
  }
}

/** Limits: bytes after decompression, milliseconds in total, and number of redirects. */
const defaults = { maxBytes: 2 * 1024 * 1024, timeoutMs: 15_000, redirects: 3 } as const;

interface FetchOptions {
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  /** Whether to fetch http too, which anyone on the network path can read and change. */
  readonly allowHttp?: boolean;
  /** Resolves a host's addresses. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Replaces the checked addresses, for tests, which can't have a public address. */
  readonly overrideTarget?: (checked: Target) => Target;
  /** The certificate authority to trust instead of the default ones, in PEM. */
  readonly authority?: string;
}

interface Target {
  readonly addresses: readonly string[];
  readonly port: number;
}

const PORTS: ReadonlySet<number> = new Set([80, 443, 8443]);

const resolveByDns = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Creates a fetch for other sites' URLs. Allows https only (http if `allowHttp`), usual ports, and hosts all of whose
 * addresses are public. Connects to those checked addresses, since a second lookup could differ. Checks every redirect
 * again. Sends no cookies or credentials, and counts decompressed bytes, to stop compression bombs early.
 */
export function createSafeFetch(options: FetchOptions = {}): SafeFetch {
  const limits = { ...defaults, ...options };
  return async (href, request) => {
    const timeout = AbortSignal.timeout(limits.timeoutMs);
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
    let url = parseUrl(href, limits);
    try {
      for (let redirects = 0; ; redirects++) {
        const response = await send(url, request, signal, limits);
        const redirect = getRedirect(response, url);
        if (!redirect) return await readResponse(response, request, limits.maxBytes);
        response.destroy();
        if (redirects === limits.redirects) {
          throw new SafeFetchError('redirects', `The address redirects more than ${limits.redirects} times.`);
        }
        url = parseUrl(redirect, limits);
      }
    } catch (error) {
      if (error instanceof SafeFetchError) throw error;
      if (timeout.aborted) {
        throw new SafeFetchError('time', `The server took longer than ${limits.timeoutMs / 1000} seconds.`, {
          cause: error,
        });
      }
      throw new SafeFetchError('connection', `Connection failed: ${describeError(error)}.`, { cause: error });
    }
  };
}

/**
 * Returns the parsed URL; throws SafeFetchError if it isn't allowed. Parsing normalizes hosts such as 0x7f.1 or
 * 2130706433 to IP addresses.
 */
function parseUrl(href: string, { allowHttp = false }: FetchOptions): URL {
  const url = URL.parse(href);
  if (!url) throw new SafeFetchError('address', 'This isn’t a valid web address.');
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
    throw new SafeFetchError('address', 'The address must start with https://.');
  }
  if (url.username || url.password) {
    throw new SafeFetchError('address', 'The address must not contain a username or password.');
  }
  if (!PORTS.has(portOf(url))) {
    throw new SafeFetchError('address', `Port ${url.port} isn’t allowed. Remove it from the address.`);
  }
  return url;
}

const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

/** Returns the host's addresses. Throws SafeFetchError if one of them is not public. */
async function resolveTarget(url: URL, signal: AbortSignal, options: FetchOptions): Promise<Target> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const resolve = options.resolve ?? resolveByDns;
  const addresses = isIP(host) ? [host] : await lookUp(host, resolve, signal);
  if (addresses.length === 0) throw new SafeFetchError('unknown', `The host ${host} doesn’t exist.`);
  if (!addresses.every(isPublicIp)) {
    throw new SafeFetchError('private_address', `${host} is in a private network, which isn’t allowed.`);
  }
  const checked = { addresses, port: portOf(url) };
  return options.overrideTarget?.(checked) ?? checked;
}

async function lookUp(host: string, resolve: (host: string) => Promise<readonly string[]>, signal: AbortSignal) {
  signal.throwIfAborted();
  // A DNS lookup can't be cancelled, so stop waiting for it instead.
  const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason as Error));
  try {
    return await Promise.race([resolve(host), aborted]);
  } catch (error) {
    if (signal.aborted || findErrorCode(error) === 'EAI_AGAIN') throw error;
    throw new SafeFetchError('unknown', `The host ${host} doesn’t exist.`, { cause: error });
  }
}

async function send(
  url: URL,
  request: SafeFetchOptions,
  signal: AbortSignal,
  options: FetchOptions,
): Promise<IncomingMessage> {
  const { addresses, port } = await resolveTarget(url, signal, options);
  const found = addresses.map(address => ({ address, family: isIP(address) }));
  const lookupChecked: RequestOptions['lookup'] = (_host, { all }, callback) => {
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const requestOptions = {
    // An IP address is used directly; a name uses the lookup above, which returns only checked addresses.
    host: isIP(host) ? addresses[0] : host,
    port,
    path: url.pathname + url.search,
    lookup: lookupChecked,
    agent: false,
    signal,
    maxHeaderSize: 16 * 1024,
    headers: {
      host: url.host,
      accept: request.accept,
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'Freehold',
      connection: 'close',
      ...(request.etag ? { 'if-none-match': request.etag } : {}),
    },
  } satisfies RequestOptions;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const httpsOptions = { ...requestOptions, servername: isIP(host) ? '' : host, ca: options.authority };
  const clientRequest = url.protocol === 'https:' ? requestSecure(httpsOptions) : requestPlain(requestOptions);
  // An error after the response has started makes reading the response fail.
  clientRequest.once('response', resolve).once('upgrade', resolve).on('error', reject).end();
  return promise;
}

/** Returns the target of a redirect, or undefined. */
function getRedirect({ statusCode = 0, headers }: IncomingMessage, from: URL): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return undefined;
  return URL.parse(headers.location, from.href)?.href;
}

async function readResponse(
  response: IncomingMessage,
  { etag }: SafeFetchOptions,
  maxBytes: number,
): Promise<SafeFetchResult> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) {
    response.destroy();
    if (statusCode === 304 && etag) return { changed: false };
    throw new SafeFetchError('status', `The server returned ${statusCode}${describeStatus(statusCode)}.`);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decompress(response) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      response.destroy();
      throw new SafeFetchError('size', `The file is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`);
    }
    chunks.push(chunk);
  }
  return { changed: true, body: Buffer.concat(chunks), etag: headers.etag };
}

function decompress(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const createDecompressor = decompressors.get(encoding);
  if (!createDecompressor) {
    response.destroy();
    throw new SafeFetchError('encoding', 'The server used an unsupported compression method.');
  }
  // Errors reach the reader of the decompressed stream.
  return pipeline(response, createDecompressor(), () => {});
}

const decompressors: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

const statusTexts: Readonly<Record<number, string>> = {
  401: ' (sign-in required)',
  403: ' (access denied)',
  404: ' (not found)',
  410: ' (deleted)',
  429: ' (too many requests)',
};

const describeStatus = (status: number) => statusTexts[status] ?? (status >= 500 ? ' (server error)' : '');

const UNTRUSTED = 'the server’s certificate isn’t trusted. Ask its operator to get one from a public authority';

/** Messages for errors that a person can act on, by code. */
const messages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the server refused it',
  ECONNRESET: 'the server closed it',
  EHOSTUNREACH: 'the server can’t be reached',
  ENETUNREACH: 'the server can’t be reached',
  ETIMEDOUT: 'the server doesn’t respond',
  EAI_AGAIN: 'the domain name can’t be looked up right now',
  CERT_HAS_EXPIRED: 'the server’s certificate has expired. Ask its operator to renew it',
  CERT_NOT_YET_VALID: 'the server’s certificate isn’t valid yet. Check the clock of this machine',
  CERT_SIGNATURE_FAILURE: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: 'the server’s certificate is for another host. Check the address for typos',
  EPROTO: 'the server doesn’t support HTTPS at this address',
  Z_DATA_ERROR: 'the response is damaged',
  Z_BUF_ERROR: 'the response is incomplete',
  HPE_HEADER_OVERFLOW: 'the response headers are too long',
};

function describeError(error: unknown): string {
  // Failures of several addresses are reported as one AggregateError.
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return messages[findErrorCode(cause) ?? ''] ?? 'unknown error';
}
