import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type LoggerOptions, pino } from 'pino';

/** The structured log, as the HTTP framework and everything else use it. */
export type Log = FastifyBaseLogger;

/** Makes a log that writes one JSON object a line, secrets left out; on standard output unless told otherwise. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  const options: LoggerOptions = {
    level,
    serializers: { err: describeError },
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

/** An address as it may stand in the log: without a secret link's token, a person's e-mail, and what a provider sends along. */
export function withoutSecrets(url: string): string {
  return (
    url
      .replace(
        /(\/(?:set-up|confirm-address|confirm-new-address|register|order-drafts|profile\/email)\/)(?!confirm$)[^/?#]+/,
        '$1[removed]',
      )
      // So are the links of newsletters, and what stands behind them.
      .replace(/(\/newsletter\/(?:confirm|confirmations|preferences|unsubscribe)\/)[^/?#]+/, '$1[removed]')
      // The secret link of an order is its number and a token.
      .replace(/(\/orders?\/\d+\.)[\w-]+/, '$1[removed]')
      // So is that of a document.
      .replace(/(\/(?:documents?|paid\/\w+)\/[^/?#]+\/)[^/?#]+/, '$1[removed]')
      .replace(/([?&]email=)[^&#]+/g, '$1[removed]')
      .replace(/^(\/(?:sign-in|stand-in)\/[^?#]*)\?.*/, '$1?[removed]')
  );
}

/**
 * An error as it may stand in the log. The database library writes every parameter of a failed query into its message,
 * passwords' hashes among them: of such an error only what lies behind it is told, and which query it was.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  if ('query' in error && 'params' in error && error.cause instanceof Error) {
    return { ...describeError(error.cause), query: error.query };
  }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
