import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { caddy } from '../../tools/launcher/system-programs.mjs';
import { freePort } from '../support/nginx.ts';

const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Promise<object>;

const PATIENCE = { timeout: 10_000, interval: 20 };

it('spreads requests over instances, and retries only those that are safe to repeat', async () => {
  const [one, two] = [await startInstance('one'), await startInstance('two')];
  const url = await startExample(one.port, two.port);
  const ask = async (method: string) => {
    const body = method === 'POST' ? 'a form' : null;
    const response = await fetch(url, { method, body, headers: { 'x-forwarded-for': '6.6.6.6' } });
    return response.ok ? response.text() : response.status;
  };
  const askOften = async (method: string) => new Set(await Promise.all(Array.from({ length: 40 }, () => ask(method))));
  await vi.waitFor(async () => expect(await askOften('POST')).toEqual(new Set(['one', 'two'])), PATIENCE);
  // The site trusts Caddy's headers, and Caddy doesn't trust the client's.
  expect(two.requests.at(-1)).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });

  // The instance dies after it has received a request.
  one.setBroken(true);
  const countRequests = () => one.requests.length + two.requests.length;
  let before = countRequests();
  expect(await askOften('GET')).toEqual(new Set(['two']));
  expect(countRequests() - before).toBeGreaterThan(40);
  await vi.waitFor(async () => {
    before = countRequests();
    expect(await ask('POST')).toBe(502);
  }, PATIENCE);
  expect(countRequests() - before).toBe(1);

  // The instance announces that it will stop, and stops.
  one.setBroken(false);
  await vi.waitFor(async () => expect(await ask('POST')).toBe('one'), PATIENCE);
  one.setStopping();
  await vi.waitFor(async () => expect(await askOften('POST')).toEqual(new Set(['two'])), PATIENCE);
  await one.stop();
  for (const method of ['GET', 'POST']) expect(await askOften(method)).toEqual(new Set(['two']));
  // Requests arrive at the same time: with round_robin, a few of them find no instance.
  const load = await autocannon({ url, method: 'POST', body: 'a form', connections: 60, amount: 20_000 });
  expect(load).toMatchObject({ '2xx': 20_000, non2xx: 0, errors: 0 });
});

/**
 * Starts a server that responds with its name, or closes the connection while it is broken. It fails health checks
 * before it stops.
 */
async function startInstance(name: string) {
  const requests: IncomingMessage['headers'][] = [];
  let [isBroken, isStopping] = [false, false];
  const server = createServer((request, response) => {
    if (request.url === '/healthz') return response.writeHead(isStopping ? 503 : 200).end();
    requests.push(request.headers);
    if (isBroken) return request.socket.destroy();
    return response.end(name);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    const closed = new Promise<void>(resolve => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  onTestFinished(stop);
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    setBroken: (broken: boolean) => void (isBroken = broken),
    setStopping: () => void (isStopping = true),
    stop,
  };
}

/** Runs `deploy/scaling/Caddyfile` on a free port, without a certificate. Returns its URL. */
async function startExample(...instances: readonly [number, number]): Promise<string> {
  const program = await caddy();
  const folder = await mkdtemp(join(tmpdir(), 'freehold-caddy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const url = `http://127.0.0.1:${await freePort()}`;
  const example = await readFile(join(import.meta.dirname, '../../deploy/scaling/Caddyfile'), 'utf8');
  const configuration = join(folder, 'Caddyfile');
  const site = example
    .replace('example.org', url)
    .replace('10.0.0.11:5050', `127.0.0.1:${instances[0]}`)
    .replace('10.0.0.12:5050', `127.0.0.1:${instances[1]}`);
  await writeFile(configuration, `{\n\tadmin off\n}\n${site}`);
  const child = spawn(program, ['run', '--config', configuration, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  await vi.waitFor(() => fetch(url), PATIENCE);
  return url;
}
