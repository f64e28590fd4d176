import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { getEmailedCode, listEmailsTo } from '../support/emails.ts';
import {
  getResponseCookies,
  deleteAllUsers,
  createTestUser,
  PASSWORD,
  type TestUser,
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

let networks = 0;
/** Returns a new IP address for each request. */
const elsewhere = () => `198.18.${networks >> 8}.${(networks += 1) & 255}`;
const login = (email: string, password: string, cookie = '') =>
  postApi(site, '/login', { email, password }, { remoteAddress: elsewhere(), ...(cookie ? { cookie } : {}) });
const forgot = (email: string, cookie = '') =>
  postApi(site, '/forget-password', { email }, { remoteAddress: elsewhere(), ...(cookie ? { cookie } : {}) });

/** Returns the cookie of a known device after the user has signed in and out with it. */
async function deviceOf(person: TestUser): Promise<string> {
  const answer = await login(person.email, PASSWORD);
  const cookie = getResponseCookies(answer);
  await postApi(site, '/logout', {}, { cookie });
  return cookie.split('; ').find(pair => pair.startsWith('device-')) ?? '';
}

describe('known device', () => {
  it('can sign in while others are rate-limited', async () => {
    const grace = await createTestUser(site.db);
    const device = await deviceOf(grace);
    for (let tried = 0; tried < 5; tried++) expectApiError(await login(grace.email, 'wrong-one'), 'UNAUTHORIZED');
    expectApiError(await login(grace.email, PASSWORD), 'TOO_MANY_REQUESTS');
    expect((await login(grace.email, PASSWORD, device)).statusCode).toBe(200);
    // Signing in on the known device must not reset the limit for others.
    expectApiError(await login(grace.email, PASSWORD), 'TOO_MANY_REQUESTS');
  });

  it('can sign in from a rate-limited network', async () => {
    const grace = await createTestUser(site.db);
    const device = await deviceOf(grace);
    const from = (cookie: string) =>
      postApi(site, '/login', { email: grace.email, password: PASSWORD }, { remoteAddress: '192.0.2.1', cookie });
    for (let tried = 0; tried < 10; tried++) {
      const body = { email: `${tried}@site.example`, password: 'wrong-one' };
      await postApi(site, '/login', body, { remoteAddress: '192.0.2.1' });
    }
    expectApiError(await from(''), 'TOO_MANY_REQUESTS');
    expect((await from(device)).statusCode).toBe(200);
  });

  it('has five attempts, counted separately from those of strangers', async () => {
    const grace = await createTestUser(site.db);
    const device = await deviceOf(grace);
    for (let tried = 0; tried < 5; tried++) {
      expectApiError(await login(grace.email, 'wrong-one', device), 'UNAUTHORIZED');
    }
    const sixth = await login(grace.email, PASSWORD, device);
    expectApiError(sixth, 'TOO_MANY_REQUESTS');
    expect(sixth.headers['retry-after']).toBe('300');
    expect((await login(grace.email, PASSWORD)).statusCode).toBe(200);
  });

  it('is recognized only for its own account and cannot be forged', async () => {
    const grace = await createTestUser(site.db);
    const eve = await createTestUser(site.db);
    const foreign = await deviceOf(eve);
    const own = await deviceOf(grace);
    const madeUp = own.replace(/.$/, last => (last === 'A' ? 'B' : 'A'));
    for (let tried = 0; tried < 5; tried++) await login(grace.email, 'wrong-one');
    for (const cookie of [foreign, madeUp, 'device-5050=.', 'device-5050=x', own.replace('=', '=x')]) {
      expectApiError(await login(grace.email, PASSWORD, cookie), 'TOO_MANY_REQUESTS');
    }
    expect((await login(grace.email, PASSWORD, own)).statusCode).toBe(200);
  });

  it('receives a reset code while strangers are rate-limited', async () => {
    const grace = await createTestUser(site.db);
    const device = await deviceOf(grace);
    for (let count = 0; count < 3; count++) {
      expect((await forgot(grace.email)).statusCode).toBe(202);
      now = now.add({ seconds: 60 });
    }
    expectApiError(await forgot(grace.email), 'TOO_MANY_REQUESTS');
    expect((await forgot(grace.email, device)).statusCode).toBe(202);
    expectApiError(await forgot(grace.email, device), 'TOO_MANY_REQUESTS');
    expect(await listEmailsTo(site, grace.email)).toHaveLength(4);
  });
});

describe('reset code', () => {
  it('stays valid when strangers request others, until the password is set', async () => {
    const grace = await createTestUser(site.db);
    const response = await forgot(grace.email);
    const code = await getEmailedCode(site, grace.email);
    now = now.add({ seconds: 60 });
    const stranger = getResponseCookies(await forgot(grace.email));

    const cookie = getResponseCookies(response);
    expectApiError(await postApi(site, '/otp', { code }, { cookie: stranger }), 'UNPROCESSABLE');
    expect((await postApi(site, '/otp', { code }, { cookie })).statusCode).toBe(200);
    const body = { password: 'quay-lantern-7', confirmPassword: 'quay-lantern-7' };
    expect((await postApi(site, '/reset-password', body, { cookie })).statusCode).toBe(200);
    expectApiError(await postApi(site, '/otp', { code }, { cookie: stranger }), 'GONE');
    const { rows } = await site.db.$client.query('select 1 from password_resets');
    expect(rows).toEqual([]);
    expect(await getApi(site, '/session', stranger)).toMatchObject({ user: null });
  });
});
