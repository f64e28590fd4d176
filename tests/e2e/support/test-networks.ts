import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

// The site's child processes don't load these files.
delete process.env.NODE_OPTIONS;

// Loaded before a site's own code. Each test sets the IP address of its requests, because rate limits count by network.
// A proxy's header would also do that, but disables the developer tools.
subscribe('http.server.request.start', message => {
  const { request } = message as { request: IncomingMessage };
  const network = request.headers['x-test-network'];
  if (typeof network === 'string') {
    Object.defineProperty(request.socket, 'remoteAddress', { value: network, configurable: true });
  }
});
