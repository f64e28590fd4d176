import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { judgeSenderRecords } from '#features/email/rules.ts';
import { judgeProvider } from '#features/payments/checks.ts';
import { type HealthReport, runChecks } from '#platform/health/check.ts';
import type { CheckReport } from '#features/status/contract.ts';
import { expectApiError, getApi, postApi, requestApi } from '../support/api-client.ts';
import { listEmailsTo } from '../support/emails.ts';
import { memberFixture, type SignedInUser } from '../support/member-fixture.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const MEGABYTE = 1024 * 1024;
const now = Temporal.Now.instant();

let server: TestSmtpServer;
let site: TestSite;
let owner: SignedInUser;
let free = Infinity;
const { arrive } = memberFixture(() => site);

beforeAll(async () => {
  server = await startSmtpServer({ password: 'secret' });
  site = await createTestSite({
    pages: true,
    now: () => now,
    disk: { free: async () => free },
    environment: { SMTP_URL: `smtp://ada:secret@127.0.0.1:${server.port}`, MAIL_FROM: 'ada@ada.example' },
  });
  owner = await arrive({ role: 'owner' });
});
afterAll(async () => {
  await site.close();
  await server.close();
});

/** Runs the checks, with some services replaced, and returns one report. */
async function check(name: string, services: Partial<TestSite['http']['services']> = {}, isServer = true) {
  const reports = await runChecks({ ...site.http.services, ...services, log: site.log.log, isServer });
  const report = reports.find(each => each.name === name);
  if (!report) throw new Error(`There is no check ${name}.`);
  return report as Pick<HealthReport, 'status' | 'message'>;
}

describe('GET /status', () => {
  it('runs every check once', async () => {
    const { checkedAt, items } = await getApi<{ checkedAt: string; items: CheckReport[] }>(
      site,
      '/status',
      owner.cookie,
    );
    expect(checkedAt).toBe(now.toString());
    const names = items.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['public_address', 'email', 'stripe', 'database', 'files', 'jobs']));
    const failing = items.filter(({ status }) => status === 'failing').map(({ name }) => name);
    // This test site doesn't listen on a port.
    expect(failing).toEqual(['public_address']);
    expect((await site.db.$client.query(`select 1 from stored_files where name like 'checks/%'`)).rows).toEqual([]);
  });

  it('is shown on the status page with instructions', async () => {
    const { body } = await site.http.app.inject({ url: '/dashboard/status', headers: { cookie: owner.cookie } });
    expect(body).toContain('1 check is failing');
    expect(body).toContain('Check SITE_URL, the domain’s DNS records, the proxy and the firewall.');
    expect(body).toContain('Send test email');
  });

  it('is limited to the owner', async () => {
    const member = await arrive();
    for (const path of ['/status', '/status/failing']) {
      expectApiError(await requestApi(site, path, member.cookie), 'FORBIDDEN');
      expectApiError(await requestApi(site, path), 'UNAUTHORIZED');
    }
  });
});

describe('the check of', () => {
  it('the mail server connects and signs in', async () => {
    expect(await check('email')).toMatchObject({ status: 'ok' });
    expect(await check('email', { emailDelivery: undefined })).toMatchObject({ status: 'off' });
    const { port } = server;
    await server.close();
    expect(await check('email')).toMatchObject({
      status: 'failing',
      message: 'The mail server can’t be used: ESOCKET.',
    });
    server = await startSmtpServer({ port, password: 'changed' });
    const report = await check('email');
    expect(report).toMatchObject({ status: 'failing', message: 'The mail server can’t be used: EAUTH 535.' });
    await server.close();
    server = await startSmtpServer({ port, password: 'secret' });
    await site.db.$client.query(
      `update mail_server_status set failing_since = now(), failures = 5, last_error = 'EENVELOPE 550'`,
    );
    expect(await check('email')).toMatchObject({
      status: 'failing',
      message: expect.stringContaining('EENVELOPE 550'),
    });
    await site.db.$client.query(`update mail_server_status set failing_since = null, failures = 0`);
    expect(await check('email')).toMatchObject({ status: 'ok' });
  });

  it('the disk compares its free space to the minimum', async () => {
    for (const [megabytes, status] of [
      [5000, 'ok'],
      [300, 'warning'],
      [200, 'failing'],
    ] as const) {
      free = megabytes * MEGABYTE;
      expect((await check('disk')).status).toBe(status);
    }
    free = Infinity;
  });

  it('stored files writes one and reports damaged ones', async () => {
    expect(await check('files')).toMatchObject({ status: 'ok' });
    const { files } = site.http.services;
    const broken = { ...files, write: () => Promise.reject(new Error('read-only disk')) };
    expect(await check('files', { files: broken })).toMatchObject({ status: 'failing' });
    await site.db.$client.query(
      `insert into stored_files (name, bytes, sha256, damaged_at) values ('a.txt', 1, '', now())`,
    );
    expect(await check('files')).toMatchObject({ status: 'failing', message: 'One file is missing or damaged.' });
    await site.db.$client.query('delete from stored_files');
    expect(await check('files')).toMatchObject({ status: 'ok', message: 'Files can be saved and read.' });
  });

  it('background jobs finds stuck and failed ones, but not those of a queue that is switched off', async () => {
    const add = (state: string, minutes: number, queue: string) =>
      site.db.$client.query(
        `insert into pgboss.job (name, state, created_on, start_after, completed_on)
         values ($1, $2::pgboss.job_state, now() - make_interval(mins => $3), now() - make_interval(mins => $3),
           case when $2 = 'failed' then now() - make_interval(mins => $3) end)`,
        [queue, state, minutes],
      );
    await site.http.services.jobs.start();
    expect(await check('jobs')).toMatchObject({ status: 'ok' });
    await add('created', 1, 'email.deliver');
    expect((await check('jobs')).message).toBe('1 job is waiting.');
    await add('created', 1, 'email.deliver');
    expect((await check('jobs')).message).toBe('2 jobs are waiting and being processed.');
    await site.db.$client.query('delete from pgboss.job');
    await add('failed', 60, 'email.cleanup');
    expect(await check('jobs')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('email.cleanup (1)'),
    });
    await add('created', 20, 'email.deliver');
    expect(await check('jobs')).toMatchObject({
      status: 'failing',
      message: expect.stringContaining('20 minutes: email.deliver'),
    });
    expect(await check('jobs', {}, false)).toMatchObject({ status: 'warning' });
    expect((await check('jobs', { emailDelivery: undefined })).message).not.toContain('email.deliver');
    await site.db.$client.query('delete from pgboss.job');
  });

  it('the secret key notices a changed one', async () => {
    await site.db.$client.query(
      `insert into totp_secrets (user_id, encrypted_secret, created_at, confirmed_at) values ($1, 'sealed', now(), now())`,
      [owner.id],
    );
    expect(await check('secret_key')).toMatchObject({ status: 'failing' });
    await site.db.$client.query('delete from totp_secrets');
    expect(await check('secret_key')).toMatchObject({ status: 'ok' });
  });

  it('the public address requests the site, and recognizes other sites', async () => {
    const { encryption } = site.http.services;
    const address = await site.http.app.listen({ port: 0, host: '127.0.0.1' });
    // Forwards the request with the address that the check expects.
    const relay = async (request: IncomingMessage, response: ServerResponse) => {
      const headers = { 'x-freehold-probe': String(request.headers['x-freehold-probe']) };
      const answer = await fetch(`${address}${request.url}`, { headers });
      response.writeHead(answer.status).end(await answer.text());
    };
    const own = createServer((request, response) => void relay(request, response)).listen(0, '127.0.0.1');
    onTestFinished(() => void own.close());
    await new Promise(resolve => own.once('listening', resolve));
    const { siteUrl } = site.http.services;
    const port = (own.address() as { port: number }).port;
    const forwarded = {
      ...encryption,
      encrypt: (_text: string, purpose: string) => encryption.encrypt(siteUrl, purpose),
    };
    const url = `http://localhost:${port}`;
    expect(await check('public_address', { siteUrl: url, encryption: forwarded })).toMatchObject({ status: 'ok' });
    expect(await check('public_address', { siteUrl: url })).toMatchObject({
      status: 'failing',
      message: `${url} can’t be reached: another site answers there.`,
    });
    own.close();
    expect(await check('public_address', { siteUrl: 'http://localhost:1' })).toMatchObject({ status: 'failing' });
    expect(await check('public_address', { siteUrl: 'http://localhost:1' }, false)).toMatchObject({
      status: 'warning',
      message: 'The site isn’t running, or its proxy can’t reach it.',
    });
  });
});

describe('judgeSenderRecords', () => {
  const signing = { selector: 'site', key: 'AAAA' };
  const good = {
    spf: ['google-verification=1', 'v=spf1 mx -all'],
    dmarc: ['v=DMARC1; p=none'],
    dkim: ['v=DKIM1; k=rsa; p=AA AA'],
  };

  it.each([
    ['all records', good, signing, 'ok', 'has SPF and DMARC records, and the DKIM key'],
    ['signatures by another server', { ...good, dkim: undefined }, undefined, 'ok', 'can’t be checked from here'],
    ['no SPF', { ...good, spf: [] }, signing, 'warning', 'an SPF record at ada.example.'],
    ['no DMARC', { ...good, dmarc: ['v=spf1'] }, signing, 'warning', 'a DMARC record at _dmarc.ada.example.'],
    [
      'another key',
      { ...good, dkim: ['v=DKIM1; p=BBBB'] },
      signing,
      'warning',
      'the DKIM key at site._domainkey.ada.example.',
    ],
  ])('judges %s', (_what, records, signed, status, text) => {
    const result = judgeSenderRecords('ada.example', records, signed);
    expect(result.status).toBe(status);
    expect(result.message).toContain(text);
  });
});

describe('judgeProvider', () => {
  const stripe = {
    label: 'Stripe',
    webhookUrl: 'https://ada.example/api/v1/webhooks/stripe',
    keyProblem: undefined,
    missingEvents: [],
  };
  const incomplete = { ...stripe, missingEvents: ['refund.failed', 'refund.updated'] };
  const at = (hours: number) => new Date(now.epochMilliseconds - hours * 3_600_000);
  const quiet = { failures: 0, lastPaidAt: undefined, lastEventAt: undefined, refusedRefunds: 0 };

  it.each([
    ['new keys', stripe, quiet, 'ok', 'No webhook has arrived yet.'],
    ['a recent event', stripe, { ...quiet, lastPaidAt: at(3), lastEventAt: at(3) }, 'ok', '3 hours ago'],
    ['payments without events', stripe, { ...quiet, lastPaidAt: at(3) }, 'failing', 'there was never one'],
    ['a webhook that stopped', stripe, { ...quiet, lastPaidAt: at(3), lastEventAt: at(30) }, 'failing', '30 hours ago'],
    ['missing events', incomplete, quiet, 'warning', 'doesn’t send refund.failed and refund.updated, so'],
    ['no events although some are missing', incomplete, { ...quiet, lastPaidAt: at(3) }, 'failing', 'no webhooks'],
    ['refused refunds', stripe, { ...quiet, refusedRefunds: 2 }, 'warning', 'refused 2 refunds'],
    ['four failures', stripe, { ...quiet, failures: 4 }, 'ok', 'is set up'],
    ['five failures in a row', stripe, { ...quiet, failures: 5 }, 'warning', 'The last 5 payments'],
    ['a test key', { ...stripe, keyProblem: 'A test key.' }, quiet, 'warning', 'A test key.'],
  ])('judges %s', (_what, provider, activity, status, text) => {
    const result = judgeProvider(provider, activity, now);
    expect(result.status).toBe(status);
    expect(result.message).toContain(text);
  });
});

describe('POST /emails/test', () => {
  it('queues an email to the owner, five per hour', async () => {
    const send = () => postApi(site, '/emails/test', {}, { cookie: owner.cookie });
    const answer = await send();
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toEqual({ email: owner.email });
    expect(await listEmailsTo(site, owner.email)).toMatchObject([{ template: 'test_email', state: 'queued' }]);
    for (let count = 2; count <= 5; count++) expect((await send()).statusCode).toBe(202);
    expectApiError(await send(), 'TOO_MANY_REQUESTS');
  });

  it('needs a mail server', async () => {
    const plain = await createTestSite();
    onTestFinished(() => plain.close());
    const { cookie } = await memberFixture(() => plain).arrive({ role: 'owner' });
    expectApiError(await postApi(plain, '/emails/test', {}, { cookie }), 'CONFLICT');
  });
});
