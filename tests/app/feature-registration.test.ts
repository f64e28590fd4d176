import { implement } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { deleteExpired } from '#app/cleanup.ts';
import { features } from '#app/features.ts';
import { startWorkers } from '#app/jobs.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { defineFeature, defineJob, type Feature } from '#platform/feature.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';
import { defineEndpoints, emptyInput } from '#shared/contract.ts';
import { getApi, postApi, requestApi } from '../support/api-client.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

// A feature that only this test registers, without any other change to the site.

const calls: string[] = [];
const { publicEndpoint, ownerEndpoint } = defineEndpoints('greeting');
const contract = {
  greet: publicEndpoint('GET /greeting', 'A greeting')
    .input(emptyInput)
    .output(z.object({ greeting: z.string() })),
  send: ownerEndpoint('POST /greeting/card', 'Send a card')
    .input(z.instanceof(File))
    .output(z.object({ bytes: z.int() })),
};
const implementer = implement(contract).$context<ApiContext>();
const greeting = defineFeature({
  name: 'greeting',
  // The names of all contracts are typed, and a test cannot add one.
  handlers: {
    greeting: implementer.router({
      greet: implementer.greet.handler(() => ({ greeting: 'Hello' })),
      send: implementer.send.handler(({ input }) => ({ bytes: input.size })),
    }),
  } as NonNullable<Feature['handlers']>,
  routes: app => void app.get('/greeting.txt', async () => 'Hello'),
  uploads: [
    { endpoint: contract.send, types: ['image/png'], maxBytes: 3, wrongType: 'Send a PNG.', tooLarge: 'Send less.' },
  ],
  jobs: [
    defineJob({
      queue: createRecurringQueue('greeting.send'),
      run: async () => void calls.push('job'),
      recover: async () => void calls.push('recovered'),
      onStart: true,
      schedule: '7 3 * * *',
    }),
    defineJob({
      queue: createRecurringQueue('greeting.off'),
      run: async () => void calls.push('disabled job'),
      isEnabled: () => false,
      onStart: true,
    }),
  ],
  cleanup: async () => void calls.push('cleanup'),
  personalData: [{ name: 'greetings', export: async (_db, { email }) => [`Hello ${email}`] }],
});

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ features: [...features, greeting] });
});
afterAll(() => site.close());
beforeEach(() => void calls.splice(0));

const services = () => ({ ...site.http.services, log: site.log.log });

it('serves its endpoint, and documents it', async () => {
  expect(await getApi(site, '/greeting')).toEqual({ greeting: 'Hello' });
  const { paths } = await getApi<{ paths: object }>(site, '/openapi.json');
  expect(paths).toHaveProperty('/greeting');
});

it('serves its routes', async () => {
  expect((await site.http.app.inject('/greeting.txt')).body).toBe('Hello');
});

it('accepts its uploads from permitted users, within its limits', async () => {
  const { arrive } = memberFixture(() => site);
  const { cookie } = await arrive({ role: 'owner' });
  const { siteUrl } = site.http.services;
  const send = (body: string, type: string, headers = { cookie }) =>
    site.http.app.inject({
      method: 'POST',
      url: '/api/v1/greeting/card',
      headers: { origin: siteUrl, 'content-type': type, ...headers },
      body,
    });
  expect((await send('abc', 'image/png')).json()).toEqual({ bytes: 3 });
  expect((await send('abcd', 'image/png')).statusCode).toBe(413);
  expect((await send('abc', 'image/gif')).statusCode).toBe(415);
  expect((await send('abc', 'image/png', { cookie: '' })).statusCode).toBe(401);
});

it('runs its jobs after resuming interrupted work', async () => {
  const { jobs } = site.http.services;
  await startWorkers(jobs, services(), [greeting]);
  await vi.waitFor(() => expect(calls).toEqual(['recovered', 'job']), 10_000);
  const { rows } = await site.db.$client.query<{ name: string; cron: string }>(
    'select name, cron from pgboss.schedule',
  );
  expect(rows).toEqual([{ name: 'greeting.send', cron: '7 3 * * *' }]);
});

it('runs its cleanup with the hourly one of the site', async () => {
  await deleteExpired(services(), [greeting]);
  expect(calls).toEqual(['cleanup']);
});

it('adds to a user’s data export', async () => {
  const { cookie, email } = await memberFixture(() => site).arrive({ role: 'member' });
  const copy = (await requestApi(site, '/profile/export', cookie)).json();
  expect(copy).toMatchObject({ greetings: [`Hello ${email}`] });
  expect(Object.keys(copy as object)).toEqual(expect.arrayContaining(['sessions', 'orders']));
});

it('has no endpoints on a site without it', async () => {
  const plain = await createTestSite();
  expect((await requestApi(plain, '/greeting')).statusCode).toBe(404);
  expect((await postApi(plain, '/greeting/card', {})).statusCode).toBe(404);
  await plain.close();
});
