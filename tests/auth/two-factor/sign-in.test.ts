import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteUserSessions } from '#features/auth/sessions/queries.ts';
import { createEncryption } from '#platform/encryption.ts';
import { requestApi, expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { getResponseCookies, deleteAllUsers, createTestUser, PASSWORD } from '../../support/user-factory.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';
import {
  createTwoFactorUser,
  createTotpCode,
  type TwoFactorUser,
  createWrongTotpCode,
} from '../../support/two-factor-fixture.ts';

let site: TestSite;
const start = Temporal.Instant.from('2026-11-20T12:00:00Z');
let now = start;
let grace: TwoFactorUser;
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
});
beforeEach(async () => {
  now = start;
  await deleteAllUsers(site.db);
  grace = await createTwoFactorUser(site, now);
  await site.db.$client.query('delete from rate_limits; delete from security_events');
  // Setup has used the current code; the next time step has a new one.
  now = now.add({ minutes: 2 });
});
afterAll(() => site.close());

async function rows(table: string): Promise<Record<string, unknown>[]> {
  return (await site.db.$client.query<Record<string, unknown>>(`select * from ${table}`)).rows;
}
const login = (password = PASSWORD, remoteAddress = '203.0.113.1') =>
  postApi(site, '/login', { email: grace.email, password }, { remoteAddress });
/** Returns the cookie of a sign-in that still needs the second factor. */
const pending = async (remoteAddress?: string) => getResponseCookies(await login(PASSWORD, remoteAddress));
const finish = (cookie: string, code: string, remoteAddress = '203.0.113.1') =>
  postApi(site, '/login/two-factor', { code }, { cookie, remoteAddress });
const isPending = async (cookie?: string) =>
  (await getApi<{ hasChallenge: boolean }>(site, '/login/two-factor', cookie)).hasChallenge;
const whoIs = async (cookie: string) =>
  (await getApi<{ user: { id: string } | null }>(site, '/session', cookie)).user?.id ?? null;
const nextCode = () => createTotpCode(grace.secret, now);

describe('correct password', () => {
  it('creates no session but asks for a code', async () => {
    const before = await rows('sessions');
    const answer = await login();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ state: 'two_factor_required' });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^second-step-5050=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await rows('sessions')).toEqual(before);
    expect(await rows('security_events')).toEqual([]);
    const cookie = getResponseCookies(answer);
    expect(await isPending(cookie)).toBe(true);
    expect(await whoIs(cookie)).toBeNull();
    expectApiError(await requestApi(site, '/profile', cookie), 'UNAUTHORIZED');
    const token = answer.cookies[0]?.value ?? '';
    expect(JSON.stringify(await rows('two_factor_challenges'))).not.toContain(token);
    expect(site.log.text()).not.toContain(token);
  });

  it('and correct code create a session and end the pending sign-in', async () => {
    const cookie = await pending();
    const code = nextCode();
    const answer = await finish(cookie, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ user: { id: grace.id }, expiresAt: now.add({ hours: 168 }).toString() });
    const set = answer.headers['set-cookie'] as string[];
    expect(set.map(line => line.split('=')[0])).toEqual(['second-step-5050', 'session-5050', 'device-5050']);
    expect(set[0]).toContain('Max-Age=0');
    expect(await whoIs(getResponseCookies(answer))).toBe(grace.id);
    expect(await rows('two_factor_challenges')).toEqual([]);
    expect(await isPending(cookie)).toBe(false);
    expectApiError(await finish(cookie, createTotpCode(grace.secret, now, 30)), 'GONE');
    expect(await rows('security_events')).toMatchObject([{ type: 'signed_in', detail: 'password' }]);
  });
});

describe('before the correct password', () => {
  it('does not reveal who uses two-factor sign-in', async () => {
    const other = await createTestUser(site.db);
    const answers = await Promise.all(
      [grace.email, other.email, 'nobody@site.example'].map(email =>
        postApi(site, '/login', { email, password: 'wrong-one' }),
      ),
    );
    const messages = answers.map(answer => {
      const { requestId: _, ...error } = expectApiError(answer, 'UNAUTHORIZED');
      return { error, headers: Object.keys(answer.headers).toSorted() };
    });
    expect(messages[1]).toEqual(messages[0]);
    expect(messages[2]).toEqual(messages[0]);
  });

  it('accepts no code', async () => {
    expect(await isPending()).toBe(false);
    for (const cookie of ['', 'second-step-5050=x', `second-step-5050=${'a'.repeat(43)}`]) {
      expectApiError(await finish(cookie, nextCode()), 'GONE');
      expect(await isPending(cookie)).toBe(false);
    }
  });
});

describe('code', () => {
  it('that is wrong shows a field error and is logged', async () => {
    const cookie = await pending();
    const error = expectApiError(await finish(cookie, createWrongTotpCode(grace.secret, now)), 'BAD_REQUEST');
    expect(error.fields.code).toMatch(/^This code is incorrect/);
    expect(await rows('security_events')).toMatchObject([{ type: 'code_rejected', user_id: grace.id }]);
    expect((await finish(cookie, nextCode())).statusCode).toBe(200);
  });

  it.each([
    ['the step before', -30, 200],
    ['the step after', 30, 200],
    ['two steps before', -60, 400],
    ['two steps after', 60, 400],
  ])('of %s', async (_case, seconds, statusCode) => {
    expect((await finish(await pending(), createTotpCode(grace.secret, now, seconds))).statusCode).toBe(statusCode);
  });

  it('works once, and earlier codes are refused after it', async () => {
    const code = nextCode();
    const earlier = createTotpCode(grace.secret, now, -30);
    expect((await finish(await pending(), code)).statusCode).toBe(200);
    const again = await pending();
    expectApiError(await finish(again, code), 'BAD_REQUEST');
    expectApiError(await finish(again, earlier), 'BAD_REQUEST');
    expect((await finish(again, createTotpCode(grace.secret, now, 30))).statusCode).toBe(200);
  });

  it('is accepted once in many simultaneous submissions', async () => {
    const cookies = await Promise.all(Array.from({ length: 4 }, (_, index) => pending(`198.51.100.${index}`)));
    const code = nextCode();
    const answers = await Promise.all(
      [...cookies, ...cookies].map((cookie, index) => finish(cookie, code, `198.51.100.${index}`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await rows('sessions')).toHaveLength(2);
  });

  it.each(['', ' ', '12345', 'abc', '1'.repeat(101)])('without six digits counts no attempt: %j', async typed => {
    const cookie = await pending();
    expect(Object.keys(expectApiError(await finish(cookie, typed), 'BAD_REQUEST').fields)).toEqual(['code']);
    expect(await rows('two_factor_challenges')).toMatchObject([{ attempts: 0 }]);
  });

  it('of another user does not open this account', async () => {
    const eve = await createTwoFactorUser(site, now);
    now = now.add({ minutes: 1 });
    expectApiError(await finish(await pending(), createTotpCode(eve.secret, now)), 'BAD_REQUEST');
    expectApiError(await finish(await pending(), eve.recoveryCodes[0] ?? ''), 'BAD_REQUEST');
  });
});

describe('guessing codes', () => {
  it('ends with the fifth wrong code', async () => {
    const cookie = await pending();
    const wrong = createWrongTotpCode(grace.secret, now);
    for (let tried = 1; tried <= 4; tried++) expectApiError(await finish(cookie, wrong), 'BAD_REQUEST');
    const fifth = await finish(cookie, wrong);
    expect(expectApiError(fifth, 'GONE').message).toMatch(/^You’ve entered five wrong codes/);
    expect(String(fifth.headers['set-cookie'])).toContain('second-step-5050=; Max-Age=0');
    expectApiError(await finish(cookie, nextCode()), 'GONE');
    expect(await isPending(cookie)).toBe(false);
  });

  it('checks five of a hundred simultaneous codes', async () => {
    const cookie = await pending();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => finish(cookie, String(index).padStart(6, '9'), `198.18.${index}.1`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(96);
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(4);
    expect((await rows('security_events')).filter(({ type }) => type === 'code_rejected')).toHaveLength(5);
    expect(await rows('two_factor_challenges')).toMatchObject([{ attempts: 5 }]);
  });

  it('keeps its count across new sign-ins', async () => {
    const wrong = createWrongTotpCode(grace.secret, now);
    let judged = 0;
    let begun = 0;
    for (let round = 0; round < 12; round++) {
      const answer = await login(PASSWORD, `198.18.${round}.1`);
      if (answer.statusCode !== 200) continue;
      begun += 1;
      for (let tried = 0; tried < 5; tried++) {
        const { statusCode } = await finish(getResponseCookies(answer), wrong, `198.18.${round}.${tried}`);
        if (statusCode !== 429) judged += 1;
      }
    }
    expect(begun).toBe(5);
    expect(judged).toBe(10);
  });

  it('is limited by network as well', async () => {
    await site.db.$client.query(
      `insert into rate_limits (key, attempts, window_ends_at, reset_at)
       values ('second step network:203.0.113.1', 20, $1, $1)`,
      [now.add({ minutes: 10 }).toString()],
    );
    expectApiError(await finish(await pending(), nextCode()), 'TOO_MANY_REQUESTS');
  });
});

describe('pending sign-in', () => {
  it('expires after ten minutes', async () => {
    const cookie = await pending();
    now = now.add({ minutes: 10 });
    expect(await isPending(cookie)).toBe(false);
    expectApiError(await finish(cookie, nextCode()), 'GONE');
    expect(await rows('sessions')).toHaveLength(1);
  });

  it('fails if the account has been disabled', async () => {
    const cookie = await pending();
    await site.db.$client.query('update users set disabled_at = now()');
    expectApiError(await finish(cookie, nextCode()), 'FORBIDDEN');
    expect(await rows('sessions')).toHaveLength(1);
  });

  it('is no session and cannot be used from another site', async () => {
    const token = (await pending()).split('=')[1];
    expect(await whoIs(`session-5050=${token}`)).toBeNull();
    const foreign = await site.http.app.inject({
      method: 'POST',
      url: '/api/v1/login/two-factor',
      payload: { code: nextCode() },
      headers: { cookie: `second-step-5050=${token}`, origin: 'https://evil.example' },
    });
    expectApiError(foreign, 'FORBIDDEN');
  });
});

describe('changed password', () => {
  it('ends pending sign-ins', async () => {
    const cookie = await pending();
    await deleteUserSessions(site.db, grace.id);
    expectApiError(await finish(cookie, nextCode()), 'GONE');
  });
});

describe('recovery code', () => {
  it('works once and is reported by email with the number left', async () => {
    const [first = '', second = ''] = grace.recoveryCodes;
    const answer = await finish(await pending(), ` ${first.toLowerCase().replaceAll('-', ' ')} `);
    expect(answer.statusCode).toBe(200);
    expect(await whoIs(getResponseCookies(answer))).toBe(grace.id);
    expect(expectApiError(await finish(await pending(), first), 'BAD_REQUEST').fields).toEqual({
      code: 'This recovery code is incorrect or was already used. Use another one.',
    });
    const [mail] = await listEmailsTo(site, grace.email);
    expect(mail?.subject).toMatch(/^A recovery code was used/);
    expect(mail?.text).toMatch(/9 codes\s+left/);
    // The first factor may be a linked account or a sign-in link.
    expect(mail?.text).toMatch(/signed in to your account with a\s+recovery code/);
    expect(mail?.text).not.toContain(first);
    expect(await rows('security_events')).toContainEqual(
      expect.objectContaining({ type: 'recovery_code_used', user_id: grace.id }),
    );
    expect((await finish(await pending(), second)).statusCode).toBe(200);
    expect(await getApi(site, '/profile/two-factor', grace.cookie)).toMatchObject({ remainingRecoveryCodes: 8 });
  });

  it('is accepted once in simultaneous submissions', async () => {
    const cookies = await Promise.all(Array.from({ length: 4 }, (_, index) => pending(`198.51.100.${index}`)));
    const answers = await Promise.all(
      cookies.map((cookie, index) => finish(cookie, grace.recoveryCodes[0] ?? '', `198.51.100.${index}`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('works when the site has lost its key, while TOTP codes are refused', async () => {
    const sealed = createEncryption(new Uint8Array(32)).encrypt(grace.secret, `totp_secrets:${grace.id}`);
    await site.db.$client.query('update totp_secrets set encrypted_secret = $1', [sealed]);
    const cookie = await pending();
    expect(expectApiError(await finish(cookie, nextCode()), 'UNAVAILABLE').message).toMatch(/Use a recovery code/);
    expect(site.log.takeErrors()).toHaveLength(1);
    expect((await finish(cookie, grace.recoveryCodes[0] ?? '')).statusCode).toBe(200);
  });
});

describe('turning two-factor off', () => {
  it('lets the password alone sign in again', async () => {
    await postApi(site, '/profile/two-factor/disable', { code: nextCode() }, { cookie: grace.cookie });
    const answer = await login();
    expect(answer.json()).toMatchObject({ state: 'signed_in', user: { id: grace.id } });
    expect(await whoIs(getResponseCookies(answer))).toBe(grace.id);
  });
});
