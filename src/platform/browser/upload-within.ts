import { type ErrorBody, Failure } from '#shared/errors.ts';

/** How long an upload may take, in milliseconds. */
const UPLOAD_LIMIT = 120_000;

/**
 * Puts a file at an address of the site. Unlike `fetch`, which knows nothing of how far it is, this tells `onProgress` the
 * share that has gone, from 0 to 1. Answers what the site answered. Fails as every call does: FETCH_ERROR, TIMEOUT_ERROR,
 * or the HTTP status with its data (specification, point 7).
 */
export function uploadWithin(path: string, file: Blob, onProgress: (share: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', path);
    request.responseType = 'json';
    request.timeout = UPLOAD_LIMIT;
    request.setRequestHeader('content-type', file.type);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) return resolve(request.response);
      const body = request.response as ErrorBody | null;
      const message = body?.error.message ?? 'The site refused this.';
      reject(new Failure(request.status, message, body ?? undefined));
    });
    request.addEventListener('timeout', () =>
      reject(new Failure('TIMEOUT_ERROR', 'The upload took too long. Check the connection and try again.')),
    );
    request.addEventListener('error', () =>
      reject(new Failure('FETCH_ERROR', 'The site could not be reached. Check the connection and try again.')),
    );
    request.send(file);
  });
}
