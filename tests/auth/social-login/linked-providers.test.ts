import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LinkedAccount } from '#features/auth/social-login/contract.ts';
import { requestApi, expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { addPasskey } from '../../support/passkey-fixture.ts';
import { createSignedInUser, deleteAllUsers, PASSWORD } from '../../support/user-factory.ts';
import { Browser, type ProviderUser } from '../../support/social-login-browser.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
const start = Temporal.Instant.from('2026-11-20T12:00:00Z');
let now = start;
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
});
beforeEach(async () => {
  now = start;
  await deleteAllUsers(site.db);
});
afterAll(() => site.close());

const nora: ProviderUser = { name: 'Nora Lindqvist', email: 'nora@mail.example', verified: true };

const identitiesOf = async (cookie: string) =>
  (await getApi<{ items: LinkedAccount[] }>(site, '/profile/linked-accounts', cookie)).items;
const remove = (cookie: string, id: string) =>
  postApi(site, `/profile/linked-accounts/${id}`, {}, { cookie, method: 'DELETE' });
const outcomeOf = (answer: { headers: Record<string, unknown> }) =>
  new URL(String(answer.headers.location), 'http://site').searchParams.get('outcome');
/** Removes the password: a fake provider may only sign in to accounts without one. */
const removePassword = (userId: string) =>
  site.db.$client.query(`delete from accounts where provider = 'password' and user_id = $1`, [userId]);
const cookieIn = (browser: Browser) => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

describe('linking a provider', () => {
  it('adds a sign-in method regardless of its address, with an email and no new session', async () => {
    const person = await createSignedInUser(site);
    const browser = new Browser(site, person.cookie);
    const answer = await browser.signInBy('github', { ...nora, verified: false }, '?add=1');
    expect(answer.headers.location).toBe('/dashboard/identities?provider=github&outcome=linked');
    expect(`session-5050=${browser.cookies.get('session-5050')}`).toBe(person.cookie);
    expect(await identitiesOf(person.cookie)).toEqual([
      {
        id: expect.any(String) as string,
        provider: 'github',
        label: 'GitHub',
        accountName: nora.email,
        linkedAt: '2026-11-20T12:00:00.000Z',
        canUnlink: true,
      },
    ]);
    const [mail, ...others] = await listEmailsTo(site, person.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: 'sign_in_method_changed' });
    expect(await listEmailsTo(site, nora.email)).toEqual([]);
    await removePassword(person.id);
    const later = new Browser(site);
    await later.signInBy('github', nora);
    expect(await getApi(site, '/session', cookieIn(later))).toMatchObject({ user: { id: person.id } });
  });

  it('is idempotent', async () => {
    const person = await createSignedInUser(site);
    const browser = new Browser(site, person.cookie);
    for (let turn = 0; turn < 2; turn++) {
      expect(outcomeOf(await browser.signInBy('github', nora, '?add=1'))).toBe('linked');
    }
    expect(await identitiesOf(person.cookie)).toHaveLength(1);
    expect(await listEmailsTo(site, person.email)).toHaveLength(1);
  });

  it('is refused if it belongs to another account', async () => {
    await new Browser(site).signInBy('github', nora);
    const person = await createSignedInUser(site);
    const browser = new Browser(site, person.cookie);
    expect(outcomeOf(await browser.signInBy('github', nora, '?add=1'))).toBe('credential-already-in-use');
    expect(await identitiesOf(person.cookie)).toEqual([]);
    expect(await listEmailsTo(site, person.email)).toEqual([]);
  });

  it('requires a session at start and end', async () => {
    expect(outcomeOf(await new Browser(site).open('/sign-in/github?add=1'))).toBe('user-signed-out');
    const person = await createSignedInUser(site);
    const browser = new Browser(site, person.cookie);
    const back = await browser.visit('github', nora, '?add=1');
    await postApi(site, '/logout', {}, { cookie: person.cookie });
    expect(outcomeOf(await browser.open(back))).toBe('user-signed-out');
  });

  it('requires reauthentication', async () => {
    const person = await createSignedInUser(site);
    const browser = new Browser(site, person.cookie);
    now = now.add({ minutes: 6 });
    const refused = await browser.open('/sign-in/github?add=1');
    expect(refused.headers.location).toBe('/dashboard/identities?provider=github&outcome=requires-recent-login');
    expect(await site.db.$client.query('select 1 from authorization_requests')).toMatchObject({ rowCount: 0 });
    await postApi(site, '/session/reauthenticate', { currentPassword: PASSWORD }, { cookie: person.cookie });
    expect(outcomeOf(await browser.signInBy('github', nora, '?add=1'))).toBe('linked');
  });

  it('fails if another user has signed in since', async () => {
    const first = await createSignedInUser(site);
    const second = await createSignedInUser(site);
    const browser = new Browser(site, first.cookie);
    const back = await browser.visit('github', nora, '?add=1');
    for (const pair of second.cookie.split('; ')) browser.cookies.set(...(pair.split('=') as [string, string]));
    expect(outcomeOf(await browser.open(back))).toBe('user-signed-out');
    expect(await identitiesOf(first.cookie)).toEqual([]);
    expect(await identitiesOf(second.cookie)).toEqual([]);
  });
});

describe('unlinking a provider', () => {
  it('ends that sign-in method and sends an email', async () => {
    const person = await createSignedInUser(site);
    await new Browser(site, person.cookie).signInBy('github', nora, '?add=1');
    const [identity] = await identitiesOf(person.cookie);
    const answer = await remove(person.cookie, identity?.id ?? '');
    expect(answer.json()).toEqual({ unlinked: true });
    expect(await identitiesOf(person.cookie)).toEqual([]);
    const subjects = (await listEmailsTo(site, person.email)).map(({ subject }) => subject);
    expect(subjects.filter(subject => subject.startsWith('A sign-in method was removed'))).toHaveLength(1);
    const later = new Browser(site);
    await later.signInBy('github', nora);
    expect(await getApi(site, '/session', cookieIn(later))).not.toMatchObject({ user: { id: person.id } });
    const { rows } = await site.db.$client.query('select type, detail from security_events where user_id = $1', [
      person.id,
    ]);
    expect(rows).toEqual(
      expect.arrayContaining([
        { type: 'sign_in_method_added', detail: 'GitHub' },
        { type: 'sign_in_method_removed', detail: 'GitHub' },
      ]),
    );
  });

  it('is refused for the last sign-in method, also when simultaneous', async () => {
    const browser = new Browser(site);
    await browser.signInBy('google', nora);
    const cookie = cookieIn(browser);
    const [only] = await identitiesOf(cookie);
    expect(only?.canUnlink).toBe(false);
    expectApiError(await remove(cookie, only?.id ?? ''), 'CONFLICT');
    await browser.signInBy('github', nora, '?add=1');
    const both = await identitiesOf(cookieIn(browser));
    expect(both.map(({ canUnlink }) => canUnlink)).toEqual([true, true]);
    const answers = await Promise.all(both.map(({ id }) => remove(cookieIn(browser), id)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expect(await identitiesOf(cookieIn(browser))).toHaveLength(1);
  });

  it('requires reauthentication', async () => {
    const person = await createSignedInUser(site);
    await new Browser(site, person.cookie).signInBy('github', nora, '?add=1');
    const [identity] = await identitiesOf(person.cookie);
    now = now.add({ minutes: 6 });
    const refusal = expectApiError(await remove(person.cookie, identity?.id ?? ''), 'FORBIDDEN');
    expect(Object.keys(refusal.fields)).toEqual(['currentPassword']);
    expect(await identitiesOf(person.cookie)).toHaveLength(1);
  });

  it('counts a passkey as a sign-in method and keeps one of the two', async () => {
    const browser = new Browser(site);
    await browser.signInBy('google', nora);
    const cookie = cookieIn(browser);
    const passkey = (await addPasskey(site, cookie)).json<{ id: string }>();
    const [identity] = await identitiesOf(cookie);
    expect(identity?.canUnlink).toBe(true);
    const answers = await Promise.all([
      remove(cookie, identity?.id ?? ''),
      postApi(site, `/profile/passkeys/${passkey.id}`, {}, { cookie, method: 'DELETE' }),
    ]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    const { items } = await getApi<{ items: unknown[] }>(site, '/profile/passkeys', cookie);
    expect((await identitiesOf(cookie)).length + items.length).toBe(1);
  });

  it('is limited to the user’s own providers and cannot delete the password', async () => {
    const person = await createSignedInUser(site);
    const other = await createSignedInUser(site);
    await new Browser(site, other.cookie).signInBy('github', nora, '?add=1');
    const [identity] = await identitiesOf(other.cookie);
    expectApiError(await remove(person.cookie, identity?.id ?? ''), 'NOT_FOUND');
    expect(await identitiesOf(other.cookie)).toHaveLength(1);
    const { rows } = await site.db.$client.query<{ id: string }>('select id from accounts where user_id = $1', [
      person.id,
    ]);
    expectApiError(await remove(person.cookie, rows[0]?.id ?? ''), 'NOT_FOUND');
  });

  it('requires a session', async () => {
    expectApiError(await requestApi(site, '/profile/linked-accounts'), 'UNAUTHORIZED');
    expectApiError(await postApi(site, '/profile/linked-accounts/x', {}, { method: 'DELETE' }), 'UNAUTHORIZED');
  });
});

describe('fake provider', () => {
  it('identifies itself and runs no scripts', async () => {
    const browser = new Browser(site);
    const choice = await browser.follow(await browser.open('/sign-in/google'), /\/choose\//);
    const answer = await browser.open(choice);
    expect(answer.body).toContain('This isn’t Google.');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(answer.headers['content-security-policy']).not.toContain('script-src');
    const invented = [...answer.body.matchAll(/name="person" value="(\w+)"/g)].map(([, id]) => id);
    expect(invented).toEqual(['verified', 'unverified', 'bare', 'other']);
    const wrong = await browser.open(choice, { form: { person: 'other', name: ' ', email: '' } });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).toContain('Enter a name or an email address.');
  });

  it('is bound to the browser that was sent to it', async () => {
    const browser = new Browser(site);
    const choice = await browser.follow(await browser.open('/sign-in/google'), /\/choose\//);
    expect((await new Browser(site).open(choice)).statusCode).toBe(410);
    expect((await new Browser(site).open(choice, { form: { person: 'verified' } })).statusCode).toBe(410);
    expect((await browser.open(choice)).statusCode).toBe(200);
  });

  it('requires the developer cookie, no proxy and a local host', async () => {
    const url = '/dev/fake-provider/google/.well-known/openid-configuration';
    const cookie = site.developerCookie;
    const ask = (headers: Record<string, string>) => site.http.app.inject({ url, headers });
    expect((await ask({ cookie })).json()).toMatchObject({ issuer: 'http://localhost:5050/dev/fake-provider/google' });
    expect((await ask({})).statusCode).toBe(404);
    expect((await ask({ cookie, 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404);
    expect((await ask({ cookie, host: 'evil.example' })).statusCode).toBe(404);
  });

  it('uses the site’s own address', async () => {
    const url = '/dev/fake-provider/google/.well-known/openid-configuration';
    const answer = await site.http.app.inject({ url, headers: { host: '127.0.0.1:9', cookie: site.developerCookie } });
    expect(answer.body).not.toContain('127.0.0.1');
    expect(answer.json()).toMatchObject({ token_endpoint: 'http://localhost:5050/dev/fake-provider/google/token' });
  });

  it.each([
    ['a password', {}, async () => {}],
    [
      'a passkey',
      {},
      async (person: { id: string; cookie: string }) => {
        expect((await addPasskey(site, person.cookie)).statusCode).toBe(201);
        await removePassword(person.id);
      },
    ],
    ['the owner’s role', { role: 'owner' as const }, async (person: { id: string }) => removePassword(person.id)],
  ])('can’t sign in to an account with %s, by address or by a linked identity', async (_name, row, prepare) => {
    const person = await createSignedInUser(site, { email: nora.email, ...row });
    await prepare(person);
    const byAddress = new Browser(site);
    expect(outcomeOf(await byAddress.signInBy('google', nora))).toBe('fake-provider');
    expect(await getApi(site, '/session', cookieIn(byAddress))).toMatchObject({ user: null });
    expect(await identitiesOf(person.cookie)).toEqual([]);
    expect((await listEmailsTo(site, nora.email)).filter(({ text }) => text?.includes('Google'))).toEqual([]);

    // The signed-in user can link it, but it still can't be used to sign in.
    const adding = new Browser(site, person.cookie);
    expect(outcomeOf(await adding.signInBy('google', nora, '?add=1'))).toBe('linked');
    const byIdentity = new Browser(site);
    expect(outcomeOf(await byIdentity.signInBy('google', { ...nora, email: nora.email }))).toBe('fake-provider');
    expect(await getApi(site, '/session', cookieIn(byIdentity))).toMatchObject({ user: null });
  });
});
