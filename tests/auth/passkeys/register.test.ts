import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteExpiredRows } from '#features/auth/queries.ts';
import { expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { addPasskey, getPasskeyOptions, joinCookies, type PasskeyOptions } from '../../support/passkey-fixture.ts';
import { createSignedInUser, deleteAllUsers, PASSWORD } from '../../support/user-factory.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';
import { createTwoFactorUser } from '../../support/two-factor-fixture.ts';

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

async function rows(table: string): Promise<Record<string, unknown>[]> {
  return (await site.db.$client.query<Record<string, unknown>>(`select * from ${table}`)).rows;
}
const list = (cookie: string) =>
  getApi<{ isSupported: boolean; items: { id: string; name: string }[] }>(site, '/profile/passkeys', cookie);

describe('registering a passkey', () => {
  it('requests a discoverable credential with user verification', async () => {
    const grace = await createSignedInUser(site);
    const { options, browser } = await getPasskeyOptions(site, '/profile/passkeys', grace.cookie);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: grace.email, displayName: grace.name, id: Buffer.from(grace.id).toString('base64url') },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(browser).toMatch(/^passkey-5050=[\w-]{43}$/);
    const [challenge] = await rows('passkey_challenges');
    expect(challenge).toMatchObject({ challenge: options.challenge, user_id: grace.id });
    expect(JSON.stringify(challenge)).not.toContain(browser.split('=')[1]);
  });

  it('stores and lists it under its name and notifies its user by email', async () => {
    const grace = await createSignedInUser(site);
    expect(await list(grace.cookie)).toEqual({ isSupported: true, items: [] });
    const answer = await addPasskey(site, grace.cookie, undefined, { name: 'Work laptop' });
    expect(answer.statusCode).toBe(201);
    const passkey = answer.json<{ id: string }>();
    expect(passkey).toEqual({
      id: passkey.id,
      name: 'Work laptop',
      synced: false,
      createdAt: '2026-11-20T12:00:00.000Z',
      lastUsedAt: null,
    });
    expect(await list(grace.cookie)).toEqual({ isSupported: true, items: [passkey] });
    const [mail, ...more] = await listEmailsTo(site, grace.email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('the passkey “Work laptop” was added');
    expect(await rows('security_events order by id')).toMatchObject([
      { type: 'signed_in' },
      { type: 'sign_in_method_added', detail: 'the passkey “Work laptop”' },
    ]);
    expect(await rows('passkey_challenges')).toEqual([]);
  });

  it('uses a default name and excludes registered authenticators', async () => {
    const grace = await createSignedInUser(site);
    const authenticator = createAuthenticator();
    expect((await addPasskey(site, grace.cookie, authenticator)).json()).toMatchObject({ name: 'Passkey' });
    const { options } = await getPasskeyOptions(site, '/profile/passkeys', grace.cookie);
    expect(options.excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ]);
    expectApiError(await addPasskey(site, grace.cookie, authenticator), 'CONFLICT');
    const eve = await createSignedInUser(site);
    expectApiError(await addPasskey(site, eve.cookie, authenticator), 'CONFLICT');
    expect((await list(eve.cookie)).items).toEqual([]);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['the same host on another port', { origin: 'http://localhost:5051' }],
    ['another relying party', { relyingParty: 'evil.example' }],
    ['no user verification', { verified: false }],
    ['a sign-in', { type: 'webauthn.get' }],
  ])('is refused with %s', async (_case, forged) => {
    const grace = await createSignedInUser(site);
    const { options, browser } = await getPasskeyOptions(site, '/profile/passkeys', grace.cookie);
    const response = createAuthenticator().register(options, forged);
    const answer = await postApi(
      site,
      '/profile/passkeys',
      { response },
      { cookie: joinCookies(grace.cookie, browser) },
    );
    expectApiError(answer, 'BAD_REQUEST');
    expect(await rows('passkeys')).toEqual([]);
    expect(await listEmailsTo(site, grace.email)).toEqual([]);
  });

  it('requires this user’s challenge in this browser, within five minutes, once', async () => {
    const grace = await createSignedInUser(site);
    const eve = await createSignedInUser(site);
    const mine = await getPasskeyOptions(site, '/profile/passkeys', grace.cookie);
    const hers = await getPasskeyOptions(site, '/profile/passkeys', eve.cookie);
    const open = await getPasskeyOptions(site, '/login/passkey');
    const post = (options: PasskeyOptions, cookie: string) =>
      postApi(site, '/profile/passkeys', { response: createAuthenticator().register(options) }, { cookie });
    expectApiError(await post(hers.options, joinCookies(grace.cookie, hers.browser)), 'GONE');
    expectApiError(
      await post({ ...open.options, user: mine.options.user }, joinCookies(grace.cookie, open.browser)),
      'GONE',
    );
    expectApiError(await post(mine.options, grace.cookie), 'GONE');
    expectApiError(await post(mine.options, joinCookies(grace.cookie, hers.browser)), 'GONE');
    expectApiError(await post({ ...mine.options, challenge: 'x' }, joinCookies(grace.cookie, mine.browser)), 'GONE');
    expect((await post(mine.options, joinCookies(grace.cookie, mine.browser))).statusCode).toBe(201);
    expectApiError(await post(mine.options, joinCookies(grace.cookie, mine.browser)), 'GONE');
    const late = await getPasskeyOptions(site, '/profile/passkeys', grace.cookie);
    now = now.add({ minutes: 5 });
    expectApiError(await post(late.options, joinCookies(grace.cookie, late.browser)), 'GONE');
    expect(await rows('passkeys')).toHaveLength(1);
  });

  it('requires reauthentication and is limited to twenty', async () => {
    const grace = await createSignedInUser(site);
    for (let made = 0; made < 20; made++) expect((await addPasskey(site, grace.cookie)).statusCode).toBe(201);
    expectApiError(await postApi(site, '/profile/passkeys/options', {}, { cookie: grace.cookie }), 'CONFLICT');
    now = now.add({ minutes: 6 });
    const stale = await postApi(site, '/profile/passkeys/options', {}, { cookie: grace.cookie });
    expect(expectApiError(stale, 'FORBIDDEN').fields).toHaveProperty('currentPassword');
    expectApiError(await postApi(site, '/profile/passkeys/options', {}), 'UNAUTHORIZED');
  });
});

describe('passkey list', () => {
  it('allows only its user to rename and delete, deleting after reauthentication', async () => {
    const grace = await createSignedInUser(site);
    const eve = await createSignedInUser(site);
    const { id } = (await addPasskey(site, grace.cookie)).json<{ id: string }>();
    const change = (method: 'PATCH' | 'DELETE', cookie: string, body: object = {}) =>
      postApi(site, `/profile/passkeys/${id}`, body, { cookie, method });
    expectApiError(await change('PATCH', eve.cookie, { name: 'Mine' }), 'NOT_FOUND');
    expectApiError(await change('DELETE', eve.cookie), 'NOT_FOUND');
    expect(expectApiError(await change('PATCH', grace.cookie, { name: ' ' }), 'BAD_REQUEST').fields).toEqual({
      name: 'Name is required',
    });
    expect((await change('PATCH', grace.cookie, { name: ' Phone ' })).json()).toMatchObject({ id, name: 'Phone' });
    expect((await list(grace.cookie)).items).toMatchObject([{ name: 'Phone' }]);
    now = now.add({ minutes: 6 });
    expectApiError(await change('DELETE', grace.cookie), 'FORBIDDEN');
    now = start;
    expect((await change('DELETE', grace.cookie)).statusCode).toBe(200);
    expectApiError(await change('DELETE', grace.cookie), 'NOT_FOUND');
    const subjects = (await listEmailsTo(site, grace.email)).map(({ subject }) => subject).join('\n');
    expect(subjects).toMatch(/was added/);
    expect(subjects).toMatch(/was removed/);
  });

  it('keeps the last sign-in method despite simultaneous deletions', async () => {
    const grace = await createSignedInUser(site);
    const ids = [await addPasskey(site, grace.cookie), await addPasskey(site, grace.cookie)].map(
      answer => answer.json<{ id: string }>().id,
    );
    await site.db.$client.query('delete from accounts where user_id = $1', [grace.id]);
    const remove = (id: string) =>
      postApi(site, `/profile/passkeys/${id}`, {}, { cookie: grace.cookie, method: 'DELETE' });
    const answers = await Promise.all(ids.map(remove));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    const [left, ...others] = (await list(grace.cookie)).items;
    expect(others).toEqual([]);
    expectApiError(await remove(left?.id ?? ''), 'CONFLICT');
    expect((await list(grace.cookie)).items).toHaveLength(1);
  });
});

it('deletes expired challenges and pending sign-ins', async () => {
  const { email } = await createTwoFactorUser(site, now);
  await postApi(site, '/login', { email, password: PASSWORD });
  await getPasskeyOptions(site, '/login/passkey');
  const left = async () => [(await rows('passkey_challenges')).length, (await rows('two_factor_challenges')).length];
  const drop = async () => {
    await deleteExpiredRows(site.db, now);
    return left();
  };
  expect(await drop()).toEqual([1, 1]);
  now = now.add({ minutes: 5 });
  expect(await drop()).toEqual([0, 1]);
  now = now.add({ minutes: 5 });
  expect(await drop()).toEqual([0, 0]);
});

it('is unavailable on a site at an IP address', async () => {
  const numbered = await createTestSite({ environment: { SITE_URL: 'http://192.0.2.7:5050' } });
  try {
    const grace = await createSignedInUser(numbered);
    expect(await getApi(numbered, '/profile/passkeys', grace.cookie)).toEqual({ isSupported: false, items: [] });
    for (const [path, cookie] of [
      ['/login/passkey/options', ''],
      ['/profile/passkeys/options', grace.cookie],
    ] as const) {
      const refused = expectApiError(await postApi(numbered, path, {}, { cookie }), 'NOT_FOUND');
      expect(refused.message).toMatch(/^Passkeys require a domain name/);
    }
  } finally {
    await numbered.close();
  }
});
