import { type ErrorBody, ApiError } from '#shared/errors.ts';

/** How long an upload may take, in milliseconds. */
const UPLOAD_LIMIT = 300_000;

/** How a file is sent, and who is told. */
export interface UploadOptions {
  readonly method: 'POST' | 'PUT';
  /** Told the share that has gone, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Calls the upload off. */
  readonly signal?: AbortSignal;
  /** Whether the request has no time limit. It is ended only if no more bytes arrive. */
  readonly anySize?: boolean;
}

/**
 * Sends a file to an address of the site and gives its answer. Unlike `fetch`, this knows how far it is. Fails as every
 * call does: FETCH_ERROR, TIMEOUT_ERROR, PARSING_ERROR, or the HTTP status with its data (specification, point 7).
 */
export function uploadFile(
  path: string,
  file: Blob,
  { method, onProgress, signal, anySize = false }: UploadOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.responseType = 'json';
    request.timeout = anySize ? 0 : UPLOAD_LIMIT;
    request.setRequestHeader('content-type', file.type);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const body = request.response as ErrorBody | null;
      if (request.status >= 200 && request.status < 300) {
        if (body) return resolve(body);
        return reject(
          new ApiError('PARSING_ERROR', 'The site answered with something that cannot be read. Try again.'),
        );
      }
      const message = body?.error?.message ?? 'The site refused this.';
      reject(new ApiError(request.status, message, body ?? undefined));
    });
    request.addEventListener('timeout', () =>
      reject(new ApiError('TIMEOUT_ERROR', 'The upload took too long. Check the connection and try again.')),
    );
    request.addEventListener('error', () =>
      reject(new ApiError('FETCH_ERROR', 'The site could not be reached. Check the connection and try again.')),
    );
    request.addEventListener('abort', () => reject(new ApiError('FETCH_ERROR', 'The upload was cancelled.')));
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
