import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublicIp } from './public-ip.ts';

/** What is asked of another site. */
export interface SafeFetchOptions {
  /** What the answer may be, for the other site to choose: a list of media types. */
  readonly accept: string;
  /** What an earlier answer was called; when it is still the same, nothing is sent again. */
  readonly etag?: string | undefined;
  readonly signal?: AbortSignal;
}

/** What another site answered. */
export type SafeFetchResult =
  | { readonly changed: true; readonly body: Buffer; readonly etag: string | undefined }
  /** The same as the earlier answer. */
  | { readonly changed: false };

/** Gets what stands at an address that a person typed. Throws SafeFetchError. */
export type SafeFetch = (address: string, asked: SafeFetchOptions) => Promise<SafeFetchResult>;

type Reason = 'address' | 'inner' | 'unknown' | 'redirects' | 'status' | 'size' | 'time' | 'connection' | 'encoding';

/** Why nothing was fetched, in a sentence for whoever gave the address. */
export class SafeFetchError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'OutsideFailure';
    this.reason = reason;
  }
}

/** What may be fetched at most: bytes once unpacked, milliseconds in all, and how often an answer may lead on. */
const usual = { maxBytes: 2 * 1024 * 1024, timeoutMs: 15_000, redirects: 3 } as const;

interface Reachable {
  readonly addresses: readonly string[];
  readonly port: number;
}

interface OutsideOptions {
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  /** Whether http is fetched too, which anybody on the way can read and change. */
  readonly allowHttp?: boolean;
  /** The addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Where checked addresses really are, for tests: nobody can own a public address there. */
  readonly overrideTarget?: (checked: Reachable) => Reachable;
  /** Whose certificates are trusted besides, in PEM. */
  readonly authority?: string;
}

const PORTS: ReadonlySet<number> = new Set([80, 443, 8443]);

async function resolveByDns(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/**
 * Makes what fetches from other sites for this one. An address may lead anywhere, so: https only (http where said), usual
 * ports, and a host all of whose addresses are public. The connection is made to those very addresses, since a second
 * look-up could say something else. The same is asked again of wherever an answer leads on to. Neither cookies nor names
 * and passwords are sent, and bytes are counted as they are unpacked, so that a bomb is put down in time.
 */
export function createSafeFetch(options: OutsideOptions = {}): SafeFetch {
  const limits = { ...usual, ...options };
  return async (address, asked) => {
    const time = AbortSignal.timeout(limits.timeoutMs);
    const signal = asked.signal ? AbortSignal.any([time, asked.signal]) : time;
    let url = checkAddress(address, limits);
    try {
      for (let redirects = 0; ; redirects++) {
        const response = await ask(url, asked, signal, limits);
        const onward = onwardOf(response, url);
        if (!onward) return await answerOf(response, limits.maxBytes);
        response.destroy();
        if (redirects === limits.redirects) {
          throw new SafeFetchError('redirects', `It leads on more than ${limits.redirects} times.`);
        }
        url = checkAddress(onward, limits);
      }
    } catch (error) {
      if (error instanceof SafeFetchError) throw error;
      if (time.aborted) {
        throw new SafeFetchError('time', `It took longer than ${limits.timeoutMs / 1000} seconds.`, {
          cause: error,
        });
      }
      throw new SafeFetchError('connection', `No connection: ${wordsOf(error)}.`, { cause: error });
    }
  };
}

/** The address as it is fetched. The parser writes hosts such as 0x7f.1 or 2130706433 as the address they mean. */
function checkAddress(address: string, { allowHttp = false }: OutsideOptions): URL {
  const url = URL.parse(address);
  if (!url) throw new SafeFetchError('address', 'This is not a web address.');
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
    throw new SafeFetchError('address', 'Only addresses that begin with https:// are fetched.');
  }
  if (url.username || url.password) {
    throw new SafeFetchError('address', 'An address with a name and a password in it is not fetched.');
  }
  if (!PORTS.has(portOf(url))) {
    throw new SafeFetchError('address', `Port ${url.port} is not fetched from; leave it out of the address.`);
  }
  return url;
}

const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

/** The host's addresses. Throws where one of them is not public. */
async function reach(url: URL, signal: AbortSignal, options: OutsideOptions): Promise<Reachable> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const resolve = options.resolve ?? resolveByDns;
  const addresses = isIP(host) ? [host] : await unlessAborted(resolve(host), signal, host);
  if (addresses.length === 0) throw new SafeFetchError('unknown', `There is no host called ${host}.`);
  if (!addresses.every(isPublicIp)) {
    throw new SafeFetchError('inner', `${host} is inside a private network, from which nothing is fetched.`);
  }
  const checked = { addresses, port: portOf(url) };
  return options.overrideTarget?.(checked) ?? checked;
}

/** A look-up cannot be broken off, but nobody has to wait for it. */
async function unlessAborted(
  looking: Promise<readonly string[]>,
  signal: AbortSignal,
  host: string,
): Promise<readonly string[]> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([looking, aborted]);
  } catch (error) {
    if (signal.aborted) throw error;
    throw new SafeFetchError('unknown', `There is no host called ${host}.`, { cause: error });
  } finally {
    signal.removeEventListener('abort', abort);
    looking.catch(() => {});
    aborted.catch(() => {});
  }
}

async function ask(
  url: URL,
  asked: SafeFetchOptions,
  signal: AbortSignal,
  options: OutsideOptions,
): Promise<IncomingMessage> {
  const { addresses, port } = await reach(url, signal, options);
  const found = addresses.map(address => ({ address, family: isIP(address) }));
  const answerLookUp: RequestOptions['lookup'] = (_host, how, tell) => {
    const [first] = found;
    if (how.all) tell(null, found);
    else tell(null, first?.address ?? '', first?.family);
  };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const how = {
    // An address is connected to as it is; a name by the look-up above, which knows only what was checked.
    host: isIP(host) ? addresses[0] : host,
    port,
    path: url.pathname + url.search,
    lookup: answerLookUp,
    agent: false,
    signal,
    maxHeaderSize: 16 * 1024,
    headers: {
      host: url.host,
      accept: asked.accept,
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'Freehold',
      connection: 'close',
      ...(asked.etag ? { 'if-none-match': asked.etag } : {}),
    },
  } satisfies RequestOptions;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const secure = {
    ...how,
    servername: isIP(host) ? '' : host,
    ...(options.authority ? { ca: options.authority } : {}),
  };
  const request = url.protocol === 'https:' ? requestSecure(secure) : requestPlain(how);
  // An error may also come after the answer began, which then fails by itself.
  request.once('response', resolve).on('error', reject).end();
  return promise;
}

/** Where an answer leads on to, if it does. */
function onwardOf({ statusCode = 0, headers }: IncomingMessage, from: URL): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return undefined;
  return URL.parse(headers.location, from.href)?.href ?? headers.location;
}

async function answerOf(response: IncomingMessage, most: number): Promise<SafeFetchResult> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) {
    response.destroy();
    if (statusCode === 304) return { changed: false };
    throw new SafeFetchError('status', `The other site answered ${statusCode}${meaningOf(statusCode)}.`);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of unpacked(response) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) {
      response.destroy();
      throw new SafeFetchError('size', `It is larger than ${Math.round(most / 1024 / 1024)} MB.`);
    }
    chunks.push(chunk);
  }
  return { changed: true, body: Buffer.concat(chunks), etag: headers.etag };
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const unpack = unpackers[encoding];
  if (!unpack) {
    response.destroy();
    throw new SafeFetchError('encoding', 'The other site packs its answer in a way that was not asked for.');
  }
  // An error reaches whoever reads the unpacked bytes.
  return pipeline(response, unpack(), () => {});
}

const unpackers: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const meanings: Readonly<Record<number, string>> = {
  401: ' (a sign-in is needed)',
  403: ' (not allowed)',
  404: ' (not found)',
  410: ' (no longer there)',
  429: ' (too many requests)',
};

const meaningOf = (status: number) => meanings[status] ?? (status >= 500 ? ' (it has a problem)' : '');

const UNTRUSTED =
  'its certificate is from nobody whom this site trusts. Whoever runs the other site has to get one from a public authority';

/** The codes of failures that a person can do something about, in words. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the other site refuses it',
  ECONNRESET: 'the other site broke off',
  EHOSTUNREACH: 'the other site cannot be reached',
  ENETUNREACH: 'the other site cannot be reached',
  ETIMEDOUT: 'the other site does not answer',
  CERT_HAS_EXPIRED: 'its certificate has expired. Whoever runs the other site has to renew it',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet. See whether the clock of this machine is right',
  CERT_SIGNATURE_FAILURE: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host. See whether the address has a slip in it',
  EPROTO: 'the other site does not speak https there',
  Z_DATA_ERROR: 'the answer is damaged',
  Z_BUF_ERROR: 'the answer is not whole',
  HPE_HEADER_OVERFLOW: 'its headers are too long',
};

function wordsOf(error: unknown): string {
  // Several addresses that were tried one after the other fail as one.
  const one: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = one instanceof Error && 'code' in one ? String(one.code) : '';
  return words[code] ?? 'it failed for a reason that has no words here';
}
