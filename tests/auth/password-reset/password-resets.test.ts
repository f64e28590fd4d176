import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyPassword } from '#platform/password.ts';
import { requestApi, expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { getEmailedCode, countJobs, listEmailsTo } from '../../support/emails.ts';
import {
  createSignedInUser,
  getResponseCookies,
  deleteAllUsers,
  createTestUser,
  PASSWORD,
} from '../../support/user-factory.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

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

let networks = 0;
const elsewhere = () => `198.51.100.${(networks += 1) % 250}`;
const ask = (email: string, from = elsewhere()) =>
  postApi(site, '/forget-password', { email }, { remoteAddress: from });
const type = (cookie: string, code: string, remoteAddress = elsewhere()) =>
  postApi(site, '/otp', { code }, { cookie, remoteAddress });
const reset = (cookie: string, password: string, confirmPassword = password) =>
  postApi(site, '/reset-password', { password, confirmPassword }, { cookie });

const rows = async (table: string) =>
  (await site.db.$client.query<Record<string, unknown>>(`select * from ${table}`)).rows;

/** Returns a different code. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Returns a user who has requested a code. */
async function requestReset() {
  const person = await createTestUser(site.db);
  const answer = await ask(person.email);
  return { ...person, cookie: getResponseCookies(answer), code: await getEmailedCode(site, person.email) };
}

describe('requesting a reset code', () => {
  it('emails six digits and stores only hashes', async () => {
    const { email, code, cookie } = await requestReset();
    expect(code).toMatch(/^\d{6}$/);
    expect(await listEmailsTo(site, email)).toMatchObject([{ template: 'password_reset_code', containsSecret: true }]);
    const [row] = await rows('password_resets');
    expect(JSON.stringify(row)).not.toContain(code);
    expect(JSON.stringify(row)).not.toContain(cookie.split('=')[1]);
    expect(site.log.text()).not.toContain(code);
    expect(site.log.text()).not.toContain(cookie.split('=')[1]);
  });

  it('gives the same response for unknown and disabled addresses without sending', async () => {
    const person = await createTestUser(site.db);
    const disabled = await createTestUser(site.db, { disabledAt: new Date() });
    const known = await ask(person.email);
    for (const email of ['nobody@site.example', disabled.email]) {
      const unknown = await ask(email);
      expect(unknown.statusCode).toBe(202);
      expect({ ...unknown.json<object>(), email: '' }).toEqual({ ...known.json<object>(), email: '' });
      expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
      expect(unknown.cookies[0]?.value).toHaveLength(known.cookies[0]?.value.length ?? 0);
      expect(await listEmailsTo(site, email)).toEqual([]);
    }
    expect(await rows('emails')).toHaveLength(1);
    expect(await countJobs(site, 'email.deliver')).toBe(1);
    expect(known.json()).toEqual({
      email: person.email,
      expiresAt: '2026-11-20T12:10:00.000Z',
      expiresInMs: 600_000,
      resendAt: '2026-11-20T12:01:00.000Z',
      resendInMs: 60_000,
      verified: false,
    });
  });

  it('is limited per minute and hour by address and per hour by network', async () => {
    for (const email of [(await createTestUser(site.db)).email, 'nobody@site.example']) {
      for (let round = 0; round < 3; round++) {
        expect((await ask(email)).statusCode, `${email} ${round}`).toBe(202);
        const soon = await ask(email.toUpperCase());
        expectApiError(soon, 'TOO_MANY_REQUESTS');
        expect(soon.headers['retry-after']).toBe('60');
        now = now.add({ seconds: 60 });
      }
      expectApiError(await ask(email), 'TOO_MANY_REQUESTS');
    }
    expect(await rows('emails')).toHaveLength(3);
    for (let tried = 0; tried < 10; tried++) await ask(`person-${tried}@site.example`, '192.0.2.1');
    expectApiError(await ask('person-11@site.example', '192.0.2.1'), 'TOO_MANY_REQUESTS');
  });

  it.each([
    ['', 'Email is required'],
    ['ada@', 'Invalid email address'],
  ])('with %j is refused: %s', async (email, message) => {
    expect(expectApiError(await ask(email), 'BAD_REQUEST').fields).toEqual({ email: message });
  });

  it('uses SITE_URL regardless of the request’s host', async () => {
    const person = await createSignedInUser(site);
    await site.http.app.inject({
      method: 'POST',
      url: '/api/v1/forget-password',
      payload: { email: person.email },
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'sec-fetch-site': 'same-origin' },
    });
    const [mail] = await listEmailsTo(site, person.email);
    expect(`${mail?.html} ${mail?.text}`).not.toContain('evil.example');
    expect(mail?.html).toContain('http://localhost:5050');
  });
});

describe('reset code', () => {
  it('allows setting a new password once', async () => {
    const { id, email, cookie, code } = await requestReset();
    expect((await type(cookie, code)).json()).toEqual({ verified: true });
    expect(await getApi(site, '/otp', cookie)).toMatchObject({ verified: true });
    expectApiError(await type(cookie, code), 'GONE');
    now = now.add({ seconds: 1 });
    const done = await reset(cookie, 'a-new-word-77');
    expect(done.json()).toEqual({ email });
    expect(String(done.headers['set-cookie'])).toMatch(/^password-reset-5050=; Max-Age=0/);
    const accounts = await rows('accounts');
    expect(accounts).toHaveLength(1);
    expect(await verifyPassword('a-new-word-77', String(accounts[0]?.password_hash))).toBe(true);
    expectApiError(await reset(cookie, 'another-word-78'), 'GONE');
    expectApiError(await postApi(site, '/login', { email, password: PASSWORD }), 'UNAUTHORIZED');
    expect((await postApi(site, '/login', { email, password: 'a-new-word-77' })).statusCode).toBe(200);
    expect(await listEmailsTo(site, email)).toMatchObject([
      { template: 'password_changed' },
      { template: 'password_reset_code' },
    ]);
    expect((await rows('security_events')).map(({ type: event, user_id }) => [event, user_id])).toEqual([
      ['password_reset_requested', id],
      ['password_reset', id],
      ['sign_in_failed', id],
      ['signed_in', id],
    ]);
    expect(site.log.text()).not.toContain('a-new-word-77');
  });

  it('may contain spaces and hyphens', async () => {
    const { cookie, code } = await requestReset();
    expect((await type(cookie, ` ${code.slice(0, 3)}-${code.slice(3)} `)).statusCode).toBe(200);
  });

  it.each(['', '12345', '1234567', 'abcdef', '12 34'])('%j is rejected without counting an attempt', async typed => {
    const { cookie } = await requestReset();
    const error = expectApiError(await type(cookie, typed), 'BAD_REQUEST');
    expect(error.fields).toEqual({ code: 'Enter the 6-digit code' });
    expect(await rows('password_resets')).toMatchObject([{ attempts: 0 }]);
  });

  it('is invalid after five wrong attempts', async () => {
    const { cookie, code } = await requestReset();
    const messages: string[] = [];
    for (let tried = 0; tried < 5; tried++) {
      messages.push(expectApiError(await type(cookie, wrong(code)), 'UNPROCESSABLE').message);
    }
    expect(messages[0]).toBe('This code is incorrect. You have 4 attempts left.');
    expect(messages[4]).toMatch(/you have no attempts left/);
    expectApiError(await type(cookie, code), 'GONE');
    expectApiError(await reset(cookie, 'a-new-word-77'), 'GONE');
  });

  it('is checked at most five times in a hundred simultaneous guesses', async () => {
    const { cookie, code } = await requestReset();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => type(cookie, wrong(code), `198.18.${index}.1`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5);
    expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(95);
    expect(await rows('password_resets')).toMatchObject([{ attempts: 5, verified_at: null }]);
  });

  it('is accepted once in twenty simultaneous submissions', async () => {
    const { cookie, code } = await requestReset();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => type(cookie, code, `198.18.${index}.1`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('expires after ten minutes', async () => {
    const { cookie, code } = await requestReset();
    now = now.add({ minutes: 10 });
    expectApiError(await type(cookie, code), 'GONE');
    expectApiError(await requestApi(site, '/otp', cookie), 'GONE');
  });

  it('verified in time leaves ten minutes for the new password', async () => {
    const { cookie, code } = await requestReset();
    now = now.add({ minutes: 9 });
    await type(cookie, code);
    now = now.add({ minutes: 9 });
    expect((await reset(cookie, 'a-new-word-77')).statusCode).toBe(200);
    const late = await requestReset();
    await type(late.cookie, late.code);
    now = now.add({ minutes: 10 });
    expectApiError(await reset(late.cookie, 'a-new-word-77'), 'GONE');
  });

  it('belongs to the requesting browser', async () => {
    const { code, email } = await requestReset();
    const eve = await ask('nobody@site.example');
    expectApiError(await type(getResponseCookies(eve), code), 'UNPROCESSABLE');
    expectApiError(await type('', code), 'GONE');
    expectApiError(await type(`password-reset-5050=${'a'.repeat(43)}`, code), 'GONE');
    expect((await postApi(site, '/login', { email, password: PASSWORD })).statusCode).toBe(200);
  });

  it('is replaced by a resent one', async () => {
    const first = await requestReset();
    const soon = await postApi(site, '/otp/resend', {}, { cookie: first.cookie });
    expectApiError(soon, 'TOO_MANY_REQUESTS');
    expect(soon.headers['retry-after']).toBe('60');
    now = now.add({ seconds: 60 });
    const again = await postApi(site, '/otp/resend', {}, { cookie: first.cookie });
    expect(again.json()).toMatchObject({ expiresInMs: 600_000, resendInMs: 60_000, verified: false });
    expect(await listEmailsTo(site, first.email)).toHaveLength(2);
    expectApiError(await type(first.cookie, first.code), 'GONE');
    const codes = new Set([first.code, await getEmailedCode(site, first.email)]);
    expect((await type(getResponseCookies(again), [...codes].at(-1) ?? '')).statusCode).toBe(200);
  });

  it('for an unknown address is never correct', async () => {
    const cookie = getResponseCookies(await ask('nobody@site.example'));
    for (let tried = 4; tried >= 0; tried--) {
      const { message } = expectApiError(await type(cookie, '000000'), 'UNPROCESSABLE');
      expect(message).toMatch(/^This code is incorrect/);
    }
    expectApiError(await type(cookie, '000000'), 'GONE');
  });

  it('is limited to twenty attempts an hour per network', async () => {
    for (let tried = 0; tried < 20; tried++) await type('', '000000', '192.0.2.7');
    expectApiError(await type('', '000000', '192.0.2.7'), 'TOO_MANY_REQUESTS');
  });
});

describe('new password', () => {
  it('ends every session and lifts the sign-in limit', async () => {
    const grace = await createSignedInUser(site);
    for (let tried = 0; tried < 6; tried++) {
      await postApi(site, '/login', { email: grace.email, password: 'wrong-one' }, { remoteAddress: elsewhere() });
    }
    const { cookie, code } = {
      cookie: getResponseCookies(await ask(grace.email)),
      code: await getEmailedCode(site, grace.email),
    };
    await type(cookie, code);
    await reset(cookie, 'a-new-word-77');
    expect(await getApi(site, '/session', grace.cookie)).toEqual({ user: null, expiresAt: null });
    expect((await postApi(site, '/login', { email: grace.email, password: 'a-new-word-77' })).statusCode).toBe(200);
  });

  it('requires a verified code', async () => {
    const { cookie } = await requestReset();
    expectApiError(await reset(cookie, 'a-new-word-77'), 'GONE');
    expectApiError(await reset('', 'a-new-word-77'), 'GONE');
  });

  it.each([
    [{ password: '' }, { password: 'Password is required' }],
    [{ password: '12345' }, { password: 'Password must be at least 6 characters long' }],
    [{ confirmPassword: '' }, { confirmPassword: 'Confirm Password is required' }],
    [{ confirmPassword: 'a-new-word-78' }, { confirmPassword: 'Passwords don’t match' }],
    [{ email: 'eve@site.example' }, { email: 'This field doesn’t exist.' }],
  ])('with %j is refused: %j', async (form, fields) => {
    const { cookie, code } = await requestReset();
    await type(cookie, code);
    const payload = { password: 'a-new-word-77', confirmPassword: 'a-new-word-77', ...form };
    const answer = await postApi(site, '/reset-password', payload, { cookie });
    expect(expectApiError(answer, 'BAD_REQUEST').fields).toEqual(fields);
    expect((await reset(cookie, 'a-new-word-77')).statusCode).toBe(200);
  });

  it('must not be common or contain the user’s name', async () => {
    const { cookie, code } = await requestReset();
    await type(cookie, code);
    for (const password of ['password', 'Murray12']) {
      expect(Object.keys(expectApiError(await reset(cookie, password), 'BAD_REQUEST').fields)).toEqual(['password']);
    }
  });

  it('can be set for an account without one', async () => {
    const { cookie, code } = await requestReset();
    await site.db.$client.query('delete from accounts');
    await type(cookie, code);
    expect((await reset(cookie, 'a-new-word-77')).statusCode).toBe(200);
    expect(await rows('accounts')).toMatchObject([{ provider: 'password' }]);
  });
});
