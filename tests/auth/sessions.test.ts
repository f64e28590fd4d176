import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import {
  createSignedInUser,
  getResponseCookies,
  deleteAllUsers,
  createTestUser,
  PASSWORD,
  type TestUser,
  signIn,
} from '../support/user-factory.ts';
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

async function rows(table: string): Promise<Record<string, unknown>[]> {
  return (await site.db.$client.query<Record<string, unknown>>(`select * from ${table}`)).rows;
}
const login = (email: string, password: string, remoteAddress?: string) =>
  postApi(site, '/login', { email, password }, remoteAddress ? { remoteAddress } : {});
const whoIs = async (cookie: string) =>
  (await getApi<{ user: { id: string } | null }>(site, '/session', cookie)).user?.id ?? null;

describe('signing in', () => {
  it('returns the user and expiry and sets the token only as a cookie', async () => {
    const grace = await createTestUser(site.db);
    const answer = await login(grace.email.toUpperCase(), PASSWORD);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      state: 'signed_in',
      user: { id: grace.id, name: grace.name, email: grace.email, role: 'member', avatar: null },
      expiresAt: '2026-11-27T12:00:00Z',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session-5050=[\w-]{43}; Max-Age=5184000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device-5050=[\w-]{16}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await whoIs(getResponseCookies(answer))).toBe(grace.id);
    const token = answer.cookies.find(({ name }) => name === 'session-5050')?.value ?? '';
    expect(JSON.stringify(await rows('sessions'))).not.toContain(token);
    expect(site.log.text()).not.toContain(token);
    expect(await rows('security_events')).toMatchObject([
      { type: 'signed_in', user_id: grace.id, detail: 'password', ip: '203.0.113.1' },
    ]);
  });

  it.each([
    ['a wrong password', (grace: TestUser) => [grace.email, 'tide-gauge-43']],
    ['an unknown address', () => ['nobody@site.example', PASSWORD]],
    ['a password in a different case', (grace: TestUser) => [grace.email, PASSWORD.toUpperCase()]],
    ['a pattern as the address', () => ['%@site.example', PASSWORD]],
  ])('with %s is rejected with the same message, without a session', async (_case, typed) => {
    const grace = await createTestUser(site.db);
    const [email = '', password = ''] = typed(grace);
    const answer = await login(email, password);
    const error = expectApiError(answer, 'UNAUTHORIZED');
    expect(error).toMatchObject({ message: 'Incorrect email or password.', fields: {} });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(await rows('sessions')).toEqual([]);
    expect(await rows('security_events')).toMatchObject([{ type: 'sign_in_failed', email }]);
    expect(site.log.text()).not.toContain(password);
  });

  it.each([
    ['email', '', 'Email is required'],
    ['email', 'grace', 'Invalid email address'],
    ['password', '', 'Password is required'],
    ['password', 7, 'Password is required'],
    ['role', 'owner', 'This field doesn’t exist.'],
  ])('with the field %s as %j is refused: %s', async (field, value, message) => {
    const answer = await postApi(site, '/login', { email: 'grace@site.example', password: PASSWORD, [field]: value });
    expect(expectApiError(answer, 'BAD_REQUEST').fields).toEqual({ [field]: message });
  });

  it('reveals that the account is disabled only after the right password', async () => {
    const grace = await createTestUser(site.db, { disabledAt: new Date('2026-11-19T00:00:00Z') });
    expect(expectApiError(await login(grace.email, PASSWORD), 'FORBIDDEN').message).toMatch(
      /^This account is disabled/,
    );
    expect(expectApiError(await login(grace.email, 'x'), 'UNAUTHORIZED').message).toMatch(/^Incorrect email or/);
    expect(await rows('sessions')).toEqual([]);
  });

  it('creates a new token and ends the browser’s previous session', async () => {
    const grace = await createSignedInUser(site);
    const again = await postApi(site, '/login', { email: grace.email, password: PASSWORD }, { cookie: grace.cookie });
    expect(getResponseCookies(again)).not.toBe(grace.cookie);
    expect(await whoIs(grace.cookie)).toBeNull();
    expect(await whoIs(getResponseCookies(again))).toBe(grace.id);
    expect(await rows('sessions')).toHaveLength(1);
  });

  it('ignores a planted token (session fixation)', async () => {
    const grace = await createTestUser(site.db);
    const planted = `session-5050=${'a'.repeat(43)}`;
    const answer = await postApi(site, '/login', { email: grace.email, password: PASSWORD }, { cookie: planted });
    expect(getResponseCookies(answer)).not.toBe(planted);
    expect(await whoIs(planted)).toBeNull();
  });
});

describe('sign-in attempts', () => {
  it('are limited to five in five minutes per account', async () => {
    const grace = await createTestUser(site.db);
    for (let tried = 1; tried <= 5; tried++) {
      expectApiError(await login(grace.email, 'wrong-one', `203.0.113.${tried}`), 'UNAUTHORIZED');
    }
    const sixth = await login(grace.email, PASSWORD, '203.0.113.6');
    expect(expectApiError(sixth, 'TOO_MANY_REQUESTS').message).toBe('Too many attempts. Try again in 5 minutes.');
    expect(sixth.headers['retry-after']).toBe('300');
    expectApiError(await login(grace.email, PASSWORD, '203.0.113.7'), 'TOO_MANY_REQUESTS');
    const blocked = (await rows('security_events')).filter(({ type }) => type === 'sign_in_rate_limited');
    expect(blocked).toMatchObject([{ email: grace.email, ip: '203.0.113.6' }]);
    expect(await rows('sessions')).toEqual([]);
    const other = await createTestUser(site.db);
    expect((await login(other.email, PASSWORD, '203.0.113.6')).statusCode).toBe(200);
  });

  it('for unknown addresses are limited likewise', async () => {
    for (let tried = 1; tried <= 5; tried++) {
      expectApiError(await login('nobody@site.example', 'wrong-one', `203.0.113.${tried}`), 'UNAUTHORIZED');
    }
    const sixth = await login('NOBODY@site.example', 'wrong-one', '203.0.113.6');
    expectApiError(sixth, 'TOO_MANY_REQUESTS');
    expect(sixth.headers['retry-after']).toBe('300');
  });

  it('are reset by a success', async () => {
    const grace = await createTestUser(site.db);
    for (let round = 0; round < 3; round++) {
      for (let tried = 0; tried < 4; tried++) await login(grace.email, 'wrong-one', `203.0.113.${round}`);
      expect((await login(grace.email, PASSWORD, `203.0.113.${round}`)).statusCode).toBe(200);
    }
  });

  it('are limited to ten a minute per network', async () => {
    for (let tried = 0; tried < 10; tried++) {
      expectApiError(await login(`person-${tried}@site.example`, 'wrong-one'), 'UNAUTHORIZED');
    }
    const grace = await createTestUser(site.db);
    const refused = await login(grace.email, PASSWORD);
    expectApiError(refused, 'TOO_MANY_REQUESTS');
    expect(refused.headers['retry-after']).toBe('60');
    now = now.add({ seconds: 60 });
    expect((await login(grace.email, PASSWORD)).statusCode).toBe(200);
  });

  it('are checked five times in a hundred simultaneous ones', async () => {
    const grace = await createTestUser(site.db);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => login(grace.email, `guess-${index}`, `198.18.${index}.1`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(95);
  });
});

describe('session', () => {
  it('requires a valid cookie', async () => {
    expect(await getApi(site, '/session')).toEqual({ user: null, expiresAt: null });
    for (const cookie of ['session-5050=', 'session-5050=x', 'session-5050=%00', `session-5051=${'a'.repeat(43)}`]) {
      expect(await whoIs(cookie)).toBeNull();
    }
  });

  it('expires after a week without use and is extended by use', async () => {
    const grace = await createSignedInUser(site);
    now = now.add({ hours: 6 * 24 });
    expect(await whoIs(grace.cookie)).toBe(grace.id);
    now = now.add({ hours: 6 * 24 });
    expect(await whoIs(grace.cookie)).toBe(grace.id);
    now = now.add({ hours: 7 * 24 });
    expect(await whoIs(grace.cookie)).toBeNull();
    expectApiError(await postApi(site, '/session/refresh', {}, { cookie: grace.cookie }), 'UNAUTHORIZED');
  });

  it('expires after sixty days regardless of use', async () => {
    const grace = await createSignedInUser(site);
    for (let day = 1; day < 60; day++) {
      now = now.add({ hours: 24 });
      expect(await whoIs(grace.cookie), `day ${day}`).toBe(grace.id);
    }
    now = now.add({ hours: 24 });
    expect(await whoIs(grace.cookie)).toBeNull();
  });

  it('can be extended, never beyond its absolute end', async () => {
    const grace = await createSignedInUser(site);
    now = now.add({ hours: 24 });
    const refreshed = await postApi(site, '/session/refresh', {}, { cookie: grace.cookie });
    expect(refreshed.json()).toEqual({ expiresAt: '2026-11-28T12:00:00Z' });
    expectApiError(await postApi(site, '/session/refresh', {}), 'UNAUTHORIZED');
  });

  it('ends when its account is disabled', async () => {
    const grace = await createSignedInUser(site);
    await site.db.$client.query('update users set disabled_at = now()');
    expect(await whoIs(grace.cookie)).toBeNull();
  });

  it('ends by signing out, in this browser only', async () => {
    const grace = await createSignedInUser(site);
    const elsewhere = await signIn(site, grace);
    const answer = await postApi(site, '/logout', {}, { cookie: grace.cookie });
    expect(answer.json()).toEqual({ signedOut: true });
    expect(String(answer.headers['set-cookie'])).toBe('session-5050=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
    expect(await whoIs(grace.cookie)).toBeNull();
    expect(await whoIs(elsewhere)).toBe(grace.id);
    expect((await postApi(site, '/logout', {}, { cookie: grace.cookie })).statusCode).toBe(200);
    expect((await postApi(site, '/logout', {})).statusCode).toBe(200);
  });

  it('cannot be used by another site’s page (CSRF)', async () => {
    const grace = await createSignedInUser(site);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:5051' },
      {},
    ]) {
      const answer = await site.http.app.inject({
        method: 'POST',
        url: '/api/v1/logout',
        payload: {},
        headers: { ...headers, cookie: grace.cookie },
      });
      expectApiError(answer, 'FORBIDDEN');
    }
    expect(await whoIs(grace.cookie)).toBe(grace.id);
  });
});

describe('signing out', () => {
  it('clears the browser’s cache and session cookie but keeps storage and other cookies', async () => {
    const grace = await createSignedInUser(site);
    const other = 'device-5050=known';
    const answer = await postApi(site, '/logout', {}, { cookie: `${grace.cookie}; ${other}` });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(answer.cookies.map(({ name, value, maxAge }) => [name, value, maxAge])).toEqual([['session-5050', '', 0]]);
    const read = await requestApi(site, '/session', grace.cookie);
    expect(read.headers).not.toHaveProperty('clear-site-data');
  });
});

describe('security log', () => {
  it('can be read and searched by the owner, newest first', async () => {
    const owner = await createSignedInUser(site, { role: 'owner', email: 'ada@site.example' });
    now = now.add({ seconds: 5 });
    await login('eve_%@site.example', 'wrong-one');
    type Log = { total: number; items: { type: string; email: string }[] };
    const read = async (query: string) => {
      const { total, items } = await getApi<Log>(site, `/security-events${query}`, owner.cookie);
      return [total, items.map(({ type, email }) => `${type} ${email}`)];
    };
    const both = ['sign_in_failed eve_%@site.example', 'signed_in ada@site.example'];
    expect(await read('')).toEqual([2, both]);
    expect(await read('?pageSize=1&page=2')).toEqual([2, [both[1]]]);
    expect(await read('?type=signed_in')).toEqual([1, [both[1]]]);
    expect(await read('?search=EVE')).toEqual([1, [both[0]]]);
    expect(await read('?search=_%25')).toEqual([1, [both[0]]]);
    expect(await read('?search=a_a')).toEqual([0, []]);
    expectApiError(await requestApi(site, '/security-events?type=nonsense', owner.cookie), 'BAD_REQUEST');
  });

  it('is hidden from everyone else', async () => {
    const author = await createSignedInUser(site, { role: 'author' });
    expectApiError(await requestApi(site, '/security-events'), 'UNAUTHORIZED');
    expectApiError(await requestApi(site, '/security-events', author.cookie), 'FORBIDDEN');
  });
});
