import type { IncomingMessage } from 'node:http';

/** Milliseconds in which a request has arrived as a whole: usually, and with a file in it on a slow line. */
export const REQUEST_TIMEOUTS = { usual: 30_000, file: 300_000 } as const;

/** Bodies that are files, or forms with files in them. Who is not signed in is refused before any of it is read. */
const FILE = /^(?:image\/|multipart\/form-data|application\/(?:pdf|zip|x-zip-compressed))/i;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Ends a request that takes longer to arrive. The HTTP server's own limit would be the same for all requests. */
export function setRequestTimeout(
  request: IncomingMessage,
  { usual, file }: { readonly usual: number; readonly file: number } = REQUEST_TIMEOUTS,
): void {
  const { headers } = request;
  // Without either of these a request ends with its headers (RFC 9112, 6.3), as nearly every one does.
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const end = () => {
    if (!request.complete) request.destroy();
  };
  timers.set(request, setTimeout(end, FILE.test(headers['content-type'] ?? '') ? file : usual).unref());
  request.once('close', () => clearTimeout(timers.get(request)));
}

/** Removes a request's time limit as long as bytes arrive every `pause` milliseconds, for uploads of any size. */
export function allowLongSending(request: IncomingMessage, pause: number = REQUEST_TIMEOUTS.usual): void {
  clearTimeout(timers.get(request));
  let seen = request.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = request.socket;
    if (!request.complete && bytesRead === seen) request.destroy();
    seen = bytesRead;
  }, pause).unref();
  request.once('close', () => clearInterval(timer));
}
