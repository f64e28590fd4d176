import type { IncomingMessage } from 'node:http';

/** Milliseconds within which a request must arrive: by default, and with a file on a slow connection. */
export const REQUEST_TIMEOUTS = { usual: 30_000, file: 300_000 } as const;

/** Content types of files, or of forms with files. Without a sign-in, they are rejected before the body is read. */
const FILE = /^(?:image\/|multipart\/form-data|application\/(?:pdf|zip|x-zip-compressed))/i;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Ends a request that takes longer to arrive. Node's own limit would be the same for all requests. */
export function setRequestTimeout(
  request: IncomingMessage,
  { usual, file }: { readonly usual: number; readonly file: number } = REQUEST_TIMEOUTS,
): void {
  const { headers } = request;
  // Without either header, a request ends with its headers (RFC 9112, 6.3), as most do.
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  setLimit(request, FILE.test(headers['content-type'] ?? '') ? file : usual);
  request.once('close', () => clearTimeout(timers.get(request)));
}

function setLimit(request: IncomingMessage, milliseconds: number): void {
  const end = () => {
    if (!request.complete) request.destroy();
  };
  clearTimeout(timers.get(request));
  timers.set(request, setTimeout(end, milliseconds).unref());
}

/** Bytes per millisecond that a slow connection sends. */
const SLOW_RATE = 10;

/** Extends a request's time limit to what a file of this size takes on a slow connection. */
export function allowSlowSending(request: IncomingMessage, bytes: number, file: number = REQUEST_TIMEOUTS.file): void {
  setLimit(request, file + bytes / SLOW_RATE);
}

/** Removes a request's time limit as long as bytes arrive every `pause` milliseconds, for uploads of any size. */
export function allowLongSending(request: IncomingMessage, pause: number = REQUEST_TIMEOUTS.usual): void {
  clearTimeout(timers.get(request));
  let lastBytes = request.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = request.socket;
    if (!request.complete && bytesRead === lastBytes) request.destroy();
    lastBytes = bytesRead;
  }, pause).unref();
  request.once('close', () => clearInterval(timer));
}
