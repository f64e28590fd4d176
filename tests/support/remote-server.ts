import { createServer, type Server as PlainServer } from 'node:http';
import { createServer as createSecure, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { expect } from 'vitest';
import { createSafeFetch } from '#platform/http/safe-fetch.ts';
import type { Certificate } from './certificates.ts';

/** The public address that the invented internet of a test has for every host. */
const PUBLIC = '93.184.215.14';

/** By which names a server was asked: in the greeting of TLS, and in the request. */
interface Visit {
  readonly servername: string | false | null | undefined;
  readonly host: string | undefined;
  readonly path: string | undefined;
}

/**
 * Another site, on this machine: https with a certificate, or http without one. What fetches from it goes the whole way,
 * from the look-up over the check of its address to the connection; only the last step leads here and not out.
 */
export async function startRemoteServer(certified: Certificate | null, body: () => string) {
  const visits: Visit[] = [];
  const server: Server | PlainServer =
    certified === null
      ? createServer((_request, response) => response.end(body()))
      : createSecure(certified, (request, response) => {
          const { servername } = request.socket as TLSSocket;
          visits.push({ servername, host: request.headers.host, path: request.url });
          response.end(body());
        });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    visits,
    /** What a site fetches with that trusts this authority, in PEM, or those of the machine alone. */
    fetching: (trusted: string | null) =>
      createSafeFetch({
        timeoutMs: 5000,
        resolve: async () => [PUBLIC],
        overrideTarget: checked => {
          expect(checked).toEqual({ addresses: [PUBLIC], port: 443 });
          return { addresses: ['127.0.0.1'], port };
        },
        ...(trusted ? { authority: trusted } : {}),
      }),
    /** Shows another certificate from now on. */
    certify(next: Certificate) {
      (server as Server).setSecureContext(next);
    },
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
