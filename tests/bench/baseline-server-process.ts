import { createServer } from 'node:http';
import { fetchBrotli } from './raw-response.ts';

// The most that Node's own server can do: one buffer, taken once from the address given, and no header but those
// without which nobody could read it. What is sent to it is read, and answered without a word.
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
