import { createServer, type Server as PlainServer } from 'node:http';
import { createServer as createSecure, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { expect } from 'vitest';
import { createSafeFetch } from '#platform/http/safe-fetch.ts';
import type { Certificate } from './certificates.ts';

/** The public IP address that every host name resolves to in these tests. */
const PUBLIC = '93.184.215.14';

/** The host names of a request: in TLS (SNI) and in the Host header. */
interface Visit {
  readonly servername: string | false | null | undefined;
  readonly host: string | undefined;
  readonly path: string | undefined;
}

/**
 * Starts another site on this machine: HTTPS with a certificate, HTTP without. A fetch works as usual, including the
 * DNS lookup and the check of the address; only the connection is redirected here.
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
    /** Returns a fetch that trusts the given certificate authority (PEM), or only the system's. */
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
    /** Replaces the server's certificate. */
    certify(next: Certificate) {
      (server as Server).setSecureContext(next);
    },
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
