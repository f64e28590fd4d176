import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { enqueueEmail } from '#features/email/actions.ts';
import { emails } from '#features/email/tables.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { ApiError } from '#shared/errors.ts';
import { requestApi, expectApiError, getApi } from '../support/api-client.ts';
import { createApiClient, countJobs, getEmail, listEmailsTo, queueTestEmail } from '../support/emails.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { deleteAllUsers } from '../support/user-factory.ts';

const DELIVER = 'email.deliver';
const link = 'http://localhost:5050/confirm/abc?x=1&y=2';

function confirmation(site: TestSite, email = 'lin@site.example', name = 'Lin'): Promise<string> {
  return queueTestEmail(site, {
    to: { name, email },
    template: 'verify_email',
    props: { name, url: link, expiresInHours: 24 },
    containsSecret: true,
  });
}

/** Returns the status and message of a rejected call. */
async function refusalOf(call: Promise<unknown>): Promise<{ status: unknown; message: string }> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ApiError.is(error)) throw new Error('The call was not refused.');
  return { status: error.status, message: error.message };
}

describe('enqueueEmail', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await createTestSite();
  });
  beforeEach(() => deleteAllUsers(site.db));
  afterAll(() => site.close());

  it('writes the email and its job in the caller’s transaction', async () => {
    const id = await confirmation(site);
    expect(await listEmailsTo(site, 'lin@site.example')).toMatchObject([
      {
        id,
        toName: 'Lin',
        template: 'verify_email',
        subject: 'Confirm your email address',
        containsSecret: true,
        state: 'queued',
        attempts: 0,
        createdAt: new Date('2026-11-20T12:00:00Z'),
      },
    ]);
    expect(await countJobs(site, DELIVER)).toBe(1);
  });

  it('writes nothing on rollback', async () => {
    const cause = site.db.transaction(async tx => {
      await enqueueEmail(tx, site.http.services, {
        to: { name: 'Lin', email: 'lin@site.example' },
        template: 'account_deleted',
        props: { name: 'Lin' },
      });
      throw new Error('given up');
    });
    await expect(cause).rejects.toThrow('given up');
    expect(await listEmailsTo(site, 'lin@site.example')).toEqual([]);
    expect(await countJobs(site, DELIVER)).toBe(0);
  });

  it('works for more simultaneous calls than connections', async () => {
    const written = await Promise.all(
      Array.from({ length: 30 }, (_, at) => confirmation(site, `lin-${at}@site.example`)),
    );
    expect(new Set(written).size).toBe(30);
    expect(await countJobs(site, DELIVER)).toBe(30);
  });
});

describe('email list', () => {
  let site: TestSite;
  const ids: string[] = [];
  beforeAll(async () => {
    site = await createTestSite();
    for (const hour of [0, 1, 2, 3, 4]) {
      const id = await confirmation(site, `lin-${hour}@site.example`);
      ids.unshift(id);
      await site.db
        .update(emails)
        .set({ createdAt: new Date(Date.UTC(2026, 10, 20, hour)), state: hour === 2 ? 'failed' : 'queued' })
        .where(eq(emails.id, id));
    }
  });
  afterAll(() => site.close());

  it('is newest first, paginated and filtered by status', async () => {
    const { email: mail } = createApiClient(site, 'owner');
    const first = await mail.list({ pageSize: 2 });
    const second = await mail.list({ pageSize: 2, page: 2 });
    expect(first).toMatchObject({ total: 5, page: 1, pageSize: 2 });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.slice(0, 4));
    expect(await mail.list({ state: 'failed' })).toMatchObject({ total: 1, items: [{ id: ids[2] }] });
    expect(await mail.list({ state: 'sent' })).toMatchObject({ total: 0, items: [] });
    expect(JSON.stringify(first)).not.toContain('/confirm/');
  });

  it('returns one email with its content, or 404', async () => {
    const { email: mail } = createApiClient(site, 'owner');
    const found = await mail.get({ id: ids[0] ?? '' });
    expect(found).toMatchObject({ isContentDeleted: false, to: { name: 'Lin', email: 'lin-4@site.example' } });
    expect(found.text).toContain(link);
    expect(await refusalOf(mail.get({ id: crypto.randomUUID() }))).toMatchObject({ status: 404 });
    expect(await refusalOf(mail.get({ id: 'x' }))).toMatchObject({ status: 400 });
  });

  it('is limited to the owner', async () => {
    const id = ids[0] ?? '';
    for (const [role, status] of [
      ['visitor', 401],
      ['member', 403],
      ['author', 403],
    ] as const) {
      const { email: mail } = createApiClient(site, role);
      for (const call of [mail.list({}), mail.get({ id }), mail.resend({ id })]) {
        expect((await refusalOf(call)).status, role).toBe(status);
      }
    }
    for (const [method, path] of [
      ['GET', '/emails'],
      ['GET', `/emails/${id}`],
      ['POST', `/emails/${id}/resend`],
    ] as const) {
      const answer = await site.http.app.inject({ method, url: API_PREFIX + path });
      expectApiError(answer, 'UNAUTHORIZED');
      expect(answer.body).not.toContain('lin');
    }
  });
});

describe('resending', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await createTestSite();
  });
  beforeEach(() => deleteAllUsers(site.db));
  afterAll(() => site.close());
  const finishJobs = () => site.db.$client.query(`update pgboss.job set state = 'completed', completed_on = now()`);

  it('resets a failed email and queues a job', async () => {
    const id = await confirmation(site);
    await finishJobs();
    await site.db
      .update(emails)
      .set({ state: 'failed', attempts: 10, lastError: 'ETIMEDOUT' })
      .where(eq(emails.id, id));
    const line = await createApiClient(site, 'owner').email.resend({ id });
    expect(line).toMatchObject({ id, state: 'queued', attempts: 0, lastError: null });
    expect(line).not.toHaveProperty('html');
    expect(await countJobs(site, DELIVER)).toBe(1);
  });

  it('is refused while the email is being delivered', async () => {
    const id = await confirmation(site);
    await site.db.update(emails).set({ attempts: 3, lastError: 'ETIMEDOUT' }).where(eq(emails.id, id));
    const refusal = await refusalOf(createApiClient(site, 'owner').email.resend({ id }));
    expect(refusal).toMatchObject({
      status: 409,
      message: expect.stringMatching(/still waiting to be sent/) as string,
    });
    expect(await getEmail(site, id)).toMatchObject({ attempts: 3, lastError: 'ETIMEDOUT' });
    expect(await countJobs(site, DELIVER)).toBe(1);
  });

  it('is refused when the text was deleted', async () => {
    const id = await confirmation(site);
    await finishJobs();
    await site.db
      .update(emails)
      .set({ state: 'sent', sentAt: new Date(), html: null, text: null })
      .where(eq(emails.id, id));
    const refusal = await refusalOf(createApiClient(site, 'owner').email.resend({ id }));
    expect(refusal).toMatchObject({ status: 409, message: expect.stringMatching(/was deleted/) as string });
    expect((await getEmail(site, id)).state).toBe('sent');
    expect(await countJobs(site, DELIVER)).toBe(0);
  });

  it('of an unknown email is 404', async () => {
    expect(await refusalOf(createApiClient(site, 'owner').email.resend({ id: crypto.randomUUID() }))).toMatchObject({
      status: 404,
    });
  });
});

describe('developer mail on a local site', () => {
  let site: TestSite;
  let id: string;
  beforeAll(async () => {
    site = await createTestSite({ pages: true });
    id = await confirmation(site, 'lin@site.example', '<b>"Lin"');
  });
  afterAll(() => site.close());
  /** Sends a request from a browser that opened the developer link. */
  const open = (url: string, headers: Record<string, string> = {}) =>
    site.http.app.inject({ url, headers: { cookie: site.developerCookie, ...headers } });

  it('lists the latest emails, uncached', async () => {
    const answer = await open('/dev/mail');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const page = await parsePage(answer.body);
    expect(page.all('a').map(({ properties }) => properties.href)).toContain(`/dev/mail/${id}`);
    expect(answer.body).toContain('Confirm your email address');
    await confirmation(site, 'lin@site.example', 'A later one');
    expect((await open('/dev/mail')).body).toContain('A later one');
  });

  it('shows an email’s links and text, and its HTML in a sandboxed frame', async () => {
    const answer = await open(`/dev/mail/${id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toContain("frame-src 'self'");
    const page = await parsePage(answer.body);
    expect(page.all('a').map(({ properties }) => properties.href)).toContain(link);
    expect(textOf(page.all('pre')[0])).toContain('Hi <b>"Lin",');
    const [frame] = page.all('iframe');
    expect(frame?.properties).toMatchObject({ src: `/dev/mail/${id}/content` });
    expect(frame?.properties.sandbox).not.toContain('allow-scripts');
    expect(frame?.properties.sandbox).not.toContain('allow-same-origin');

    const content = await open(`/dev/mail/${id}/content`);
    expect(content.statusCode).toBe(200);
    expect(content.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
    expect(content.headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'self'.*sandbox/);
    expect(content.headers['content-security-policy']).not.toMatch(/script|same-origin/);
    expect(content.body).toContain('&lt;b&gt;');
  });

  it('is the only page with frames', async () => {
    expect((await site.http.app.inject('/about')).headers['content-security-policy']).not.toContain('frame-src');
  });

  it.each(['/dev/mail/nonsense/content', `/dev/mail/${crypto.randomUUID()}/content`])('is 404 at %s', async url => {
    expect((await open(url)).statusCode).toBe(404);
  });

  it('shows a page with 404 for an unknown email', async () => {
    expect((await open(`/dev/mail/${crypto.randomUUID()}`)).statusCode).toBe(404);
  });

  it.each([
    ['without the cookie', { cookie: '' }],
    ['forwarded by a proxy', { 'x-forwarded-for': '203.0.113.9' }],
    ['to another host', { host: 'rebind.example' }],
  ])('is hidden from a request %s', async (_name, headers) => {
    for (const url of ['/dev/mail', `/dev/mail/${id}`, `/dev/mail/${id}/content`]) {
      const answer = await open(url, headers);
      expect(answer.statusCode, url).toBe(404);
      expect(answer.body, url).not.toMatch(/lin@site/);
    }
    for (const path of ['/dev/emails', `/dev/emails/${id}`]) {
      expectApiError(await open(`/api/v1${path}`, headers), 'NOT_FOUND');
    }
  });

  it('is available through the API', async () => {
    expect(await getApi(site, '/dev/emails', site.developerCookie)).toMatchObject({
      items: expect.any(Array) as unknown[],
    });
    expect(await getApi(site, `/dev/emails/${id}`, site.developerCookie)).toMatchObject({
      id,
      text: expect.stringContaining(link) as string,
    });
  });
});

describe('developer mail on a public site', () => {
  it('has neither page nor API', async () => {
    const site = await createTestSite({ pages: true, environment: { SITE_URL: 'https://example.org' } });
    const id = await confirmation(site);
    for (const url of ['/dev/mail', `/dev/mail/${id}`, `/dev/mail/${id}/content`]) {
      const answer = await site.http.app.inject(url);
      expect(answer.statusCode, url).toBe(404);
      expect(answer.body, url).not.toMatch(/confirm\/abc|lin@site/);
    }
    for (const path of ['/dev/emails', `/dev/emails/${id}`]) expectApiError(await requestApi(site, path), 'NOT_FOUND');
    await site.close();
  });
});
