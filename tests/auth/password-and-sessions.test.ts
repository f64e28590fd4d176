import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyPassword } from '#platform/password.ts';
import { expectApiError, getApi } from '../support/api-client.ts';
import { listEmailsTo } from '../support/emails.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { getResponseCookies, deleteAllUsers, PASSWORD, signIn } from '../support/user-factory.ts';
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

describe('changing the password', () => {
  const NEXT = 'quay-lantern-7';
  const change = (who: { cookie: string }, body: object = {}) =>
    send(who, 'PUT', '/profile/password', {
      currentPassword: PASSWORD,
      password: NEXT,
      confirmPassword: NEXT,
      ...body,
    });

  it('ends other sessions and notifies the user', async () => {
    const grace = await arrive();
    const elsewhere = await signIn(site, grace);
    const eve = await arrive();
    const answer = await change(grace);
    expect(answer.json()).toEqual({ changed: true });
    expect(await isSignedIn(grace.cookie)).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(eve.cookie)).toBe(true);
    expectApiError(await login(grace.email, PASSWORD), 'UNAUTHORIZED');
    expect((await login(grace.email, NEXT)).statusCode).toBe(200);
    expect(await listEmailsTo(site, grace.email)).toMatchObject([
      { template: 'password_changed', containsSecret: false },
    ]);
    expect(await listEmailsTo(site, eve.email)).toEqual([]);
    expect(await events()).toContain('password_changed');
    expect(site.log.text()).not.toContain(NEXT);
  });

  it.each([
    [{ currentPassword: 'wrong-one' }, { currentPassword: 'Incorrect password' }],
    [{ currentPassword: undefined }, { currentPassword: 'Password is required' }],
    [{ currentPassword: '' }, { currentPassword: 'Password is required' }],
    [{ password: '12345' }, { password: 'Password must be at least 6 characters long' }],
    [{ confirmPassword: 'quay-lantern-8' }, { confirmPassword: 'Passwords don’t match' }],
    [{ confirmPassword: '' }, { confirmPassword: 'Confirm Password is required' }],
    [{ role: 'owner' }, { role: 'This field doesn’t exist.' }],
  ])('with %j is refused: %j', async (body, fields) => {
    const grace = await arrive();
    expect(expectApiError(await change(grace, body), 'BAD_REQUEST').fields).toEqual(fields);
    expect((await login(grace.email, PASSWORD)).statusCode).toBe(200);
    expect(await rows('emails')).toEqual([]);
  });

  it.each(['123456', 'Murray1906'])('to %s is refused', async password => {
    const grace = await arrive();
    const error = expectApiError(await change(grace, { password, confirmPassword: password }), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual(['password']);
    expect(await rows('emails')).toEqual([]);
  });

  it('is rate-limited after five wrong passwords', async () => {
    const grace = await arrive();
    for (let tried = 0; tried < 5; tried++) {
      expectApiError(await change(grace, { currentPassword: `guess-${tried}` }), 'BAD_REQUEST');
    }
    const sixth = await change(grace);
    expectApiError(sixth, 'TOO_MANY_REQUESTS');
    expect(sixth.headers['retry-after']).toBe('300');
    expect(await events()).toContain('sign_in_failed');
  });

  it('sets a first password within 5 minutes of signing in', async () => {
    const grace = await arrive();
    await takePassword(grace);
    expect(await getApi(site, '/profile', grace.cookie)).toMatchObject({ hasPassword: false });
    now = now.add({ minutes: 5, seconds: 1 });
    expectApiError(await change(grace, { currentPassword: undefined }), 'FORBIDDEN');
    expectApiError(await change(grace, { currentPassword: 'anything' }), 'FORBIDDEN');
    now = now.subtract({ seconds: 1 });
    expect((await change(grace, { currentPassword: undefined })).statusCode).toBe(200);
    expect((await login(grace.email, NEXT)).statusCode).toBe(200);
    const stored = (await rows('accounts')).find(account => account.provider === 'password');
    expect(await verifyPassword(NEXT, String(stored?.password_hash))).toBe(true);
  });
});

describe('devices', () => {
  interface List {
    items: { id: string; deviceName: string; isCurrent: boolean }[];
  }
  const list = async (cookie: string) => (await getApi<List>(site, '/sessions', cookie)).items;

  it('are listed with names, the current one first, without tokens', async () => {
    const grace = await arrive();
    await arrive();
    now = now.add({ minutes: 5 });
    const phone = await site.http.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      payload: { email: grace.email, password: PASSWORD },
      remoteAddress: '198.51.200.9',
      headers: {
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
      },
    });
    const items = await list(grace.cookie);
    expect(items).toEqual([
      expect.objectContaining({ isCurrent: true, createdAt: '2026-11-20T12:00:00.000Z' }),
      {
        id: expect.any(String),
        deviceName: 'Firefox on Android',
        ip: '198.51.200.9',
        signInMethod: 'password',
        createdAt: '2026-11-20T12:05:00.000Z',
        lastActiveAt: '2026-11-20T12:05:00.000Z',
        isCurrent: false,
      },
    ]);
    expect((await list(getResponseCookies(phone)))[0]).toMatchObject({
      deviceName: 'Firefox on Android',
      isCurrent: true,
    });
    const sessions = await rows('sessions');
    for (const { token_hash: hash } of sessions) expect(JSON.stringify(items)).not.toContain(String(hash));
  });

  it('can be signed out individually only by their user', async () => {
    const grace = await arrive();
    const elsewhere = await signIn(site, grace);
    const [, other] = await list(grace.cookie);
    for (const role of ['member', 'author', 'owner'] as const) {
      const stranger = await arrive({ role });
      expectApiError(await send(stranger, 'DELETE', `/sessions/${other?.id}`), 'NOT_FOUND');
    }
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect((await send(grace, 'DELETE', `/sessions/${other?.id}`)).json()).toEqual({ revokedCount: 1 });
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(grace.cookie)).toBe(true);
    expectApiError(await send(grace, 'DELETE', `/sessions/${other?.id}`), 'NOT_FOUND');
    expectApiError(await send(grace, 'DELETE', '/sessions/%25'), 'NOT_FOUND');
    expect(await events()).toContain('sessions_revoked');
  });

  it('lose their cookie when signing themselves out', async () => {
    const grace = await arrive();
    const [here] = await list(grace.cookie);
    const answer = await send(grace, 'DELETE', `/sessions/${here?.id}`);
    expect(String(answer.headers['set-cookie'])).toMatch(/^session-5050=; Max-Age=0;/);
    expect(await isSignedIn(grace.cookie)).toBe(false);
  });

  it('can all be signed out except the current one', async () => {
    const grace = await arrive();
    const others = [await signIn(site, grace), await signIn(site, grace)];
    const eve = await arrive();
    expect((await send(grace, 'DELETE', '/sessions')).json()).toEqual({ revokedCount: 2 });
    for (const cookie of others) expect(await isSignedIn(cookie)).toBe(false);
    expect(await isSignedIn(grace.cookie)).toBe(true);
    expect(await isSignedIn(eve.cookie)).toBe(true);
    expect((await send(grace, 'DELETE', '/sessions')).json()).toEqual({ revokedCount: 0 });
  });

  it('can all be signed out including the current one', async () => {
    const grace = await arrive();
    const elsewhere = await signIn(site, grace);
    const eve = await arrive();
    const answer = await send(grace, 'POST', '/logout/all');
    expect(answer.json()).toEqual({ revokedCount: 2 });
    expect(String(answer.headers['set-cookie'])).toMatch(/^session-5050=; Max-Age=0;/);
    for (const cookie of [grace.cookie, elsewhere]) expect(await isSignedIn(cookie)).toBe(false);
    expect(await isSignedIn(eve.cookie)).toBe(true);
  });
});
