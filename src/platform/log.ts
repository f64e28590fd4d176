import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type LoggerOptions, pino } from 'pino';

/** The structured log of the HTTP framework and the rest of the site. */
export type Log = FastifyBaseLogger;

/** Creates a log that writes one JSON object per line, without secrets; to standard output by default. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  const options: LoggerOptions = {
    level,
    serializers: { err: serializeError },
    redact: {
      paths: [
        'req.headers.cookie',
        'req.headers.authorization',
        '*.password',
        '*.token',
        'body.code',
        '*.secret',
        'password',
        'token',
        'secret',
      ],
      censor: '[removed]',
    },
  };
  return pino(options, destination);
}

/**
 * Returns an error for the log. The database library puts all parameters of a failed query into its message, including
 * password hashes, so only the cause and the query's SQL are logged.
 */
export function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  if ('query' in error && 'params' in error && error.cause instanceof Error) {
    return { ...serializeError(error.cause), query: error.query };
  }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
}
