import { ORPCError } from '@orpc/server';
import { ValidationError } from '@orpc/contract';
import { AppError, errorStatus, type ErrorBody, type ErrorCode } from '#shared/errors.ts';
import type { Log } from '../log.ts';

const codeOfStatus = new Map<number, ErrorCode>(
  Object.entries(errorStatus).map(([code, status]) => [status, code as ErrorCode]),
);

/** The first message for each wrong field, by its dotted path. */
function fieldsOf(error: ValidationError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = (issue.path ?? []).map(part => String(typeof part === 'object' ? part.key : part)).join('.');
    for (const name of path ? [path] : unknownKeys(issue))
      fields[name] ??= path ? issue.message : 'There is no such field.';
  }
  return fields;
}

/** A strict schema reports unknown keys at the object itself; the person needs their names. */
function unknownKeys(issue: object): string[] {
  return 'keys' in issue && Array.isArray(issue.keys) ? issue.keys.map(String) : ['body'];
}

/**
 * The one place where what was thrown becomes the error that people and programs see. Known errors keep their words;
 * anything unknown is logged here, once, and answered as INTERNAL without detail.
 */
export function toAppError(error: unknown, log: Log): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ORPCError) {
    if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) {
      const fields = fieldsOf(error.cause);
      return new AppError('BAD_REQUEST', Object.values(fields)[0] ?? 'Something in the request is not right.', fields);
    }
    const code = codeOfStatus.get(error.status);
    if (code && code !== 'INTERNAL') return new AppError(code, sentenceFor(code));
  }
  if (hasSqlState(error, unstorable))
    return new AppError('BAD_REQUEST', 'The text has a character in it that cannot be stored.');
  if (isDatabaseOutage(error)) {
    log.error({ err: error }, 'the database does not answer');
    return new AppError('UNAVAILABLE', sentenceFor('UNAVAILABLE'));
  }
  log.error({ err: error }, 'unexpected error');
  return new AppError('INTERNAL', sentenceFor('INTERNAL'));
}

/** What to tell when nothing more precise is known. */
export function sentenceFor(code: ErrorCode): string {
  switch (code) {
    case 'NOT_FOUND':
      return 'There is nothing at this address.';
    case 'METHOD_NOT_ALLOWED':
      return 'This address does not take that method.';
    case 'UNSUPPORTED_MEDIA_TYPE':
      return 'Send JSON, with the content type application/json.';
    case 'PAYLOAD_TOO_LARGE':
      return 'This is larger than the site accepts.';
    case 'FORBIDDEN':
      return 'You may not do this.';
    case 'UNAUTHORIZED':
      return 'Sign in first.';
    case 'TOO_MANY_REQUESTS':
      return 'Too many requests. Wait a little and try again.';
    case 'UNAVAILABLE':
      return 'The site cannot reach its database right now. Try again in a moment.';
    case 'INTERNAL':
      return 'Something went wrong on our side. Try again; if it stays, tell us the request number.';
    default:
      return 'Something in the request is not right.';
  }
}

const outageCodes = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300']);

/** A zero byte or a broken character (SQLSTATE 22021, 22P05). */
const unstorable = new Set(['22021', '22P05']);

function hasSqlState(error: unknown, states: ReadonlySet<string>): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && states.has(cause.code)) return true;
  }
  return false;
}

/** True when PostgreSQL is away, full or shutting down (SQLSTATE classes 57P and 53), seen through the driver's wrappers. */
function isDatabaseOutage(error: unknown): boolean {
  if (hasSqlState(error, outageCodes)) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (/timeout exceeded when trying to connect|Connection terminated/.test(cause.message)) return true;
  }
  return false;
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  return { error: { code: error.code, message: error.message, fields: error.fields, requestId } };
}
