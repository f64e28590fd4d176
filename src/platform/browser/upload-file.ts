import { type ErrorBody, ApiError } from '#shared/errors.ts';

/** Time limit of an upload on a fast connection, in milliseconds. */
const UPLOAD_TIMEOUT = 300_000;

/** Bytes per millisecond that a slow connection sends. */
const SLOW_RATE = 10;

export interface UploadOptions {
  readonly method: 'POST' | 'PUT';
  /** Receives the uploaded fraction, from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  /** Cancels the upload. */
  readonly signal?: AbortSignal;
  /** Whether the upload has no time limit. The server ends it if no more bytes arrive. */
  readonly anySize?: boolean;
}

/**
 * Uploads a file to a path of the site and returns the response. Unlike `fetch`, reports progress. Rejects with an
 * ApiError: FETCH_ERROR, TIMEOUT_ERROR, PARSING_ERROR, or the HTTP status with its data (specification, point 7).
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
    request.timeout = anySize ? 0 : UPLOAD_TIMEOUT + file.size / SLOW_RATE;
    request.setRequestHeader('content-type', file.type);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const body = request.response as ErrorBody | null;
      if (request.status >= 200 && request.status < 300) {
        if (body) return resolve(body);
        return reject(new ApiError('PARSING_ERROR', 'The site sent an invalid response. Try again.'));
      }
      const message = body?.error?.message ?? 'The site rejected this request.';
      reject(new ApiError(request.status, message, body ?? undefined));
    });
    request.addEventListener('timeout', () =>
      reject(new ApiError('TIMEOUT_ERROR', 'The upload took too long. Check your connection and try again.')),
    );
    request.addEventListener('error', () =>
      reject(new ApiError('FETCH_ERROR', 'Can’t reach the site. Check your connection and try again.')),
    );
    const rejectCanceled = () => reject(new ApiError('FETCH_ERROR', 'Upload canceled.'));
    request.addEventListener('abort', rejectCanceled);
    signal?.addEventListener('abort', () => request.abort());
    // It may have been canceled while this code was loading.
    if (signal?.aborted) return rejectCanceled();
    request.send(file);
  });
}
