import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { listEmailsTo } from '../support/emails.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { deleteAllUsers, createTestUser, PASSWORD, signIn } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let now = Temporal.Instant.from('2026-11-20T12:00:00Z');
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
});
beforeEach(async () => {
  now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  await deleteAllUsers(site.db);
});
afterAll(() => site.close());

const { arrive, events, isSignedIn, login, rows, send, takePassword } = memberFixture(() => site);

describe('changing the email address', () => {
  const NEW = 'grace.hopper@site.example';
  const ask = (who: { cookie: string }, email = NEW, password: string | undefined = PASSWORD) =>
    send(who, 'POST', '/profile/email', { email, ...(password ? { password } : {}) });
  const confirm = (token: string, cookie?: string) =>
    postApi(site, '/profile/email/confirm', { token }, cookie ? { cookie } : {});
  async function tokenSentTo(address: string): Promise<string> {
    const [mail] = await listEmailsTo(site, address);
    return /http:\/\/localhost:5050\/confirm-new-address\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  it('takes effect only through the link sent to the new address, once, and notifies the old one', async () => {
    const grace = await arrive();
    const elsewhere = await signIn(site, grace);
    const response = await ask(grace);
    expect(response.statusCode).toBe(202);
    expect(response.json()).toEqual({ sentTo: NEW });
    expect(await listEmailsTo(site, grace.email)).toEqual([]);
    expect(await listEmailsTo(site, NEW)).toMatchObject([{ template: 'confirm_email_change', containsSecret: true }]);
    expect(await getApi(site, '/profile', grace.cookie)).toMatchObject({
      email: grace.email,
      pendingEmailChange: { email: NEW, expiresAt: '2026-11-21T12:00:00.000Z' },
    });

    const token = await tokenSentTo(NEW);
    expect(JSON.stringify(await rows('email_changes'))).not.toContain(token);
    expect(await getApi(site, `/profile/email/${token}`)).toEqual({ email: NEW });
    expect((await confirm(token, grace.cookie)).json()).toEqual({ email: NEW });
    expect(site.log.text()).not.toContain(token);
    expect(await getApi(site, '/profile', grace.cookie)).toMatchObject({ email: NEW, pendingEmailChange: null });
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect((await login(NEW, PASSWORD)).statusCode).toBe(200);
    expectApiError(await login(grace.email, PASSWORD), 'UNAUTHORIZED');
    const [notice, ...others] = await listEmailsTo(site, grace.email);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ template: 'email_changed' });
    expect(notice?.text).toContain('g…@site.example');
    expect(notice?.text).not.toContain(NEW);
    expectApiError(await confirm(token), 'NOT_FOUND');
    expectApiError(await requestApi(site, `/profile/email/${token}`), 'NOT_FOUND');
    expect(await events()).toEqual(expect.arrayContaining(['email_change_requested', 'email_changed']));
  });

  it('ends all of the user’s sessions when confirmed signed out or by someone else', async () => {
    const grace = await arrive();
    const eve = await arrive();
    await ask(grace);
    expect((await confirm(await tokenSentTo(NEW), eve.cookie)).statusCode).toBe(200);
    expect(await isSignedIn(grace.cookie)).toBe(false);
    expect(await isSignedIn(eve.cookie)).toBe(true);
    expect(new Set((await rows('users')).map(({ email }) => email))).toEqual(new Set([eve.email, NEW]));
  });

  it('happens once for twenty simultaneous confirmations', async () => {
    const grace = await arrive();
    await ask(grace);
    const token = await tokenSentTo(NEW);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(19);
    expect(await listEmailsTo(site, grace.email)).toHaveLength(1);
  });

  it('is invalidated by a newer request, a day, canceling, a new password and disabling', async () => {
    const grace = await arrive();
    await ask(grace);
    const first = await tokenSentTo(NEW);
    await ask(grace, 'other@site.example');
    expectApiError(await confirm(first), 'NOT_FOUND');
    expect((await send(grace, 'DELETE', '/profile/email')).json()).toEqual({ cancelled: true });
    expect((await send(grace, 'DELETE', '/profile/email')).json()).toEqual({ cancelled: false });
    expectApiError(await confirm(await tokenSentTo('other@site.example')), 'NOT_FOUND');

    await ask(grace, 'late@site.example');
    now = now.add({ hours: 24 });
    expectApiError(await confirm(await tokenSentTo('late@site.example')), 'NOT_FOUND');
    expect(await getApi(site, '/profile', grace.cookie)).toMatchObject({ pendingEmailChange: null });

    await ask(grace, 'reset@site.example');
    now = now.add({ seconds: 1 });
    await site.db.$client.query('update accounts set updated_at = $1', [now.toString()]);
    expectApiError(await requestApi(site, `/profile/email/${await tokenSentTo('reset@site.example')}`), 'NOT_FOUND');
    expectApiError(await confirm(await tokenSentTo('reset@site.example')), 'NOT_FOUND');

    now = now.add({ hours: 1 });
    await ask(grace, 'disabled@site.example');
    await site.db.$client.query('update users set disabled_at = now()');
    expectApiError(await confirm(await tokenSentTo('disabled@site.example')), 'NOT_FOUND');
    expectApiError(await confirm('x'.repeat(43)), 'NOT_FOUND');
    expect(await rows('users')).toMatchObject([{ email: grace.email }]);
    expect(await listEmailsTo(site, grace.email)).toEqual([]);
  });

  it('to a taken address gives the same response, notifies its holder and changes nothing', async () => {
    const grace = await arrive();
    const holder = await createTestUser(site.db, { email: 'holder@site.example', name: 'Ada Harbor' });
    const free = await ask(grace);
    const taken = await ask(grace, 'HOLDER@site.example');
    expect(taken.statusCode).toBe(free.statusCode);
    expect(taken.json()).toEqual({ sentTo: 'HOLDER@site.example' });
    expect(Object.keys(taken.headers)).toEqual(Object.keys(free.headers));
    expect(await getApi(site, '/profile', grace.cookie)).toMatchObject({
      pendingEmailChange: { email: 'HOLDER@site.example' },
    });
    const [mail, ...others] = await listEmailsTo(site, holder.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: 'email_in_use', toName: 'Ada Harbor' });
    expect(mail?.text).not.toMatch(/confirm-new-address|Grace/);
    expect(await listEmailsTo(site, 'HOLDER@site.example')).toEqual([]);
  });

  it('to an address that was taken in the meantime is refused', async () => {
    const grace = await arrive();
    const eve = await arrive();
    await ask(grace);
    const graces = await tokenSentTo(NEW);
    now = now.add({ seconds: 1 });
    await ask(eve);
    const eves = await tokenSentTo(NEW);
    expect(eves).not.toBe(graces);
    const answers = await Promise.all([confirm(graces), confirm(eves)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expect((await rows('users')).filter(({ email }) => email === NEW)).toHaveLength(1);
  });

  it('requires the password, with five attempts', async () => {
    const grace = await arrive();
    expect(expectApiError(await ask(grace, NEW, ''), 'BAD_REQUEST').fields).toEqual({
      password: 'Password is required',
    });
    for (let tried = 0; tried < 5; tried++) {
      const refused = await ask(grace, NEW, 'wrong-one');
      expect(expectApiError(refused, 'BAD_REQUEST').fields).toEqual({ password: 'Incorrect password' });
    }
    expectApiError(await ask(grace, NEW, PASSWORD), 'TOO_MANY_REQUESTS');
    // Someone with a stolen session can't lock the user out of signing in elsewhere.
    expect((await login(grace.email, PASSWORD)).statusCode).toBe(200);
    expect(await rows('emails')).toEqual([]);
    expect(await rows('email_changes')).toEqual([]);
  });

  it('requires a sign-in within five minutes from accounts without a password', async () => {
    const grace = await arrive();
    await takePassword(grace);
    now = now.add({ minutes: 5, seconds: 1 });
    expectApiError(await ask(grace, NEW, ''), 'FORBIDDEN');
    expectApiError(await ask(grace, NEW, PASSWORD), 'FORBIDDEN');
    expect(await rows('emails')).toEqual([]);
    expect(await rows('email_changes')).toEqual([]);
    now = now.subtract({ seconds: 1 });
    expect((await ask(grace, NEW, '')).statusCode).toBe(202);
  });

  it.each([
    ['', 'Email is required'],
    ['grace@', 'Invalid email address'],
  ])('to %j is refused: %s', async (email, message) => {
    const grace = await arrive();
    expect(expectApiError(await ask(grace, email), 'BAD_REQUEST').fields).toEqual({ email: message });
  });

  it('to the current address is refused, and requests are limited to five an hour', async () => {
    const grace = await arrive();
    const same = await ask(grace, grace.email.toUpperCase());
    expect(expectApiError(same, 'BAD_REQUEST').fields).toEqual({ email: 'This is already your email address' });
    for (let count = 0; count < 5; count++) {
      expect((await ask(grace, `grace-${count}@site.example`)).statusCode).toBe(202);
    }
    expectApiError(await ask(grace, 'grace-6@site.example'), 'TOO_MANY_REQUESTS');
    expect(await listEmailsTo(site, 'grace-6@site.example')).toEqual([]);
  });

  it('sends at most three emails an hour to one address', async () => {
    for (let count = 0; count < 3; count++) expect((await ask(await arrive())).statusCode).toBe(202);
    expectApiError(await ask(await arrive()), 'TOO_MANY_REQUESTS');
    expect(await listEmailsTo(site, NEW)).toHaveLength(3);
  });
});
