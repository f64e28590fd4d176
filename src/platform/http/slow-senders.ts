import type { IncomingMessage } from 'node:http';

/** Milliseconds in which a request has arrived as a whole: usually, and with a file in it on a slow line. */
export const sendingLimits = { usual: 30_000, file: 300_000 } as const;

/** Bodies that are files, or forms with files in them. Who is not signed in is refused before any of it is read. */
const FILE = /^(?:image\/|multipart\/form-data|application\/(?:pdf|zip|x-zip-compressed))/i;

/**
 * Breaks off who sends slower than that. The HTTP server itself has one limit for all, which has to be the longer one.
 */
export function limitSending(request: IncomingMessage, limit: number = sendingLimits.usual): void {
  const { headers } = request;
  // Without either of these a request ends with its headers (RFC 9112, 6.3), as nearly every one does.
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  if (FILE.test(headers['content-type'] ?? '')) return;
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, limit).unref();
  request.once('close', () => clearTimeout(timer));
}
