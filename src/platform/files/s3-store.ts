import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { assertFileName, type FileStore, FileStoreUnavailableError } from './file-store.ts';
import { LocalFile, TemporaryFolder } from './local-file.ts';
import {
  describeNetworkError,
  PART_BYTES,
  type S3Request,
  type SendS3Request,
  throwBroken,
  writeInParts,
} from './s3-parts.ts';

/** The location and credentials of an S3-compatible store. */
export interface S3Settings {
  /** Its origin, such as https://s3.example.org. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is part of the URL's path instead of its host. With an IP address, it always is. */
  readonly pathStyle: boolean;
}

/** Milliseconds per attempt. */
const timeouts: Readonly<Record<S3Request['method'], number>> = {
  GET: 30_000,
  HEAD: 10_000,
  DELETE: 10_000,
  PUT: 120_000,
  POST: 120_000,
};

/** Attempts if the store fails, and milliseconds before the second one. */
const ATTEMPTS = 3;
const FIRST_WAIT = 200;

interface S3Options {
  /** Milliseconds per attempt, overriding the default. */
  readonly limit?: number;
  /** Milliseconds before the second attempt. */
  readonly firstWait?: number;
  /** The folder for copies of files that need random access. */
  readonly temporary: TemporaryFolder;
}

/** A bucket as a file store. */
export interface S3Store extends FileStore {
  /** Lists all files with their size in bytes (Amazon S3, "ListObjectsV2"). */
  list(): Promise<{ readonly name: string; readonly bytes: number }[]>;
}

/**
 * Stores files in a bucket of an S3-compatible store, whose writes are atomic. Throws FileStoreUnavailableError if the
 * store doesn't respond or rejects a request.
 */
export function createS3Store(settings: S3Settings, options: S3Options): S3Store {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const base = new URL(endpoint);
  const pathStyle = settings.pathStyle || isIP(base.hostname.replace(/^\[|\]$/g, '')) > 0;
  if (!pathStyle) base.hostname = `${bucket}.${base.hostname}`;
  const folder = `${base.origin}${base.pathname.replace(/\/+$/, '')}/${pathStyle ? `${bucket}/` : ''}`;
  const keys = new Map<string, ArrayBuffer>();

  async function tryOnce({ method, name, isForBucket, query, body, isStreamed }: S3Request): Promise<Response> {
    const url = folder + (isForBucket ? '' : assertFileName(name)) + (query === undefined ? '' : `?${query}`);
    const signer = new AwsV4Signer({ method, url, service: 's3', region, accessKeyId, secretAccessKey, cache: keys });
    const { headers } = await signer.sign();
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new DOMException('The operation timed out.', 'TimeoutError')),
      options.limit ?? timeouts[method],
    ).unref();
    try {
      // S3 rejects streams of unknown length; a Blob has a known one.
      const content = body ? { body: body as BodyInit } : {};
      return await fetch(url, { method, headers, signal: timeout.signal, redirect: 'manual', ...content });
    } finally {
      // Someone may download the body slowly. `fetch` itself gives up if nothing arrives for five minutes.
      if (isStreamed) clearTimeout(timer);
    }
  }

  const send: SendS3Request = async request => {
    if (!request.isForBucket) assertFileName(request.name);
    let wait = options.firstWait ?? FIRST_WAIT;
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await tryOnce(request);
        if (response.ok || response.status === 404) return response;
        const reason = await readReason(response);
        if (response.status < 500 && response.status !== 429) throw new FileStoreUnavailableError(reason);
        if (attempt === ATTEMPTS) throw new FileStoreUnavailableError(reason);
      } catch (error) {
        if (error instanceof FileStoreUnavailableError) throw error;
        if (attempt === ATTEMPTS)
          throw new FileStoreUnavailableError(`The file store does not respond: ${describeNetworkError(error)}.`, {
            cause: error,
          });
      }
      await new Promise(resolve => setTimeout(resolve, wait));
      wait *= 3;
    }
  };

  /** Reads the body, which can fail after the status has arrived. */
  async function readBytes(response: Response): Promise<Buffer> {
    return Buffer.from(await response.arrayBuffer().catch(throwBroken));
  }

  return {
    async list() {
      const files: { name: string; bytes: number }[] = [];
      for (let token: string | undefined = ''; token !== undefined; ) {
        const query = `${token === '' ? '' : `continuation-token=${encodeURIComponent(token)}&`}list-type=2`;
        const response = await send({ method: 'GET', name: '', isForBucket: true, query });
        const xml = (await readBytes(response)).toString('utf8');
        if (!response.ok) throw new FileStoreUnavailableError(`The bucket “${bucket}” does not exist.`);
        for (const [, name = '', size] of xml.matchAll(/<Contents>.*?<Key>([^<]+)<\/Key>.*?<Size>(\d+)<\/Size>/gs)) {
          files.push({ name, bytes: Number(size) });
        }
        token = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1];
      }
      return files;
    },
    async read(name) {
      const response = await send({ method: 'GET', name });
      const bytes = await readBytes(response);
      return response.ok ? bytes : undefined;
    },
    async open(name) {
      const response = await send({ method: 'GET', name, isStreamed: true });
      const length = Number(response.headers.get('content-length') ?? Number.NaN);
      if (response.ok && response.body && Number.isInteger(length)) {
        return { bytes: length, stream: Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]) };
      }
      const bytes = await readBytes(response);
      return response.ok ? { bytes: bytes.length, stream: Readable.from([bytes]) } : undefined;
    },
    async local(name) {
      const response = await send({ method: 'GET', name, isStreamed: true });
      if (!response.ok || !response.body) {
        await response.body?.cancel();
        return undefined;
      }
      const path = await options.temporary.write(response.body).catch(throwBroken);
      return { path, release: () => options.temporary.remove(path) };
    },
    async has(name) {
      return (await send({ method: 'HEAD', name })).ok;
    },
    async write(name, body) {
      if (body instanceof LocalFile && body.size > PART_BYTES) return writeInParts(send, name, body);
      const response = await send({ method: 'PUT', name, body });
      await response.body?.cancel();
      if (!response.ok) throw new FileStoreUnavailableError(`The bucket “${bucket}” does not exist.`);
    },
    async remove(...names) {
      for (const name of names) {
        const response = await send({ method: 'DELETE', name });
        await response.body?.cancel();
      }
    },
  };
}

/**
 * Returns the store's error code, such as AccessDenied. The rest of the response may contain keys and is not logged.
 */
async function readReason(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
  return `The file store returned ${response.status}${code ? ` (${code})` : ''}.`;
}
