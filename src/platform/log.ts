import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/** The structured log, as the HTTP framework and everything else use it. */
export type Log = FastifyBaseLogger;

/** Makes a log that writes one JSON object a line on standard output, secrets left out. */
export function createLog(level: string): Log {
  return pino({
    level,
    redact: {
      paths: [
        'req.headers.cookie',
        'req.headers.authorization',
        '*.password',
        '*.token',
        '*.code',
        '*.secret',
        'password',
        'token',
        'secret',
      ],
      censor: '[removed]',
    },
  });
}

/** An address as it may stand in the log: the token of a one-time link is left out. */
export function withoutSecrets(url: string): string {
  return url.replace(/(\/set-up\/)[^/?#]+/, '$1[removed]');
}
