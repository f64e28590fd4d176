import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type LoggerOptions, pino } from 'pino';

/** The structured log, as the HTTP framework and everything else use it. */
export type Log = FastifyBaseLogger;

/** Makes a log that writes one JSON object a line, secrets left out; on standard output unless told otherwise. */
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
 * An error as it may stand in the log. The database library writes every parameter of a failed query into its message,
 * passwords' hashes among them: of such an error only what lies behind it is told, and which query it was.
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
