import { ORPCError } from '@orpc/server';
import { ValidationError } from '@orpc/contract';
import { AppError, ERROR_STATUS, type ErrorBody, type ErrorCode } from '#shared/errors.ts';
import { FileStoreUnavailableError } from '../files/file-store.ts';
import type { Log } from '../log.ts';
import { findErrorCode } from '../startup-error.ts';
import { WorkerError } from '../worker-pool.ts';

const codeOfStatus = new Map<number, ErrorCode>(
  Object.entries(ERROR_STATUS).map(([code, status]) => [status, code as ErrorCode]),
);

/**
 * Returns the first message for each invalid field, by its dotted path; `body` has the errors of the request itself.
 */
function getFieldErrors(error: ValidationError): Record<string, string> {
  const fields = new Map<string, string>();
  for (const issue of error.issues) {
    const path = (issue.path ?? []).map(part => String(typeof part === 'object' ? part.key : part)).join('.');
    // A strict schema reports the names of unknown keys at their object.
    const unknown = 'keys' in issue && Array.isArray(issue.keys) ? issue.keys.map(String) : [];
    for (const name of unknown) if (!fields.has(name)) fields.set(name, 'This field doesn’t exist.');
    if (unknown.length === 0 && !fields.has(path || 'body')) fields.set(path || 'body', issue.message);
  }
  return Object.fromEntries(fields);
}

/**
 * Converts anything thrown to the error that is sent to the client. Known errors keep their message; unknown ones are
 * logged here, once, and become INTERNAL without detail.
 */
export function toAppError(error: unknown, log: Log): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ORPCError) {
    if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) {
      const fields = getFieldErrors(error.cause);
      return new AppError('BAD_REQUEST', Object.values(fields)[0] ?? 'This request is invalid.', fields);
    }
    const code = codeOfStatus.get(error.status);
    if (code && code !== 'INTERNAL') return createDefaultError(code);
  }
  // SQLSTATEs for a zero byte or an invalid character.
  if (hasCode(error, ['22021', '22P05']))
    return new AppError('BAD_REQUEST', 'This text contains a character that can’t be saved. Remove it and try again.');
  if (isAborted(error)) return new AppError('BAD_REQUEST', 'The request was interrupted. Try again.');
  const outage = outages.find(({ matches }) => matches(error));
  if (outage) {
    log[outage.level ?? 'error']({ err: error }, outage.entry);
    return outage.message ? new AppError('UNAVAILABLE', outage.message) : createDefaultError('UNAVAILABLE');
  }
  log.error({ err: error }, 'unexpected error');
  return createDefaultError('INTERNAL');
}

const codeOfFrameworkStatus = new Map<number, ErrorCode>([
  [400, 'BAD_REQUEST'],
  [403, 'NOT_FOUND'],
  [404, 'NOT_FOUND'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
]);

/** Converts Fastify's own errors (an invalid body, an unsupported content type) to AppErrors with our messages. */
export function fromFastifyError(error: unknown): unknown {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const code = codeOfFrameworkStatus.get(status);
  return code ? createDefaultError(code) : error;
}

const defaultMessages: Readonly<Partial<Record<ErrorCode, string>>> = {
  NOT_FOUND: 'This address doesn’t exist.',
  METHOD_NOT_ALLOWED: 'This address doesn’t support this method.',
  UNSUPPORTED_MEDIA_TYPE: 'Send JSON with the content type application/json.',
  PAYLOAD_TOO_LARGE: 'This request is too large.',
  FORBIDDEN: 'You don’t have permission to do this.',
  UNAUTHORIZED: 'Sign in to continue.',
  TOO_MANY_REQUESTS: 'Too many requests. Wait a moment and try again.',
  UNAVAILABLE: 'The site is temporarily unavailable. Try again in a moment.',
  INTERNAL: 'Something went wrong on our side. Try again. If the problem continues, contact us with the request ID.',
};

/** Returns an error without a more specific message. */
export function createDefaultError(code: ErrorCode): AppError {
  return new AppError(code, defaultMessages[code] ?? 'This request is invalid.');
}

/**
 * Network errors on the way to PostgreSQL, and its own when it is down, full or shutting down (SQLSTATE 08, 53, 57P).
 */
const databaseOutageCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
];

/** Returns whether the client disconnected early. Node gives that error the code of a lost connection, too. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && findErrorCode(error) === 'ECONNRESET';
}

/** Shown when a request fails because the disk is full. */
export const FULL_DISK = 'The site’s disk is full, so nothing was saved. Try again after the owner has freed up space.';

/** Outages in the order in which they are checked, with their log entries; logged as errors unless `level` says else. */
const outages: readonly {
  readonly matches: (error: unknown) => boolean;
  readonly level?: 'info';
  readonly entry: string;
  readonly message?: string;
}[] = [
  { matches: error => hasCode(error, ['ENOSPC', 'EDQUOT', '53100']), entry: 'the disk is full', message: FULL_DISK },
  {
    // A request whose client has disconnected can outlive the database pool during shutdown.
    matches: error => unwrap(error).some(({ message }) => message.startsWith('Cannot use a pool after calling end')),
    level: 'info',
    entry: 'a request was still running during shutdown',
  },
  {
    matches: error =>
      hasCode(error, databaseOutageCodes) ||
      unwrap(error).some(
        cause =>
          /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(cause.message) ||
          // PostgreSQL's socket is gone. Any other missing file is a bug.
          (findErrorCode(cause) === 'ENOENT' && 'syscall' in cause && cause.syscall === 'connect'),
      ),
    entry: 'the database does not respond',
  },
  {
    // SQLSTATE of a statement that exceeded `statement_timeout`.
    matches: error => hasCode(error, ['57014']),
    entry: 'a database query timed out',
    message: 'This took too long. Try again in a moment.',
  },
  {
    matches: error => error instanceof FileStoreUnavailableError,
    entry: 'the file store does not respond',
    message: 'Files are temporarily unavailable. Try again in a moment.',
  },
  { matches: error => error instanceof WorkerError, entry: 'a worker failed' },
];

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return unwrap(error).some(cause => codes.includes(findErrorCode(cause) ?? ''));
}

/** Returns an error and its causes, including those in the drivers' wrappers. */
function unwrap(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(cause);
  return causes;
}

/** Returns the headers of an error response: it is never cached, and `retry-after` is in seconds (RFC 9110, 10.2.3). */
export function toErrorHeaders(error: AppError): Record<string, string> {
  const headers = { 'cache-control': 'no-store' };
  return error.retryAfter === undefined ? headers : { ...headers, 'retry-after': String(error.retryAfter) };
}

export function toErrorBody(error: AppError, requestId: string): ErrorBody {
  return { error: { code: error.code, message: error.message, fields: error.fields, requestId } };
}
