import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newsletterPersonalData } from '#features/newsletter/actions/preferences.ts';
import { runNewsletterMaintenance } from '#features/newsletter/jobs.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { countJobs, listEmailsTo } from '../support/emails.ts';
import {
  postOneClickUnsubscribe as clickOn,
  getConfirmationToken,
  createIpAddress,
  subscribe as subscribeBy,
} from '../support/newsletter-helpers.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const START = Temporal.Instant.from('2026-11-20T12:00:00Z');
const GRACE = 'grace@site.example';

let site: TestSite;
let now = START;
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
});
beforeEach(async () => {
  now = START;
  await site.db.$client.query(
    'delete from newsletter_subscribers; delete from newsletter_suppressions; delete from emails; delete from pgboss.job; delete from rate_limits',
  );
});
afterAll(() => site.close());

const subscribe = (email = GRACE, more: object = {}, remoteAddress = createIpAddress()) =>
  postApi(site, '/newsletter/subscriptions', { email, ...more }, { remoteAddress });
const confirm = (token: string) =>
  postApi(site, '/newsletter/confirmations', { token }, { remoteAddress: createIpAddress() });
const rows = async (table = 'newsletter_subscribers') =>
  (await site.db.$client.query<Record<string, unknown>>(`select * from ${table} order by 1`)).rows;
const watch = () => runNewsletterMaintenance({ ...site.http.services, log: site.log.log });

const tokenSentTo = (address = GRACE) => getConfirmationToken(site, address);
const subscribed = (email = GRACE) => subscribeBy(site, email);

const click = (key: string, payload?: string, headers?: Record<string, string>) => clickOn(site, key, payload, headers);

describe('subscribing', () => {
  it('sends a confirmation link without subscribing yet', async () => {
    const answer = await subscribe();
    expect(answer.statusCode).toBe(202);
    expect(await rows()).toMatchObject([{ email: GRACE, state: 'pending', source: 'form', confirmed_at: null }]);
    const [mail, ...others] = await listEmailsTo(site, GRACE);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: 'newsletter_confirmation', containsSecret: true });
    const token = await tokenSentTo();
    expect(token).toHaveLength(43);
    expect(JSON.stringify(await rows())).not.toContain(token);
    await requestApi(site, `/newsletter/confirmations/${token}`);
    await site.http.app.inject({ url: `/newsletter/unsubscribe/1.2.${token}` });
    expect(site.log.text()).not.toContain(token);
  });

  it('sends one email for a hundred simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, one) => subscribe(one % 2 ? GRACE : 'GRACE@site.example')),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(100).fill(202));
    expect(await rows()).toHaveLength(1);
    expect(await rows('emails')).toHaveLength(1);
    expect(await countJobs(site, 'email.deliver')).toBe(1);
    now = now.add({ hours: 23 });
    await subscribe();
    expect(await rows('emails')).toHaveLength(1);
    now = now.add({ hours: 1 });
    await subscribe();
    expect(await rows('emails')).toHaveLength(2);
  });

  it('returns the same response for every address', async () => {
    await subscribed('subscribed@site.example');
    await click(await subscribed('left@site.example'));
    await subscribe('blocked@site.example');
    await site.db.$client.query(
      `update newsletter_subscribers set state = 'blocked', previous_state = 'pending', inactive_since = now(), inactive_reason = 'bounce' where email like 'blocked%'`,
    );
    now = now.add({ hours: 25 });
    const before = (await rows('emails')).length;
    const answers = [];
    for (const name of ['subscribed', 'left', 'blocked', 'unknown'])
      answers.push(await subscribe(`${name}@site.example`));
    const [first, ...others] = answers.map(({ statusCode, body, headers }) => {
      const { 'x-request-id': _id, date: _date, ...same } = headers;
      return { statusCode, body, same };
    });
    for (const other of others) expect(other).toEqual(first);
    expect((await rows('emails')).length).toBe(before + 3);
    expect(await listEmailsTo(site, 'subscribed@site.example')).toMatchObject([
      { template: 'newsletter_already_subscribed', containsSecret: true },
      { template: 'newsletter_confirmation' },
    ]);
    // Signing up doesn't resubscribe anyone, and blocked addresses get no email.
    expect((await rows()).map(({ email, state }) => [email, state])).toEqual([
      ['subscribed@site.example', 'subscribed'],
      ['left@site.example', 'unsubscribed'],
      ['blocked@site.example', 'blocked'],
      ['unknown@site.example', 'pending'],
    ]);
    expect(await listEmailsTo(site, 'blocked@site.example')).toHaveLength(1);
  });

  it('is limited to five an hour per network, including honeypot submissions', async () => {
    for (let one = 0; one < 5; one++) {
      expect((await subscribe(`a${one}@site.example`, {}, '192.0.2.9')).statusCode).toBe(202);
    }
    expectApiError(await subscribe('b@site.example', {}, '192.0.2.9'), 'TOO_MANY_REQUESTS');
    expectApiError(await subscribe('b@site.example', { website: 'x' }, '192.0.2.9'), 'TOO_MANY_REQUESTS');
    now = now.add({ hours: 1 });
    expect((await subscribe('b@site.example', {}, '192.0.2.9')).statusCode).toBe(202);
    expect(await rows()).toHaveLength(6);
  });

  it('ignores a filled honeypot with the same response', async () => {
    const [person, program] = [
      await subscribe(),
      await subscribe('bot@site.example', { website: 'https://x.example' }),
    ];
    expect([program.statusCode, program.body]).toEqual([person.statusCode, person.body]);
    expect(await listEmailsTo(site, 'bot@site.example')).toEqual([]);
    expect(await rows()).toHaveLength(1);
  });

  it.each(['', 'grace', 'a@b', 'a b@site.example', `${'x'.repeat(250)}@site.example`])('refuses %j', async email => {
    expect(Object.keys(expectApiError(await subscribe(email), 'BAD_REQUEST').fields)).toEqual(['email']);
    expect(await rows()).toEqual([]);
    expect(await rows('emails')).toEqual([]);
  });
});

describe('confirmation link', () => {
  it('shows its address and confirms once on submit', async () => {
    await subscribe();
    const token = await tokenSentTo();
    for (let time = 0; time < 3; time++) {
      expect(await getApi(site, `/newsletter/confirmations/${token}`)).toEqual({ email: GRACE });
    }
    expect(await rows()).toMatchObject([{ state: 'pending' }]);
    now = now.add({ hours: 24 * 7 }).subtract({ seconds: 1 });
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 404, 404]);
    expect(await rows()).toMatchObject([
      {
        state: 'subscribed',
        confirmation_method: 'email_link',
        confirmed_at: new Date(now.epochMilliseconds),
        confirmation_token_hash: null,
      },
    ]);
    expectApiError(await requestApi(site, `/newsletter/confirmations/${token}`), 'NOT_FOUND');
  });

  it('is invalid after 7 days, after a newer one, and when forged', async () => {
    await subscribe();
    const old = await tokenSentTo();
    now = now.add({ hours: 24 });
    await subscribe();
    const token = await tokenSentTo();
    expect(token).not.toBe(old);
    expectApiError(await confirm(old), 'NOT_FOUND');
    expectApiError(await confirm('x'.repeat(43)), 'NOT_FOUND');
    now = now.add({ hours: 24 * 7 });
    expectApiError(await confirm(token), 'NOT_FOUND');
    expect(await rows()).toMatchObject([{ state: 'pending' }]);
  });

  it('is deleted unconfirmed after 7 days with its address and email, except unsubscribed ones', async () => {
    await subscribe();
    const key = await subscribed('left@site.example');
    await click(key);
    now = now.add({ hours: 25 });
    await subscribe('left@site.example');
    expect(await rows()).toMatchObject([{}, { state: 'unsubscribed', confirmation_token_hash: expect.any(String) }]);
    now = START.add({ hours: 24 * 7 }).subtract({ seconds: 1 });
    await watch();
    expect(await rows()).toHaveLength(2);
    now = START.add({ hours: 24 * 9 });
    await watch();
    expect(await rows()).toMatchObject([
      { email: 'left@site.example', state: 'unsubscribed', confirmation_token_hash: null },
    ]);
    expect(await listEmailsTo(site, GRACE)).toEqual([]);
  });
});

describe('unsubscribing', () => {
  it('accepts a one-click POST by token without cookie or origin', async () => {
    const key = await subscribed();
    expect((await click(key)).statusCode).toBe(200);
    expect(await rows()).toMatchObject([{ state: 'unsubscribed', inactive_reason: 'one_click' }]);
    // Again, from a webmail client, as multipart/form-data.
    const form = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://mail.example' };
    expect((await click(key, form, headers)).statusCode).toBe(200);
    expect(await rows()).toMatchObject([{ state: 'unsubscribed', inactive_reason: 'one_click' }]);
  });

  it('requires the exact body and token', async () => {
    const key = await subscribed();
    expect((await click(key, 'something=else')).statusCode).toBe(400);
    const other = await subscribed('other@site.example');
    const [, token] = /\.(?:\d+)\.(.*)$/.exec(other) ?? [];
    for (const wrong of [key.slice(0, -1), `${key}x`, key.replace(/\.0\./, '.1.'), `${key.split('.')[0]}.0.${token}`]) {
      expect((await click(wrong)).statusCode).toBe(404);
      expectApiError(await requestApi(site, `/newsletter/preferences/${wrong}`), 'NOT_FOUND');
      expectApiError(await postApi(site, `/newsletter/preferences/${wrong}/unsubscribe`, {}), 'NOT_FOUND');
    }
    expect((await rows()).map(({ state }) => state)).toEqual(['subscribed', 'subscribed']);
  });

  it('doesn’t happen just by opening the link', async () => {
    const key = await subscribed();
    const opened = await site.http.app.inject({ url: `/newsletter/unsubscribe/${key}` });
    expect([opened.statusCode, opened.headers.location]).toEqual([303, `/newsletter/preferences/${key}`]);
    expect(await getApi(site, `/newsletter/preferences/${key}`)).toEqual({
      email: 'g••••@site.example',
      state: 'subscribed',
      topics: ['posts', 'news'],
      subscribedAt: '2026-11-20T12:00:00Z'.replace('Z', '.000Z'),
    });
    expect(await rows()).toMatchObject([{ state: 'subscribed' }]);
  });

  it('is reversed only by confirming a new link', async () => {
    const key = await subscribed();
    await postApi(site, `/newsletter/preferences/${key}/unsubscribe`, {});
    expect(await rows()).toMatchObject([{ state: 'unsubscribed', inactive_reason: 'preferences_page' }]);
    expectApiError(
      await postApi(site, `/newsletter/preferences/${key}`, { topics: ['news'] }, { method: 'PUT' }),
      'CONFLICT',
    );
    now = now.add({ hours: 25 });
    await subscribe();
    expect(await rows()).toMatchObject([{ state: 'unsubscribed' }]);
    await confirm(await tokenSentTo());
    expect(await rows()).toMatchObject([{ state: 'subscribed', confirmation_method: 'email_link' }]);
  });
});

describe('preferences', () => {
  it('require at least one valid topic', async () => {
    const key = await subscribed();
    const choose = (topics: string[]) => postApi(site, `/newsletter/preferences/${key}`, { topics }, { method: 'PUT' });
    expect((await choose(['news'])).json()).toMatchObject({ topics: ['news'] });
    expect(expectApiError(await choose([]), 'BAD_REQUEST').fields).toHaveProperty('topics');
    expectApiError(await choose(['offers']), 'BAD_REQUEST');
    expect(await rows()).toMatchObject([{ topics: ['news'] }]);
  });
});

describe('personal data', () => {
  const person = { userId: 'u', email: GRACE.toUpperCase() };

  it('exports the subscription without its link', async () => {
    expect(await newsletterPersonalData.export?.(site.db, person, site.http.services)).toBeNull();
    await subscribe();
    const exported = await newsletterPersonalData.export?.(site.db, person, site.http.services);
    expect(exported).toMatchObject({ email: GRACE, state: 'pending' });
    expect(Object.keys(exported as object).filter(key => /link|sha/i.test(key))).toEqual([]);
  });

  it('is deleted with the account except the suppression', async () => {
    const erase = () =>
      site.db.transaction(tx => newsletterPersonalData.erase?.(tx, person, site.http.services) ?? Promise.resolve());
    await subscribed();
    await erase();
    expect([await rows(), await rows('newsletter_suppressions')]).toEqual([[], []]);
    now = now.add({ hours: 25 });
    await click(await subscribed());
    await erase();
    expect(await rows()).toEqual([]);
    expect(await rows('newsletter_suppressions')).toHaveLength(1);
    expect(JSON.stringify(await rows('newsletter_suppressions'))).not.toContain('grace');
    now = now.add({ hours: 25 });
    await subscribed();
    expect(await rows('newsletter_suppressions')).toEqual([]);
  });
});
