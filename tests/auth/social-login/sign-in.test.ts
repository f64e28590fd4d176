import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '#features/auth/contract.ts';
import { getApi, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { createSignedInUser, deleteAllUsers, createTestUser } from '../../support/user-factory.ts';
import { Browser, type ProviderUser } from '../../support/social-login-browser.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
let now: Temporal.Instant;
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
});
beforeEach(async () => {
  now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  await deleteAllUsers(site.db);
});
afterAll(() => site.close());

const nora: ProviderUser = { name: 'Nora Lindqvist', email: 'nora@mail.example', verified: true };
const unverified: ProviderUser = { ...nora, verified: false };
const providers = ['google', 'facebook', 'github'];

async function rows(table: string): Promise<Record<string, unknown>[]> {
  return (await site.db.$client.query<Record<string, unknown>>(`select * from ${table}`)).rows;
}
const events = async () => (await rows('security_events')).map(({ type, detail }) => [type, detail]);

/** Removes all passwords: fake providers may only sign in to accounts without one. */
const removePasswords = () => site.db.$client.query(`delete from accounts where provider = 'password'`);

/** Returns the user who is signed in to a browser. */
async function whoIs(browser: Browser): Promise<User | null> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return (await getApi<{ user: User | null }>(site, '/session', cookie)).user;
}

/** Returns the outcome in the URL that a response redirects to. */
function outcomeOf(answer: { headers: Record<string, unknown>; statusCode: number }): string | null {
  expect(answer.statusCode).toBe(303);
  return new URL(String(answer.headers.location), 'http://site').searchParams.get('outcome');
}

describe.each(providers)('sign-in with %s', provider => {
  it('creates an account for a verified address and signs in', async () => {
    const browser = new Browser(site);
    const answer = await browser.signInBy(provider, nora);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/dashboard');
    expect(await whoIs(browser)).toMatchObject({ name: nora.name, email: nora.email, role: 'member' });
    expect(await rows('accounts')).toMatchObject([
      { provider, password_hash: null, provider_account_name: nora.email },
    ]);
    expect(await rows('sessions')).toMatchObject([{ sign_in_method: provider }]);
    expect(await rows('authorization_requests')).toEqual([]);
  });

  it('finds the same account later regardless of the address', async () => {
    await new Browser(site).signInBy(provider, nora);
    await site.db.$client.query(`update users set email = 'new@site.example'`);
    const browser = new Browser(site);
    await browser.signInBy(provider, unverified);
    expect(await whoIs(browser)).toMatchObject({ email: 'new@site.example' });
    expect(await rows('users')).toHaveLength(1);
    expect(await rows('accounts')).toHaveLength(1);
  });

  it('reports a refusal without signing in', async () => {
    const browser = new Browser(site);
    expect(outcomeOf(await browser.signInBy(provider, 'refuse'))).toBe('access-denied');
    expect(await whoIs(browser)).toBeNull();
    expect(await rows('users')).toEqual([]);
  });
});

describe('existing account', () => {
  it('is linked by an address verified by both, with an email to its holder', async () => {
    const person = await createTestUser(site.db, { email: 'Nora@mail.example' });
    await removePasswords();
    const browser = new Browser(site);
    await browser.signInBy('google', nora);
    expect(await whoIs(browser)).toMatchObject({ id: person.id });
    const [mail, ...others] = await listEmailsTo(site, 'Nora@mail.example');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: 'sign_in_method_changed' });
    expect(mail?.text).toContain('Google');
    expect(await events()).toEqual([
      ['sign_in_method_added', 'Google'],
      ['signed_in', 'google'],
    ]);
  });

  it('is never linked by an unverified address', async () => {
    await createTestUser(site.db, { email: nora.email });
    const before = await rows('accounts');
    const browser = new Browser(site);
    expect(outcomeOf(await browser.signInBy('google', unverified))).toBe('email-already-in-use');
    expect(await whoIs(browser)).toBeNull();
    expect(await rows('accounts')).toEqual(before);
    expect(await rows('sessions')).toEqual([]);
    expect(await rows('registrations')).toEqual([]);
    expect(await listEmailsTo(site, nora.email)).toEqual([]);
    expect(await events()).toEqual([['sign_in_failed', 'google: email-already-in-use']]);
  });

  it('that is disabled cannot sign in by address or provider account', async () => {
    await createTestUser(site.db, { email: nora.email, disabledAt: new Date() });
    await removePasswords();
    expect(outcomeOf(await new Browser(site).signInBy('google', nora))).toBe('user-disabled');
    expect(await rows('accounts')).toEqual([]);
    await site.db.$client.query('update users set disabled_at = null');
    await new Browser(site).signInBy('google', nora);
    await site.db.$client.query('update users set disabled_at = now()');
    const browser = new Browser(site);
    expect(outcomeOf(await browser.signInBy('google', nora))).toBe('user-disabled');
    expect(await whoIs(browser)).toBeNull();
  });

  it('gets a new session token and the old one ends', async () => {
    const other = await createSignedInUser(site);
    const browser = new Browser(site, other.cookie);
    await browser.signInBy('google', nora);
    const [name] = other.cookie.split('=');
    expect(browser.cookies.get(name ?? '')).toBeDefined();
    expect(`${name}=${browser.cookies.get(name ?? '')}`).not.toBe(other.cookie);
    expect(await getApi(site, '/session', other.cookie)).toMatchObject({ user: null });
    expect(await rows('sessions')).toHaveLength(1);
  });

  it('ignores a planted session token', async () => {
    const browser = new Browser(site, 'session-5050=planted');
    await browser.signInBy('google', nora);
    expect(browser.cookies.get('session-5050')).toMatch(/^[\w-]{43}$/);
    expect(await getApi(site, '/session', 'session-5050=planted')).toMatchObject({ user: null });
  });
});

describe('unverified address', () => {
  it('is confirmed by email before the account is created', async () => {
    const browser = new Browser(site);
    expect(outcomeOf(await browser.signInBy('facebook', unverified))).toBe('verify_email');
    expect(await rows('users')).toEqual([]);
    expect(await whoIs(browser)).toBeNull();
    const [mail] = await listEmailsTo(site, nora.email);
    expect(mail).toMatchObject({ template: 'verify_email', containsSecret: true });
    expect(mail?.text).toContain('Facebook');
    const token = /\/confirm-address\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await postApi(site, '/register/confirm', { token })).statusCode).toBe(201);
    expect(await rows('accounts')).toMatchObject([{ provider: 'facebook', password_hash: null }]);
    await browser.signInBy('facebook', unverified);
    expect(await whoIs(browser)).toMatchObject({ name: nora.name, email: nora.email });
  });

  it('receives a limited number of emails', async () => {
    const outcomes = [];
    for (let turn = 0; turn < 4; turn++)
      outcomes.push(outcomeOf(await new Browser(site).signInBy('github', unverified)));
    expect(outcomes).toEqual(['verify_email', 'verify_email', 'verify_email', 'too-many-requests']);
    expect(await listEmailsTo(site, nora.email)).toHaveLength(3);
  });

  it('that is missing creates nothing', async () => {
    const browser = new Browser(site);
    expect(outcomeOf(await browser.signInBy('google', { ...nora, email: '' }))).toBe('missing-email');
    expect(await rows('registrations')).toEqual([]);
    expect(await rows('users')).toEqual([]);
  });
});
