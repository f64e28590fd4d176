import { open } from 'node:fs/promises';
import { FileStoreUnavailableError } from './file-store.ts';
import type { LocalFile } from './local-file.ts';

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'DELETE' | 'PUT' | 'POST';
  readonly name: string;
  /** Whether the request is for the bucket itself, and the name is ignored. */
  readonly isForBucket?: true;
  /** The query string, without the question mark. */
  readonly query?: string;
  readonly body?: Uint8Array | Blob;
  /** Whether the response may take any time once it has begun. Otherwise the time limit includes its body. */
  readonly isStreamed?: true;
}

/**
 * Sends a request, and retries temporary failures. Throws FileStoreUnavailableError for statuses other than 2xx and
 * 404.
 */
export type SendS3Request = (request: S3Request) => Promise<Response>;

/**
 * Bytes per part, which a slow connection must send within the time limit of a request. An object has at most 10,000
 * parts, and a single request at most 5 GiB (Amazon S3, "Limits").
 */
export const PART_BYTES = 8 * 1024 * 1024;

/**
 * Writes a file of any size with one part in memory at a time (Amazon S3, "Multipart upload"). The object exists only
 * once all parts are uploaded. Throws FileStoreUnavailableError, after deleting the parts.
 */
export async function writeInParts(send: SendS3Request, name: string, { path, size }: LocalFile): Promise<void> {
  const initiated = await readText(await send({ method: 'POST', name, query: 'uploads=' }));
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(initiated)?.[1];
  if (!id) throw new FileStoreUnavailableError('The file store does not support multipart uploads.');
  const uploadId = encodeURIComponent(id);
  const file = await open(path);
  try {
    const tags: string[] = [];
    for (let start = 0; start < size; start += PART_BYTES) {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(PART_BYTES), position: start });
      const query = `partNumber=${tags.length + 1}&uploadId=${uploadId}`;
      const response = await send({ method: 'PUT', name, query, body: buffer.subarray(0, bytesRead) });
      await readText(response);
      tags.push(response.headers.get('etag') ?? '');
    }
    const list = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
    try {
      const completed = await readText(await send({ method: 'POST', name, query: `uploadId=${uploadId}`, body }));
      // The store responds with 200 before it has joined the parts.
      if (completed.includes('<Error>'))
        throw new FileStoreUnavailableError('The file store could not complete the multipart upload.');
    } catch (error) {
      // If only the response was lost, the upload is complete and no longer found.
      const stored = await send({ method: 'HEAD', name });
      if (!stored.ok || Number(stored.headers.get('content-length')) !== size) throw error;
    }
  } catch (error) {
    await send({ method: 'DELETE', name, query: `uploadId=${uploadId}` }).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

async function readText(response: Response): Promise<string> {
  const text = await response.text().catch(throwBroken);
  if (!response.ok) throw new FileStoreUnavailableError(`The file store returned ${response.status}.`);
  return text;
}

/** Throws the error of a body that can't be read after its status has arrived. */
export function throwBroken(error: unknown): never {
  throw new FileStoreUnavailableError(`The file store closed the connection: ${describeNetworkError(error)}.`, {
    cause: error,
  });
}

export function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error.name === 'TimeoutError') return 'timed out';
  return error.cause instanceof Error ? error.cause.message : error.message;
}
