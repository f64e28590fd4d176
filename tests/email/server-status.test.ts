import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#app/config.ts';
import type { Delivery } from '#features/email/contract.ts';
import { createEmailDelivery } from '#features/email/provider.ts';
import { deliverEmail } from '#features/email/jobs.ts';
import { expectApiError, requestApi, getApi } from '../support/api-client.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { queueTestEmail } from '../support/emails.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { deleteAllUsers } from '../support/user-factory.ts';

const NOON = Temporal.Instant.from('2026-11-20T12:00:00Z');

let server: TestSmtpServer;
let site: TestSite;
let owner: SignedInUser;
let now = NOON;
const { arrive } = memberFixture(() => site);
beforeAll(async () => {
  server = await startSmtpServer();
  const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'ada@ada.example' };
  site = await createTestSite({ pages: true, now: () => now, environment: settings });
});
beforeEach(async () => {
  now = NOON;
  server.refuse(0);
  await deleteAllUsers(site.db);
  await site.db.$client.query('delete from mail_server_status; insert into mail_server_status default values');
  owner = await arrive({ role: 'owner' });
});
afterAll(async () => {
  await site.close();
  await server.close();
});

const read = () => getApi<Delivery>(site, '/email-delivery', owner.cookie);

async function tryToDeliver(name = 'Lin'): Promise<void> {
  const to = { name, email: `${name.toLowerCase()}@site.example` };
  const mailId = await queueTestEmail(site, { to, template: 'account_disabled', props: { name } });
  const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'ada@ada.example' };
  const delivery = createEmailDelivery(readConfig(settings));
  if (!delivery) throw new Error('There is no mail server in these settings.');
  const services = { ...site.http.services, log: site.log.log };
  await deliverEmail(services, delivery, { data: { mailId }, isLastAttempt: false }).catch(() => {});
}

describe('GET /email-delivery', () => {
  it('reports no status before the first attempt', async () => {
    expect(await read()).toEqual({ status: 'untested', lastSentAt: null, failingSince: null, lastError: null });
  });

  it('shows when the server accepted the last email', async () => {
    await tryToDeliver();
    expect(await read()).toEqual({
      status: 'working',
      lastSentAt: '2026-11-20T12:00:00.000Z',
      failingSince: null,
      lastError: null,
    });
  });

  it('shows since when the server is down until it accepts an email', async () => {
    await tryToDeliver();
    const { port } = server;
    await server.close();
    now = NOON.add({ minutes: 10 });
    await tryToDeliver();
    now = NOON.add({ minutes: 90 });
    await tryToDeliver();
    expect(await read()).toEqual({
      status: 'failing',
      lastSentAt: '2026-11-20T12:00:00.000Z',
      failingSince: '2026-11-20T12:10:00.000Z',
      lastError: 'ESOCKET',
    });
    server = await startSmtpServer({ port });
    now = NOON.add({ minutes: 95 });
    await tryToDeliver();
    expect(await read()).toMatchObject({ status: 'working', lastSentAt: '2026-11-20T13:35:00.000Z' });
    // A new outage has its own start time.
    await server.close();
    now = NOON.add({ minutes: 300 });
    await tryToDeliver();
    expect(await read()).toMatchObject({ status: 'failing', failingSince: '2026-11-20T17:00:00.000Z' });
    server = await startSmtpServer({ port });
  });

  it('reports a server that rejects everything, but not one rejected recipient', async () => {
    server.refuse(550);
    await tryToDeliver('Ann');
    expect((await read()).status).toBe('untested');
    await tryToDeliver('Bob');
    await tryToDeliver('Cid');
    expect(await read()).toMatchObject({
      status: 'failing',
      failingSince: NOON.toString({ smallestUnit: 'millisecond' }),
    });
    server.refuse(0);
    await tryToDeliver('Dan');
    expect((await read()).status).toBe('working');
  });

  it('becomes a dashboard warning after an hour', async () => {
    const failing = async (minutes: number) => {
      await site.db.$client.query(
        `update mail_server_status set failing_since = now() - make_interval(mins => $1), failures = 5,
         server_failed = true, last_error = 'EAUTH 535'`,
        [minutes],
      );
      const { body } = await site.http.app.inject({ url: '/dashboard', headers: { cookie: owner.cookie } });
      return /Your mail server hasn’t accepted any email since[^]*EAUTH 535/.test(body);
    };
    expect(await failing(59)).toBe(false);
    expect(await failing(61)).toBe(true);
  });

  it('is limited to the owner', async () => {
    const member = await arrive();
    expectApiError(await requestApi(site, '/email-delivery', member.cookie), 'FORBIDDEN');
  });
});
