import { once } from 'node:events';
import { connect } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { crashFixture } from '../support/crash-fixture.ts';

let site: Awaited<ReturnType<typeof crashFixture>>;
beforeAll(async () => {
  site = await crashFixture();
});
afterAll(() => site.close());

/** Starts the site, waits until it's listening, and returns the token of its setup link, if it has no owner. */
async function start(until?: RegExp): Promise<string> {
  const printed = await site.start({}, until);
  await vi.waitUntil(isListening, { timeout: 20_000 });
  return /\/set-up\/(\S+)\n/.exec(printed)?.[1] ?? '';
}

async function isListening(): Promise<boolean> {
  const { port } = new URL(site.origin);
  const socket = connect(Number(port), 'localhost');
  const listening = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return listening;
}

it('finishes running requests, accepts no new ones, then exits', { timeout: 180_000 }, async () => {
  const token = await start(/\/set-up\/\S+\n/);
  const holder = new Client({ connectionString: site.ownDatabase });
  holder.on('error', () => {});
  await holder.connect();
  onTestFinished(() => holder.end().catch(() => {}));
  await holder.query('begin; lock table accounts in exclusive mode');
  const person = {
    name: 'Mira',
    email: 'mira@site.example',
    password: 'tide-gauge-42',
    confirmPassword: 'tide-gauge-42',
  };
  const waiting = fetch(`${site.origin}/api/v1/setup`, {
    method: 'POST',
    headers: { origin: site.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...person }),
  });
  const blocked = `select 1 from pg_stat_activity where wait_event_type = 'Lock'`;
  const watcher = new Client({ connectionString: site.ownDatabase });
  await watcher.connect();
  await vi.waitUntil(async () => (await watcher.query(blocked)).rows.length > 0, { timeout: 20_000 });
  await watcher.end();
  let ended = false;
  const ending = site.end().then(() => void (ended = true));
  await vi.waitUntil(async () => !(await isListening()), { timeout: 5000 });
  expect(ended).toBe(false);
  await holder.query('commit');
  expect((await waiting).status).toBe(201);
  await ending;
  // The acknowledged request was stored.
  await start();
  const again = new Client({ connectionString: site.ownDatabase });
  again.on('error', () => {});
  await again.connect();
  expect((await again.query('select email from users')).rows).toMatchObject([{ email: person.email }]);
  await again.end();
});

it('connects only as the serving role, except for the presence lock', { timeout: 180_000 }, async () => {
  if (!site.isRunning()) await start();
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
  const owner = new Client({ connectionString: site.ownDatabase });
  await owner.connect();
  onTestFinished(() => owner.end());
  const connections = () =>
    owner.query(`select distinct usename as role, application_name as program from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() order by 1`);
  // The connections of the previous test take a moment to close.
  await expect
    .poll(async () => (await connections()).rows, { timeout: 10_000 })
    .toEqual([
      { role: 'freehold', program: 'freehold presence' },
      { role: 'freehold_site', program: '' },
    ]);
});

it('fails health checks but still serves requests during the delay', { timeout: 180_000 }, async () => {
  await site.end();
  await site.start({ SHUTDOWN_DELAY: '1' });
  const statusOf = async (path: string) => (await fetch(site.origin + path)).status;
  expect(await statusOf('/healthz')).toBe(200);
  const ending = site.end();
  await vi.waitUntil(async () => (await statusOf('/healthz')) === 503, { timeout: 5000, interval: 10 });
  expect(await statusOf('/about')).toBe(200);
  await ending;
});

it('exits despite a request that never ends', { timeout: 180_000 }, async () => {
  if (!site.isRunning()) await start();
  const { port } = new URL(site.origin);
  const socket = connect(Number(port), 'localhost');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`POST /api/v1/login HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 1000\r\n\r\n{`);
  const begun = performance.now();
  await site.end();
  expect(performance.now() - begun).toBeLessThan(30_000);
});
