import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requireRecentAuthentication } from '#features/auth/sessions/actions/reauthentication.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { listEmailsTo } from '../support/emails.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { addPasskey } from '../support/passkey-fixture.ts';
import { deleteAllUsers, PASSWORD, signIn } from '../support/user-factory.ts';
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

describe('profile', () => {
  it('contains exactly these fields', async () => {
    const grace = await arrive();
    now = now.add({ hours: 1 });
    const profile = await getApi<Record<string, unknown>>(site, '/profile', grace.cookie);
    expect(profile).toEqual({
      id: grace.id,
      name: grace.name,
      email: grace.email,
      role: 'member',
      avatar: null,
      createdAt: expect.any(String),
      hasPassword: true,
      lastSignInAt: '2026-11-20T12:00:00.000Z',
      pendingEmailChange: null,
    });
  });

  it('accepts a new trimmed name and nothing else', async () => {
    const grace = await arrive();
    const answer = await send(grace, 'PATCH', '/profile', { name: '  Grace Hopper ' });
    expect(answer.json()).toMatchObject({ name: 'Grace Hopper', email: grace.email });
    expect(await getApi(site, '/profile', grace.cookie)).toMatchObject({ name: 'Grace Hopper' });
    for (const [body, fields] of [
      [{ name: ' ' }, { name: 'Name is required' }],
      [{ name: 'x'.repeat(81) }, { name: 'Name must be at most 80 characters long' }],
      [{ name: 'Grace\nBcc: x' }, { name: 'Remove line breaks and control characters.' }],
      [{ name: 'Grace', role: 'owner' }, { role: 'This field doesn’t exist.' }],
      [{ name: 'Grace', email: 'eve@site.example' }, { email: 'This field doesn’t exist.' }],
    ]) {
      expect(expectApiError(await send(grace, 'PATCH', '/profile', body), 'BAD_REQUEST').fields).toEqual(fields);
    }
    expect(await rows('users')).toMatchObject([{ name: 'Grace Hopper', role: 'member', email: grace.email }]);
  });

  it('requires a session everywhere', async () => {
    const answers = await Promise.all([
      requestApi(site, '/profile'),
      postApi(site, '/profile', { name: 'Eve' }, { method: 'PATCH' }),
      postApi(site, '/profile', { password: PASSWORD }, { method: 'DELETE' }),
      postApi(site, '/profile/avatar', {}, { method: 'DELETE' }),
      postApi(site, '/profile/email', { email: 'eve@site.example', password: PASSWORD }),
      postApi(site, '/profile/email', {}, { method: 'DELETE' }),
      postApi(site, '/profile/password', {}, { method: 'PUT' }),
      requestApi(site, '/profile/export'),
      requestApi(site, '/sessions'),
      postApi(site, '/sessions', {}, { method: 'DELETE' }),
      postApi(site, '/sessions/x', {}, { method: 'DELETE' }),
      postApi(site, '/logout/all', {}),
    ]);
    for (const answer of answers) expectApiError(answer, 'UNAUTHORIZED');
  });
});

describe('personal data export', () => {
  it('contains all data of the user, no one else’s and no secrets', async () => {
    const grace = await arrive();
    const eve = await arrive({ name: 'Eve Planted' });
    await send(grace, 'POST', '/profile/email', { email: 'grace.hopper@site.example', password: PASSWORD });
    await addPasskey(site, grace.cookie, undefined, { name: 'Work laptop' });
    await addPasskey(site, eve.cookie, undefined, { name: 'Eve’s phone' });
    const answer = await requestApi(site, '/profile/export', grace.cookie);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json()).toMatchObject({
      exportedAt: '2026-11-20T12:00:00Z',
      profile: { name: grace.name, email: grace.email, role: 'member' },
      addressChange: { email: 'grace.hopper@site.example' },
      signInMethods: [{ provider: 'password', createdAt: expect.any(String), updatedAt: expect.any(String) }],
      passkeys: [{ name: 'Work laptop', createdAt: '2026-11-20T12:00:00.000Z', lastUsedAt: null }],
      sessions: [{ method: 'password', createdAt: '2026-11-20T12:00:00.000Z' }],
      securityEvents: expect.arrayContaining([expect.objectContaining({ event: 'signed_in' })]),
      mails: [{ subject: 'A sign-in method was added' }],
    });
    const token = grace.cookie.split('=')[1] ?? 'none';
    const secrets = [...(await rows('sessions')), ...(await rows('email_changes'))].map(row => row.token_hash);
    for (const secret of [token, ...secrets, 'argon2', 'token', 'sha256', eve.email, 'Eve Planted', eve.id]) {
      expect(answer.body, String(secret)).not.toContain(String(secret));
    }
    expect(await events()).toContain('data_exported');
  });
});

describe('deleting the account', () => {
  const leave = (who: SignedInUser, body: object = { password: PASSWORD }) => send(who, 'DELETE', '/profile', body);

  it('leaves only the log entry and the confirmation email', async () => {
    const grace = await arrive();
    const elsewhere = await signIn(site, grace);
    const eve = await arrive();
    await send(grace, 'POST', '/profile/email', { email: 'grace.hopper@site.example', password: PASSWORD });
    const { email, password } = { email: grace.email, password: PASSWORD };
    await postApi(site, '/register', { name: grace.name, email, password, confirmPassword: password });
    const answer = await leave(grace);
    expect(answer.json()).toEqual({ deleted: true });
    expect(String(answer.headers['set-cookie'])).toMatch(/^session-5050=; Max-Age=0;/);
    for (const cookie of [grace.cookie, elsewhere]) expect(await isSignedIn(cookie)).toBe(false);
    expect(await isSignedIn(eve.cookie)).toBe(true);
    expectApiError(await login(grace.email, PASSWORD), 'UNAUTHORIZED');

    for (const table of ['users', 'accounts', 'sessions', 'email_changes', 'registrations']) {
      expect(JSON.stringify(await rows(table)), table).not.toContain(grace.id);
      expect(JSON.stringify(await rows(table)), table).not.toContain(grace.email);
    }
    expect(await rows('users')).toMatchObject([{ id: eve.id }]);
    const hers = (await rows('security_events')).filter(
      event => event.email === grace.email && event.type !== 'sign_in_failed',
    );
    expect(hers.map(({ type }) => type)).toContain('account_deleted');
    for (const event of hers) {
      if (event.type === 'registration_requested') continue;
      expect(event).toMatchObject({ user_id: null, ip: '', user_agent: '', detail: null });
    }
    expect(await listEmailsTo(site, grace.email)).toMatchObject([{ template: 'account_deleted' }]);
    expect(await listEmailsTo(site, eve.email)).toEqual([]);
  });

  it('requires the password, or without one the address and reauthentication', async () => {
    const grace = await arrive();
    expect(expectApiError(await leave(grace, {}), 'BAD_REQUEST').fields).toEqual({
      email: 'Enter the email address of this account',
    });
    expect(expectApiError(await leave(grace, { email: '', password: '' }), 'BAD_REQUEST').fields).toEqual({
      email: 'Enter the email address of this account',
      password: 'Password is required',
    });
    expect(expectApiError(await leave(grace, { email: grace.email }), 'BAD_REQUEST').fields).toEqual({
      password: 'Password is required',
    });
    expect(expectApiError(await leave(grace, { password: 'wrong-one' }), 'BAD_REQUEST').fields).toEqual({
      password: 'Incorrect password',
    });
    const other = await leave(grace, { password: PASSWORD, email: 'eve@site.example' });
    expect(Object.keys(expectApiError(other, 'BAD_REQUEST').fields)).toEqual(['email']);
    await takePassword(grace);
    now = now.add({ hours: 1 });
    expectApiError(await leave(grace, { email: grace.email }), 'FORBIDDEN');
    now = now.subtract({ minutes: 56 });
    expectApiError(await leave(grace, {}), 'BAD_REQUEST');
    expect(await rows('users')).toHaveLength(1);
    expect(await rows('emails')).toEqual([]);
    expect((await leave(grace, { email: grace.email.toUpperCase() })).statusCode).toBe(200);
    expect(await rows('users')).toEqual([]);
  });

  it('requires a session that doesn’t end while the request is running', async () => {
    const { id: userId, email } = await arrive();
    const actor = { role: 'member' as const, userId, email, sessionId: 'ended' };
    await expect(requireRecentAuthentication({ db: site.db, actor, now: () => now })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  it('is refused to the owner', async () => {
    const owner = await arrive({ role: 'owner' });
    const refused = await leave(owner);
    expect(expectApiError(refused, 'CONFLICT').message).toMatch(/^You can’t delete the owner account/);
    expect(refused.headers).not.toHaveProperty('set-cookie');
    expect(await rows('users')).toHaveLength(1);
    expect(await isSignedIn(owner.cookie)).toBe(true);
    expect(await rows('emails')).toEqual([]);
  });

  it('happens once for simultaneous requests', async () => {
    const grace = await arrive();
    const answers = await Promise.all(Array.from({ length: 5 }, () => leave(grace)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const { statusCode } of answers) expect([200, 401, 404, 429]).toContain(statusCode);
    expect(await listEmailsTo(site, grace.email)).toHaveLength(1);
  });
});
