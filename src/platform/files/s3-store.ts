import { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { checkFileName, type FileStore, FileStoreOutage } from './file-store.ts';

/** Where an S3-compatible store is, and the keys to it. */
export interface S3Settings {
  /** Its origin, such as https://s3.example.org. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket stands in the path of addresses rather than in front of the host. */
  readonly pathStyle: boolean;
}

/** Milliseconds that one try may take: to read, and to write as much as a document. */
const limits = { GET: 30_000, HEAD: 10_000, DELETE: 10_000, PUT: 120_000 } as const;
type Method = keyof typeof limits;

/** How often something is tried when the store fails, and the milliseconds before the second try. */
const TRIES = 3;
const FIRST_WAIT = 200;

interface S3Options {
  /** Milliseconds that a try may take, in place of the usual ones. */
  readonly limit?: number;
  /** Milliseconds before the second try. */
  readonly firstWait?: number;
}

/**
 * Files in a bucket of an S3-compatible store. An object is there as a whole or not at all, as that interface promises.
 * Throws FileStoreOutage when the store does not answer or does not do what it is asked.
 */
export function openS3Store(settings: S3Settings, options: S3Options = {}): FileStore {
  const { endpoint, bucket, pathStyle, region, accessKeyId, secretAccessKey } = settings;
  const base = new URL(endpoint);
  if (!pathStyle) base.hostname = `${bucket}.${base.hostname}`;
  const folder = `${base.origin}${base.pathname.replace(/\/+$/, '')}/${pathStyle ? `${bucket}/` : ''}`;
  const keys = new Map<string, ArrayBuffer>();

  async function tryOnce(method: Method, name: string, body?: Uint8Array | Blob): Promise<Response> {
    const url = folder + checkFileName(name);
    const signer = new AwsV4Signer({ method, url, service: 's3', region, accessKeyId, secretAccessKey, cache: keys });
    const { headers } = await signer.sign();
    const signal = AbortSignal.timeout(options.limit ?? limits[method]);
    // A stream of unknown length would be refused; a Blob knows its own.
    return fetch(url, { method, headers, signal, redirect: 'error', ...(body ? { body: body as BodyInit } : {}) });
  }

  async function ask(method: Method, name: string, body?: Uint8Array | Blob): Promise<Response> {
    checkFileName(name);
    let wait = options.firstWait ?? FIRST_WAIT;
    for (let tries = 1; ; tries++) {
      try {
        const response = await tryOnce(method, name, body);
        if (response.ok || response.status === 404) return response;
        const reason = await reasonOf(response);
        if (response.status < 500 && response.status !== 429) throw new FileStoreOutage(reason);
        if (tries === TRIES) throw new FileStoreOutage(reason);
      } catch (error) {
        if (error instanceof FileStoreOutage) throw error;
        if (tries === TRIES)
          throw new FileStoreOutage(`The file store does not answer: ${whyOf(error)}.`, { cause: error });
      }
      await new Promise(resolve => setTimeout(resolve, wait));
      wait *= 3;
    }
  }

  /** The body, too, can stay away. */
  async function bytesOf(response: Response): Promise<Buffer> {
    try {
      return Buffer.from(await response.arrayBuffer());
    } catch (error) {
      throw new FileStoreOutage(`The file store broke off: ${whyOf(error)}.`, { cause: error });
    }
  }

  return {
    async read(name) {
      const response = await ask('GET', name);
      const bytes = await bytesOf(response);
      return response.ok ? bytes : undefined;
    },
    async open(name) {
      const response = await ask('GET', name);
      const length = Number(response.headers.get('content-length') ?? Number.NaN);
      if (response.ok && response.body && Number.isInteger(length)) {
        return { bytes: length, stream: Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]) };
      }
      const bytes = await bytesOf(response);
      return response.ok ? { bytes: bytes.length, stream: Readable.from([bytes]) } : undefined;
    },
    async has(name) {
      return (await ask('HEAD', name)).ok;
    },
    async write(name, bytes) {
      const response = await ask('PUT', name, bytes);
      await response.body?.cancel();
      if (!response.ok) throw new FileStoreOutage(`The file store has no bucket “${bucket}”.`);
    },
    async remove(name) {
      const response = await ask('DELETE', name);
      await response.body?.cancel();
    },
  };
}

/** The store's own code for what went wrong, such as AccessDenied; its answer may name keys, so nothing else is repeated. */
async function reasonOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
  return `The file store answered ${response.status}${code ? ` (${code})` : ''}.`;
}

function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason was given';
  if (error.name === 'TimeoutError') return 'it took too long';
  return error.cause instanceof Error ? error.cause.message : error.message;
}
