import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ProviderSettings } from '../rules/providers.ts';
import { createProviderClient } from './provider-client.ts';
import { ProviderError } from './provider-error.ts';

const checks = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) };
const REDIRECT = 'https://site.example/sign-in/x/callback';

const settings = (kind: 'github' | 'facebook'): ProviderSettings => ({
  name: kind,
  label: kind,
  kind,
  issuer: '',
  clientId: 'our-id',
  clientSecret: 'our-secret',
  isFake: false,
});

interface Sent {
  readonly address: string;
  readonly method: string;
  readonly body: string;
  readonly authorization: string | null;
}

/** Fakes a network with these responses and records the requests. */
function network(answers: Record<string, object | number>) {
  const sent: Sent[] = [];
  const fetch = async (
    address: string,
    options: { method: string; headers: Record<string, string>; body?: unknown },
  ) => {
    const authorization = new Headers(options.headers).get('authorization');
    sent.push({
      address,
      method: options.method,
      body: options.body instanceof URLSearchParams ? options.body.toString() : '',
      authorization,
    });
    const answer = answers[address];
    if (answer === undefined) throw new TypeError('fetch failed');
    if (typeof answer === 'number') return new Response('{}', { status: answer });
    return Response.json(answer);
  };
  return { fetch, sent };
}

const callback = (query: Record<string, string>) =>
  new URL(`${REDIRECT}?${String(new URLSearchParams({ state: checks.state, ...query }))}`);

const gitHub = {
  'https://github.com/login/oauth/access_token': { access_token: 'opaque', token_type: 'bearer', scope: 'user:email' },
  'https://api.github.com/user': { id: 42, login: 'nora', name: 'Nora Lindqvist', email: 'typed@mail.example' },
  'https://api.github.com/user/emails': [
    { email: 'old@mail.example', primary: false, verified: true },
    { email: 'nora@mail.example', primary: true, verified: true },
  ],
};
const facebook = {
  'https://graph.facebook.com/v24.0/oauth/access_token': { access_token: 'opaque', token_type: 'bearer' },
  'https://graph.facebook.com/v24.0/me?fields=id,name,email': { id: '77', name: 'Nora', email: 'nora@mail.example' },
};

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'it worked',
    (reason: unknown) => reason,
  );
  return error instanceof ProviderError ? error.code : String(error);
}

describe('GitHub', () => {
  it('requests PKCE, a state and only the identity scopes', async () => {
    const { fetch } = network(gitHub);
    const address = await createProviderClient({ ...settings('github'), fetch }).authorizationUrl(REDIRECT, checks);
    expect(address.origin + address.pathname).toBe('https://github.com/login/oauth/authorize');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'our-id',
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'read:user user:email',
      state: checks.state,
      code_challenge: createHash('sha256').update(checks.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
  });

  it('returns the primary address and whether it is verified, not the one on the profile', async () => {
    const { fetch, sent } = network(gitHub);
    const client = createProviderClient({ ...settings('github'), fetch });
    expect(await client.profile(callback({ code: 'c' }), checks)).toEqual({
      subject: '42',
      name: 'Nora Lindqvist',
      email: 'nora@mail.example',
      emailVerified: true,
    });
    const [exchange, ...profileRequests] = sent;
    expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: REDIRECT,
      code_verifier: checks.codeVerifier,
      client_id: 'our-id',
      client_secret: 'our-secret',
    });
    expect(profileRequests.map(({ authorization }) => authorization)).toEqual(['Bearer opaque', 'Bearer opaque']);
  });

  it.each([
    ['not verified', [{ email: 'nora@mail.example', primary: true, verified: false }], 'nora@mail.example', false],
    ['none that is primary', [{ email: 'nora@mail.example', primary: false, verified: true }], undefined, false],
    ['none', [], undefined, false],
  ])('with an address that is %s does not verify the email', async (_name, addresses, email, emailVerified) => {
    const { fetch } = network({ ...gitHub, 'https://api.github.com/user/emails': addresses });
    const profile = await createProviderClient({ ...settings('github'), fetch }).profile(
      callback({ code: 'c' }),
      checks,
    );
    expect(profile).toMatchObject({ email, emailVerified });
  });

  it.each<[string, Record<string, object | number>, string]>([
    [
      'refuses the code',
      { 'https://github.com/login/oauth/access_token': { error: 'bad_verification_code' } },
      'invalid-credential',
    ],
    ['does not let us read', { 'https://api.github.com/user': 403 }, 'invalid-credential'],
    ['is in trouble', { 'https://api.github.com/user': 502 }, 'network-request-failed'],
    ['answers something else', { 'https://api.github.com/user': { id: 'x' } }, 'invalid-credential'],
  ])('rejects a provider that %s', async (_name, answers, code) => {
    const { fetch } = network({ ...gitHub, ...answers });
    const client = createProviderClient({ ...settings('github'), fetch });
    expect(await failure(client.profile(callback({ code: 'c' }), checks))).toBe(code);
  });

  it("reports a provider that can't be reached", async () => {
    const client = createProviderClient({ ...settings('github'), fetch: network({}).fetch });
    expect(await failure(client.profile(callback({ code: 'c' }), checks))).toBe('network-request-failed');
  });

  it('rejects a different state without a request', async () => {
    const { fetch, sent } = network(gitHub);
    const client = createProviderClient({ ...settings('github'), fetch });
    const back = callback({ code: 'c', state: 'x'.repeat(43) });
    expect(await failure(client.profile(back, checks))).toBe('invalid-credential');
    expect(sent).toEqual([]);
  });
});

describe('Facebook', () => {
  it('returns an address as unverified', async () => {
    const { fetch } = network(facebook);
    const client = createProviderClient({ ...settings('facebook'), fetch });
    const address = await client.authorizationUrl(REDIRECT, checks);
    expect(address.searchParams.get('scope')).toBe('public_profile email');
    expect(await client.profile(callback({ code: 'c' }), checks)).toEqual({
      subject: '77',
      name: 'Nora',
      email: 'nora@mail.example',
      emailVerified: false,
    });
  });

  it('returns no address if the user withholds it', async () => {
    const { fetch } = network({
      ...facebook,
      'https://graph.facebook.com/v24.0/me?fields=id,name,email': { id: '77' },
    });
    const client = createProviderClient({ ...settings('facebook'), fetch });
    expect(await client.profile(callback({ code: 'c' }), checks)).toMatchObject({ email: undefined, name: undefined });
  });

  it('reports that the user refused', async () => {
    const { fetch } = network(facebook);
    const client = createProviderClient({ ...settings('facebook'), fetch });
    const back = callback({ error: 'access_denied', error_reason: 'user_denied' });
    expect(await failure(client.profile(back, checks))).toBe('access-denied');
  });
});
