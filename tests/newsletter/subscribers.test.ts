import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashSuppressedEmail } from '#features/newsletter/actions/subscribe.ts';
import type { ImportPreview, Subscriber } from '#features/newsletter/contract/subscribers.ts';
import { signWebhook } from '#features/newsletter/rules/email-events.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { listEmailsTo } from '../support/emails.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteNewsletters, subscribeMany } from '../support/newsletter-helpers.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { deleteAllWriting } from '../support/user-factory.ts';

const SECRET = `whsec_${Buffer.from('planted secret of the events').toString('base64')}`;
const START = Temporal.Instant.from('2026-11-20T12:00:00Z');

let site: TestSite;
let ada: SignedInUser;
let now = START;
const members = memberFixture(() => site);
beforeAll(async () => {
  site = await createTestSite({ now: () => now, environment: { MAIL_EVENTS_SECRET: SECRET } });
  ada = await members.arrive({ role: 'owner', name: 'Ada' });
});
beforeEach(async () => {
  now = START;
  await deleteNewsletters(site);
  await deleteAllWriting(site.db);
});
afterAll(() => site.close());

const post = (path: string, body: object = {}, method: 'POST' | 'DELETE' = 'POST') =>
  postApi(site, `/newsletter${path}`, body, { cookie: ada.cookie, method });
const add = (email: string, confirmationMethod: 'email_link' | 'consent', note = '') =>
  post('/subscribers', { email, confirmationMethod, note });
const list = async (query = '') =>
  (await getApi<{ items: Subscriber[]; total: number }>(site, `/newsletter/subscribers${query}`, ada.cookie)).items;
const exported = async () => (await requestApi(site, '/newsletter/subscribers.csv', ada.cookie)).body;
const importList = async (csv: string, note = 'From the old list, with consent.') =>
  (await post('/subscribers/import', { csv, note })).json<ImportPreview>();
const states = async () => Object.fromEntries((await list()).map(({ email, state }) => [email, state]));

describe('subscriber list', () => {
  it('adds an address by link or with a recorded consent', async () => {
    expect((await add('lin@site.example', 'email_link')).json()).toMatchObject({ state: 'pending', source: 'owner' });
    expect(await listEmailsTo(site, 'lin@site.example')).toMatchObject([{ template: 'newsletter_confirmation' }]);
    expectApiError(await add('lin@site.example', 'email_link'), 'CONFLICT');
    expect(expectApiError(await add('grace@site.example', 'consent'), 'UNPROCESSABLE').fields).toHaveProperty('note');
    expect((await add('grace@site.example', 'consent', 'At the fair')).json()).toMatchObject({
      state: 'subscribed',
      confirmationMethod: 'owner',
      consentNote: 'At the fair',
    });
    expect(await listEmailsTo(site, 'grace@site.example')).toEqual([]);
    const [grace] = await list('?search=grace');
    await post(`/subscribers/${grace?.id}/unsubscribe`);
    expectApiError(await add('grace@site.example', 'consent', 'They said so'), 'CONFLICT');
    expect(await states()).toEqual({ 'lin@site.example': 'pending', 'grace@site.example': 'unsubscribed' });
  });

  it('can be searched, filtered, sorted and paged', async () => {
    await subscribeMany(site, 30);
    expect(await list()).toHaveLength(25);
    expect(await list('?page=2')).toHaveLength(5);
    expect((await list('?search=READER01')).length).toBe(10);
    expect(await list('?search=%25')).toEqual([]);
    expect(await list('?state=blocked')).toEqual([]);
    expect((await list('?sort=email_desc'))[0]?.email).toBe('reader029@site.example');
    expectApiError(
      await requestApi(site, '/newsletter/subscribers', (await members.arrive({ role: 'member' })).cookie),
      'FORBIDDEN',
    );
  });

  it('deletes an address but keeps its suppression', async () => {
    await subscribeMany(site, 2);
    const [one, two] = await list('?sort=email_asc');
    await post(`/subscribers/${one?.id}/unsubscribe`);
    for (const row of [one, two]) expect((await post(`/subscribers/${row?.id}`, {}, 'DELETE')).statusCode).toBe(200);
    expect(await list()).toEqual([]);
    expectApiError(await post(`/subscribers/${one?.id}/unblock`), 'NOT_FOUND');
    const imported = await importList(`${one?.email}\n${two?.email}`);
    expect(imported).toMatchObject({ subscribed: 1, skippedCount: 1, skippedRows: [{ email: one?.email }] });
    expect(await states()).toEqual({ [two?.email ?? '']: 'subscribed' });
    expectApiError(await add(one?.email ?? '', 'consent', 'They said so'), 'CONFLICT');
  });
});

describe('subscriber import', () => {
  it('is previewed and restores an export', async () => {
    await subscribeMany(site, 3);
    const [one, two, three] = await list('?sort=email_asc');
    await post(`/subscribers/${one?.id}/unsubscribe`);
    await post(`/subscribers/${two?.id}/block`);
    await site.db.$client.query(
      `update newsletter_subscribers set email = '=1+1@site.example', consent_note = '=HYPERLINK("x")' where id = $1`,
      [three?.id],
    );
    const csv = await exported();
    expect(csv).toContain(`'=1+1@site.example,subscribed`);
    expect(csv).not.toMatch(/^=/m);
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    // The sign-up form rejects such addresses, but an import may contain them.
    await site.db.$client.query(`update newsletter_subscribers set email = '+lin@site.example' where id = $1`, [
      three?.id,
    ]);
    const mine = await exported();
    await site.db.$client.query('delete from newsletter_subscribers');
    const preview = (await post('/subscribers/import/preview', { csv: mine })).json<ImportPreview>();
    expect(preview).toMatchObject({
      rowCount: 3,
      subscribed: 1,
      unsubscribed: 1,
      blocked: 1,
      invalidCount: 0,
      skippedCount: 0,
    });
    expect(await list()).toEqual([]);
    expect(await importList(mine)).toEqual(preview);
    expect(await states()).toEqual({
      '+lin@site.example': 'subscribed',
      'reader000@site.example': 'unsubscribed',
      'reader001@site.example': 'blocked',
    });
    expect(await importList(mine)).toMatchObject({ subscribed: 0, unsubscribed: 0, blocked: 0, unchanged: 3 });
    expect((await list('?state=subscribed'))[0]).toMatchObject({
      source: 'import',
      confirmationMethod: 'import',
      confirmedAt: '2026-11-01T00:00:00.000Z',
      consentNote: expect.stringContaining('From the old list'),
    });
    expect(await site.db.$client.query('select 1 from emails').then(({ rows }) => rows)).toEqual([]);
  });

  it('doesn’t resubscribe anyone, and unsubscribes rows marked as unsubscribed', async () => {
    await subscribeMany(site, 4);
    const [one, two] = await list('?sort=email_asc');
    await post(`/subscribers/${one?.id}/unsubscribe`);
    await post(`/subscribers/${two?.id}/block`);
    const imported = await importList(
      'Email,State\nreader000@site.example,subscribed\nREADER001@site.example,subscribed\nreader002@site.example,unsubscribed\nreader003@site.example,subscribed\nnew@site.example,\nnobody,\n',
    );
    expect(imported).toMatchObject({ subscribed: 1, unsubscribed: 1, unchanged: 1, skippedCount: 2, invalidCount: 1 });
    expect(await states()).toEqual({
      'reader000@site.example': 'unsubscribed',
      'reader001@site.example': 'blocked',
      'reader002@site.example': 'unsubscribed',
      'reader003@site.example': 'subscribed',
      'new@site.example': 'subscribed',
    });
  });

  it('accepts the largest request and applies each suppression', async () => {
    // More addresses than the 65,535 parameters that a statement can have.
    const emails = Array.from({ length: 66_000 }, (_, place) => `${place.toString(36)}@a.io`);
    const [left = ''] = emails;
    await site.db.$client.query(`insert into newsletter_suppressions (email_hash, created_at) values ($1, now())`, [
      hashSuppressedEmail(left),
    ]);
    const preview = await post('/subscribers/import/preview', { csv: emails.join('\n') });
    expect(preview.json()).toMatchObject({ rowCount: 66_000, subscribed: 65_999, skippedCount: 1 });
    // Each row has at least ten columns, so these values also exceed the limit.
    const csv = emails.slice(0, 7000).join('\n');
    expect(await importList(csv)).toMatchObject({ rowCount: 7000, subscribed: 6999, skippedCount: 1 });
    const { rows } = await site.db.$client.query('select count(*)::int as all from newsletter_subscribers');
    expect(rows).toEqual([{ all: 6999 }]);
  });

  it('requires a consent note and addresses', async () => {
    expectApiError(await post('/subscribers/import', { csv: 'lin@site.example', note: ' ' }), 'BAD_REQUEST');
    expect(
      expectApiError(await post('/subscribers/import', { csv: 'a,b\n1,2', note: 'They said so' }), 'UNPROCESSABLE')
        .fields,
    ).toHaveProperty('csv');
    expectApiError(await post('/subscribers/import', { csv: '', note: 'They said so' }), 'BAD_REQUEST');
    expect(await list()).toEqual([]);
  });
});

describe('email event webhooks', () => {
  let numbers = 0;
  const sendEvent = (event: object, options: { id?: string; secret?: string; at?: Temporal.Instant } = {}) => {
    const { id = `msg_${(numbers += 1)}`, secret = SECRET, at = now } = options;
    const payload = JSON.stringify(event);
    const timestamp = String(Math.floor(at.epochMilliseconds / 1000));
    return site.http.app.inject({
      method: 'POST',
      url: `${API_PREFIX}/webhooks/mail-events`,
      payload,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signWebhook(secret, { id, timestamp }, payload)}`,
      },
    });
  };
  const bounced = { type: 'bounced', email: 'READER000@site.example', permanent: true, reason: '550 no such user' };

  it('suppress an address after a permanent bounce or complaint, once', async () => {
    await subscribeMany(site, 3);
    expect((await sendEvent({ ...bounced, permanent: false })).statusCode).toBe(200);
    expect((await list('?state=blocked')).length).toBe(0);
    expect((await sendEvent(bounced, { id: 'one' })).statusCode).toBe(200);
    expect(await list('?state=blocked')).toMatchObject([
      { email: 'reader000@site.example', inactiveReason: 'bounce', inactiveNote: '550 no such user' },
    ]);
    const [row] = await list('?state=blocked');
    expect((await post(`/subscribers/${row?.id}/unblock`)).json()).toMatchObject({ state: 'subscribed' });
    // A repeated webhook has no effect, even an hour later.
    now = now.add({ hours: 1 });
    expect((await sendEvent(bounced, { id: 'one' })).statusCode).toBe(200);
    expect(await list('?state=blocked')).toEqual([]);
    await sendEvent({ type: 'complained', email: 'reader001@site.example' });
    const [complained] = await list('?state=blocked');
    expect(complained).toMatchObject({ email: 'reader001@site.example', inactiveReason: 'complaint' });
    expect((await post(`/subscribers/${complained?.id}/unblock`)).json()).toMatchObject({ state: 'unsubscribed' });
    expect((await sendEvent({ ...bounced, email: 'stranger@site.example' })).statusCode).toBe(200);
    expect(await list('?search=stranger')).toEqual([]);
  });

  it('require a valid signature and timestamp', async () => {
    await subscribeMany(site, 1);
    expectApiError(await sendEvent(bounced, { secret: 'whsec_AAAA' }), 'BAD_REQUEST');
    expectApiError(await sendEvent(bounced, { at: now.subtract({ seconds: 301 }) }), 'BAD_REQUEST');
    expectApiError(await sendEvent(bounced, { at: now.add({ seconds: 301 }) }), 'BAD_REQUEST');
    expectApiError(await sendEvent({ type: 'opened', email: 'x@y.example' }), 'UNPROCESSABLE');
    expect(await list('?state=blocked')).toEqual([]);
    expect(site.log.text()).not.toContain(SECRET);
  });
});
