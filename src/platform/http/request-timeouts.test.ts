import { createServer, type OutgoingHttpHeaders, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allowLongSending, allowSlowSending, setRequestTimeout } from './request-timeouts.ts';

let server: Server;
let port: number;
/** Whether each request had a time limit. */
const watched: boolean[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const listeners = request.listenerCount('close');
    setRequestTimeout(request, { usual: 100, file: 700 });
    if (request.url === '/long') allowLongSending(request, 300);
    if (request.url === '/slow') allowSlowSending(request, 8000, 0);
    watched.push(request.listenerCount('close') > listeners);
    request.on('error', () => {});
    request.on('data', () => {});
    request.on('end', () => response.end('whole'));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise(resolve => server.close(resolve)));

/** Sends a body in two halves, with a pause in milliseconds between them. */
function sendSlowly(type: string, pause: number, more: OutgoingHttpHeaders = {}, path = '/'): Promise<string> {
  return new Promise(resolve => {
    const request = send(
      { port, host: '127.0.0.1', method: 'POST', path, headers: { 'content-type': type, ...more } },
      response => {
        response.on('data', (bytes: Buffer) => resolve(String(bytes)));
      },
    );
    request.on('error', () => resolve('broken off'));
    request.write('half');
    setTimeout(() => request.end('half'), pause);
  });
}

it.each([
  ['application/json', 0, 'whole'],
  ['application/json', 400, 'broken off'],
  ['application/x-www-form-urlencoded', 400, 'broken off'],
  ['image/png', 400, 'whole'],
  ['application/pdf', 400, 'whole'],
  ['multipart/form-data; boundary=x', 400, 'whole'],
  ['image/png', 1500, 'broken off'],
])('%s that takes %i ms is %s', async (type, pause, outcome) => {
  expect(await sendSlowly(type, pause)).toBe(outcome);
});

it('allows any duration after allowLongSending, as long as bytes keep arriving', async () => {
  const sent = new Promise<string>(resolve => {
    const request = send({ port, host: '127.0.0.1', method: 'POST', path: '/long' }, response => {
      response.on('data', (bytes: Buffer) => resolve(String(bytes)));
    });
    request.on('error', () => resolve('broken off'));
    let parts = 0;
    const timer = setInterval(() => {
      request.write('part');
      if (++parts < 15) return;
      clearInterval(timer);
      request.end();
    }, 100);
  });
  expect(await sent).toBe('whole');
  expect(await sendSlowly('application/zip', 1500, {}, '/long')).toBe('broken off');
});

it('allows files of any type as long as a slow connection needs for their size', async () => {
  expect(await sendSlowly('text/plain', 400, {}, '/slow')).toBe('whole');
  expect(await sendSlowly('text/plain', 1500, {}, '/slow')).toBe('broken off');
});

it('applies also to a request with a content length', async () => {
  expect(await sendSlowly('application/json', 400, { 'content-length': 8 })).toBe('broken off');
  expect(watched.at(-1)).toBe(true);
});

it('sets no timer for a request without a body', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}`);
  expect(await answer.text()).toBe('whole');
  expect(watched.at(-1)).toBe(false);
});
