import { createServer } from 'node:http';
import { fetchBrotli } from './raw-response.ts';

// The fastest that Node's own HTTP server can be: it sends one buffer, fetched once from the given URL, with only the
// headers needed to read it. It reads request bodies and responds with nothing.
const [port, address = ''] = process.argv.slice(2);
const { body, headers } = await fetchBrotli(address);

createServer((request, response) => {
  if (request.method === 'POST') {
    request.resume().once('end', () => response.writeHead(204).end());
    return;
  }
  response.writeHead(200, headers);
  response.end(body);
}).listen(Number(port), '127.0.0.1');
