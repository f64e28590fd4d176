import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { Draft } from '#features/blog/contract/editing.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { crashFixture } from '../support/crash-fixture.ts';
import { startWriters } from '../support/interrupted-writers.ts';
import { freePort, type Proxy, startProxy } from '../support/nginx.ts';
import { startS3Server, type TestS3Server } from '../support/s3-server.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { createTestDatabase } from '../support/test-site.ts';

// `PUBLISHES=50 npm test -- --only crash two-instances` publishes fifty times and prints how long it took to be visible.
const publishes = Number(process.env.PUBLISHES ?? 4);

const PATIENCE = { timeout: 20_000, interval: 2 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Client;
let s3: TestS3Server;
let smtp: TestSmtpServer;
let proxy: Proxy;
let instances: Awaited<ReturnType<typeof crashFixture>>[];
let environment: Record<string, string>;
let owner: string;
let [first, second] = ['', ''];

beforeAll(async () => {
  [database, s3, smtp] = await Promise.all([createTestDatabase(), startS3Server(), startSmtpServer()]);
  db = new Client({ connectionString: database.connectionString });
  await db.connect();
  for (const entry of await readdir(inject('sampleFiles'), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) s3.objects.set(path.slice(inject('sampleFiles').length + 1), await readFile(path));
  }
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.settings;
  const port = await freePort();
  environment = {
    SITE_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: 'loopback',
    DATABASE_URL: database.connectionString,
    SECRET_KEY: '07'.repeat(32),
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'mira@site.example',
  };
  instances = await Promise.all([crashFixture(), crashFixture()]);
  const printed = await Promise.all(instances.map(instance => instance.start(environment, /\/set-up\/\S+\n/)));
  [first, second] = instances.map(({ origin }) => origin.replace('localhost', '127.0.0.1')) as [string, string];
  proxy = await startProxy(
    [first, second],
    [
      'proxy_set_header Host $http_host;',
      'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
      'add_header x-connected $upstream_connect_time always;',
    ],
    port,
  );
  const token = /\/set-up\/(\S+)\n/.exec(printed[0] ?? '')?.[1];
  const password = { password: 'tide-gauge-42', confirmPassword: 'tide-gauge-42' };
  const response = await send(second, '/setup', { token, name: 'Mira', email: 'mira@site.example', ...password });
  expect(response.status, await response.clone().text()).toBe(201);
  owner = readCookies(response);
});
afterAll(async () => {
  await proxy?.stop();
  await Promise.all(instances?.map(instance => instance.close()) ?? []);
  await db?.end();
  await Promise.all([database?.drop(), s3?.close(), smtp?.close()]);
});

const readCookies = (response: Response) =>
  response.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ');

let networks = 0;

/** Sends JSON to the API. Each request comes from another address, unless the test names one. */
const send = (url: string, path: string, body?: object, { cookie = '', method = 'POST', ip = '' } = {}) =>
  fetch(url + API_PREFIX + path, {
    method: body ? method : 'GET',
    headers: {
      origin: environment.SITE_URL ?? '',
      cookie,
      'x-forwarded-for': ip || `198.51.100.${(networks += 1)}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

/** Sends a request of the owner and returns the response's body. */
async function sendAsOwner<Answer>(url: string, path: string, body: object, method = 'POST'): Promise<Answer> {
  const response = await send(url, path, body, { cookie: owner, method });
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return (await response.json()) as Answer;
}

/** Waits until no email is queued. Then expects the mail server to have received each one once. */
async function expectEachEmailOnce(): Promise<void> {
  const sent = async () =>
    (await db.query<{ id: string; state: string }>('select id::text, state from emails order by id')).rows;
  await expect.poll(async () => (await sent()).filter(({ state }) => state !== 'sent'), PATIENCE).toEqual([]);
  const ids = smtp.taken.map(email => /^<([^@]+)@/.exec(email.header('Message-ID') ?? '')?.[1] ?? '');
  // An email that was sent twice would be counted twice.
  expect(ids).toHaveLength((await sent()).length);
  expect(new Set(ids)).toEqual(new Set((await sent()).map(({ id }) => id)));
}

it('shows posts on one instance after they are published on the other', async () => {
  const content = { title: 'Tides', description: 'Of the test.', markdown: 'Edition 0.' };
  let draft = await sendAsOwner<Draft & { slug: string }>(first, '/blogs', content);
  draft = await sendAsOwner(first, `/blogs/${draft.id}/transitions`, { transition: 'publish' });
  const read = async (url: string) => (await fetch(`${url}/blog/${draft.slug}`)).text();
  const times: number[] = [];
  for (let edition = 1; edition <= publishes; edition += 1) {
    const [here, there] = edition % 2 ? [first, second] : [second, first];
    // Twice, so it's cached.
    for (const url of [here, there, there]) expect(await read(url)).toContain(`Edition ${edition - 1}.`);
    const markdown = `Edition ${edition}.`;
    const { version } = draft;
    draft = await sendAsOwner(here, `/blogs/${draft.id}`, { version, markdown }, 'PUT');
    expect(await read(there)).toContain(`Edition ${edition - 1}.`);
    draft = await sendAsOwner(here, `/blogs/${draft.id}/transitions`, { transition: 'publish' });
    const begun = performance.now();
    // Without a notification, it would take an hour.
    await vi.waitUntil(async () => (await read(there)).includes(markdown), PATIENCE);
    times.push(performance.now() - begun);
    await db.query('delete from rate_limits');
  }
  if (process.env.PUBLISHES) {
    const sorted = times.toSorted((one, other) => one - other);
    const figures = [0, sorted.length >> 1, sorted.length - 1].map(at => `${Math.round(sorted[at] ?? 0)} ms`);
    process.stdout.write(`visible on the other instance after ${figures.join(' / ')}\n`);
  }
});

it('shares files', async () => {
  const png = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  const uploaded = await fetch(`${first}${API_PREFIX}/media/pictures?name=quay.png`, {
    method: 'POST',
    headers: { origin: environment.SITE_URL ?? '', cookie: owner, 'content-type': 'image/png' },
    body: new Uint8Array(png),
  });
  expect(uploaded.status, await uploaded.clone().text()).toBeLessThan(300);
  const { id } = (await uploaded.json()) as { id: string };
  const shown = await fetch(`${second}/media/pictures/${id}-480.webp`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

it('shares sessions and rate limits', async () => {
  const isSignedIn = async (url: string, cookie: string) =>
    ((await (await send(url, '/session', undefined, { cookie })).json()) as { user: object | null }).user !== null;
  const login = { email: 'mira@site.example', password: 'tide-gauge-42' };
  const cookie = readCookies(await send(first, '/login', login));
  expect(await isSignedIn(second, cookie)).toBe(true);
  expect((await send(second, '/logout', {}, { cookie })).status).toBeLessThan(300);
  expect(await isSignedIn(first, cookie)).toBe(false);

  const attempts: number[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const { status } = await send(attempt % 2 ? first : second, '/login', { ...login, email: 'eve@site.example' });
    attempts.push(status);
  }
  expect(attempts).toEqual([401, 401, 401, 401, 401, 429, 429]);
});

it('sends each email once', async () => {
  const password = { password: 'tide-gauge-42', confirmPassword: 'tide-gauge-42' };
  const register = (number: number) =>
    send(proxy.url, '/register', { name: 'Grace Murray', email: `grace-${number}@site.example`, ...password });
  const responses = await Promise.all(Array.from({ length: 20 }, (_none, number) => register(number)));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 202));
  await expectEachEmailOnce();
  expect(smtp.taken.length).toBeGreaterThanOrEqual(20);
});

it('gives a consultation’s time to one of fifty clients', async () => {
  const now = Temporal.Now.instant();
  const span = `from=${now.toString()}&until=${now.add({ hours: 24 * 14 }).toString()}`;
  const times = await send(first, `/consultations/initial/slots?hours=1&${span}`);
  const { slots } = (await times.json()) as { slots: string[] };
  const startsAt = slots.at(-1);
  const holds = await Promise.all(
    Array.from({ length: 50 }, () => send(proxy.url, '/bookings', { optionId: 'initial', startsAt, timeZone: 'UTC' })),
  );
  const won = holds.filter(({ status }) => status === 201);
  expect([won.length, holds.filter(({ status }) => status === 409).length]).toEqual([1, 49]);
  const [reservation] = (await Promise.all(won.map(answer => answer.json()))) as { accessToken: string }[];
  const accessToken = reservation?.accessToken;
  const client = { name: 'Noor Haddad', email: 'noor@site.example', idempotencyKey: crypto.randomUUID() };
  // Sent twice, as after a lost response.
  const details = [first, second].map(url => send(url, `/bookings/${accessToken}/details`, client));
  expect((await Promise.all(details)).map(({ status }) => status)).toEqual([200, 200]);
  const { rows } = await db.query('select client_email from bookings where starts_at = $1', [startsAt]);
  expect(rows).toHaveLength(1);
  // The invoice's email waits for its PDF.
  const templates = async () =>
    (
      await db.query<{ template: string }>('select template from emails where to_email = $1 order by template', [
        client.email,
      ])
    ).rows.map(({ template }) => template);
  await expect.poll(templates, PATIENCE).toEqual(['booking_payment_due', 'document_issued']);
  await expectEachEmailOnce();
  expect(smtp.taken.filter(({ recipients }) => recipients.includes(client.email))).toHaveLength(2);
});

it('loses no acknowledged save when one instance is killed', async () => {
  const writers = await startWriters(
    { origin: proxy.url, database: database.connectionString, cookie: owner },
    { siteEnds: true, isProxied: true },
  );
  onTestFinished(() => writers.stop());
  const countInterrupted = () => writers.answers.unanswered + writers.answers.repeated;
  // A kill between two requests proves nothing, so kill until one was under way.
  for (let round = 0; round < 2 || (round < 20 && countInterrupted() === 0); round += 1) {
    const instance = instances[round % 2];
    await writers.progress();
    if (round > 0) {
      instance?.pause();
      await delay(100);
    }
    await instance?.kill();
    // The other instance keeps running.
    await writers.progress();
    await instance?.start(environment);
  }
  await writers.progress();
  await writers.check();
  expect(countInterrupted()).toBeGreaterThan(0);
  expect(writers.answers.refusedPages).toBe(0);
});
