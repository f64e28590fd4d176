import { open } from 'node:fs/promises';
import { FileStoreOutage } from './file-store.ts';
import type { LocalFile } from './local-file.ts';

/** One request to the store. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'DELETE' | 'PUT' | 'POST';
  readonly name: string;
  /** What stands behind the name's question mark. */
  readonly query?: string;
  readonly body?: Uint8Array | Blob;
  /** Milliseconds that a try may take, in place of the usual ones. */
  readonly limit?: number;
}

/** Sends a request, again where the store fails for a moment. Throws FileStoreOutage for what is neither 2xx nor 404. */
export type AskS3 = (request: S3Request) => Promise<Response>;

/** Bytes of one part. An object has at most 10,000 of them, and a single request at most 5 GiB (Amazon S3, "Limits"). */
export const PART_BYTES = 32 * 1024 * 1024;

/**
 * Writes a file of any size, one part in memory at a time (Amazon S3, "Multipart upload"). The object exists once all
 * parts are there. Throws FileStoreOutage, and then no part is left.
 */
export async function writeInParts(ask: AskS3, name: string, { path, size }: LocalFile): Promise<void> {
  const begun = await answerOf(await ask({ method: 'POST', name, query: 'uploads=' }));
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1];
  if (!id) throw new FileStoreOutage('The file store takes no upload in parts.');
  const uploadId = encodeURIComponent(id);
  const file = await open(path);
  try {
    const tags: string[] = [];
    for (let start = 0; start < size; start += PART_BYTES) {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(PART_BYTES), position: start });
      const query = `partNumber=${tags.length + 1}&uploadId=${uploadId}`;
      const response = await ask({ method: 'PUT', name, query, body: buffer.subarray(0, bytesRead) });
      await answerOf(response);
      tags.push(response.headers.get('etag') ?? '');
    }
    const list = tags.map((tag, place) => `<Part><PartNumber>${place + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
    const ended = await answerOf(await ask({ method: 'POST', name, query: `uploadId=${uploadId}`, body }));
    // The store answers 200 before it has put the parts together.
    if (ended.includes('<Error>')) throw new FileStoreOutage('The file store could not put the parts together.');
  } catch (error) {
    await ask({ method: 'DELETE', name, query: `uploadId=${uploadId}` }).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

async function answerOf(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw new FileStoreOutage(`The file store answered ${response.status}.`);
  return text;
}
