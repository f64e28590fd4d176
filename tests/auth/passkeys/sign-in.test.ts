import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectApiError, getApi, postApi } from '../../support/api-client.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { addPasskey, getPasskeyOptions } from '../../support/passkey-fixture.ts';
import { createSignedInUser, getResponseCookies, deleteAllUsers } from '../../support/user-factory.ts';
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
const signIn = (response: object, browser: string) =>
  postApi(site, '/login/passkey', { response }, { cookie: browser });
const whoIs = async (answer: LightMyRequestResponse) =>
  (await getApi<{ user: { id: string } | null }>(site, '/session', getResponseCookies(answer))).user?.id ?? null;

describe('signing in with a passkey', () => {
  it('uses a discoverable credential and needs no second factor', async () => {
    const grace = await createTwoFactorUser(site, now);
    const authenticator = createAuthenticator();
    await addPasskey(site, grace.cookie, authenticator);
    const { options, browser } = await getPasskeyOptions(site, '/login/passkey');
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials');
    now = now.add({ minutes: 1 });
    const answer = await signIn(authenticator.signIn(options), browser);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ user: { id: grace.id }, expiresAt: '2026-11-27T12:01:00Z' });
    expect(await whoIs(answer)).toBe(grace.id);
    expect(await rows("sessions where sign_in_method = 'passkey'")).toHaveLength(1);
    expect(await rows('passkeys')).toMatchObject([{ sign_count: 1, last_used_at: new Date('2026-11-20T12:01:00Z') }]);
    expect(await rows('security_events order by id desc limit 1')).toMatchObject([
      { type: 'signed_in', detail: 'passkey', user_id: grace.id },
    ]);
  });

  it('works in two tabs of one browser', async () => {
    const grace = await createSignedInUser(site);
    const authenticator = createAuthenticator();
    await addPasskey(site, grace.cookie, authenticator);
    const first = await getPasskeyOptions(site, '/login/passkey');
    const second = await getPasskeyOptions(site, '/login/passkey', first.browser);
    expect(second.browser).toBe(first.browser);
    expect((await signIn(authenticator.signIn(first.options), second.browser)).statusCode).toBe(200);
    expect((await signIn(authenticator.signIn(second.options), second.browser)).statusCode).toBe(200);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another relying party', { relyingParty: 'evil.example' }],
    ['no user verification', { verified: false }],
    ['a registration', { type: 'webauthn.create' }],
    ['a lower counter, as from a cloned authenticator', { counter: 0 }],
    ['another user’s handle', { userHandle: 'c29tZWJvZHk' }],
  ])('is refused and logged for a response with %s', async (_case, forged) => {
    const grace = await createSignedInUser(site);
    const authenticator = createAuthenticator();
    await addPasskey(site, grace.cookie, authenticator);
    const used = await getPasskeyOptions(site, '/login/passkey');
    expect((await signIn(authenticator.signIn(used.options), used.browser)).statusCode).toBe(200);
    const { options, browser } = await getPasskeyOptions(site, '/login/passkey');
    const answer = await signIn(authenticator.signIn(options, forged), browser);
    expectApiError(answer, 'UNAUTHORIZED');
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(await rows('sessions')).toHaveLength(2);
    expect(await rows('passkeys')).toMatchObject([{ sign_count: 1 }]);
    expect(await rows('security_events order by id desc limit 1')).toMatchObject([
      { type: 'sign_in_failed', user_id: grace.id },
    ]);
  });

  it('is refused with another key’s signature', async () => {
    const grace = await createSignedInUser(site);
    const authenticator = createAuthenticator();
    await addPasskey(site, grace.cookie, authenticator);
    const thief = createAuthenticator();
    const { options, browser } = await getPasskeyOptions(site, '/login/passkey');
    thief.register({ challenge: 'x', user: { id: Buffer.from(grace.id).toString('base64url') } });
    const response = { ...thief.signIn(options), id: authenticator.id, rawId: authenticator.id };
    expectApiError(await signIn(response, browser), 'UNAUTHORIZED');
  });

  it('accepts one of many simultaneous uses of a signature', async () => {
    const grace = await createSignedInUser(site);
    const authenticator = createAuthenticator();
    await addPasskey(site, grace.cookie, authenticator);
    const { options, browser } = await getPasskeyOptions(site, '/login/passkey');
    const response = authenticator.signIn(options);
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(response, browser)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(7);
  });

  it('requires the requesting browser within five minutes', async () => {
    const grace = await createSignedInUser(site);
    const authenticator = createAuthenticator();
    await addPasskey(site, grace.cookie, authenticator);
    const { options, browser } = await getPasskeyOptions(site, '/login/passkey');
    const other = await getPasskeyOptions(site, '/login/passkey');
    expectApiError(await signIn(authenticator.signIn(options), ''), 'GONE');
    expectApiError(await signIn(authenticator.signIn(options), other.browser), 'GONE');
    now = now.add({ minutes: 5 });
    expectApiError(await signIn(authenticator.signIn(options), browser), 'GONE');
  });

  it('is refused for disabled accounts and deleted passkeys', async () => {
    const grace = await createSignedInUser(site);
    const authenticator = createAuthenticator();
    const { id } = (await addPasskey(site, grace.cookie, authenticator)).json<{ id: string }>();
    await site.db.$client.query('update users set disabled_at = now()');
    const first = await getPasskeyOptions(site, '/login/passkey');
    expectApiError(await signIn(authenticator.signIn(first.options), first.browser), 'FORBIDDEN');
    await site.db.$client.query('update users set disabled_at = null');
    const removed = await postApi(site, `/profile/passkeys/${id}`, {}, { cookie: grace.cookie, method: 'DELETE' });
    expect(removed.json()).toEqual({ removed: true });
    const second = await getPasskeyOptions(site, '/login/passkey');
    const answer = await signIn(authenticator.signIn(second.options), second.browser);
    expect(expectApiError(answer, 'UNAUTHORIZED').message).toMatch(/^This passkey isn’t registered here/);
    expect(await rows('sessions')).toHaveLength(1);
  });

  it('is limited to ten attempts a minute per network', async () => {
    const authenticator = createAuthenticator();
    const { options, browser } = await getPasskeyOptions(site, '/login/passkey');
    for (let tried = 0; tried < 10; tried++) {
      expect((await signIn(authenticator.signIn({ challenge: 'x' }, { userHandle: 'x' }), browser)).statusCode).toBe(
        410,
      );
    }
    expectApiError(await signIn(authenticator.signIn(options, { userHandle: 'x' }), browser), 'TOO_MANY_REQUESTS');
  });

  it.each([{}, { response: {} }, { response: { id: '!', rawId: 'x', type: 'public-key', response: {} } }])(
    'rejects %j',
    async body => {
      expectApiError(await postApi(site, '/login/passkey', body), 'BAD_REQUEST');
    },
  );
});
