import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

// Read by the process of a site before its own code: each test says from which network its requests come, since limits
// count by network. A proxy's header would do so too, but takes the developer tools away.
subscribe('http.server.request.start', message => {
  const { request } = message as { request: IncomingMessage };
  const network = request.headers['x-test-network'];
  if (typeof network === 'string') {
    Object.defineProperty(request.socket, 'remoteAddress', { value: network, configurable: true });
  }
});
