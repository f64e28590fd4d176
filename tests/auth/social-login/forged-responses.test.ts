import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#shared/paths.ts';
import { requestApi, getApi } from '../../support/api-client.ts';
import { type ForgingProvider, startForgingProvider } from '../../support/forging-oidc-provider.ts';
import { createSignedInUser, deleteAllUsers } from '../../support/user-factory.ts';
import { Browser } from '../../support/social-login-browser.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

// A public site with one configured provider that forges tokens in every possible way.

const SITE = 'https://site.example';
const SECRET = 'planted-secret';

let site: TestSite;
let provider: ForgingProvider;
let now: Temporal.Instant;
beforeAll(async () => {
  provider = await startForgingProvider('this-site');
  const { issuer } = provider;
  const others = [{ name: 'work', label: 'Work', issuer, clientId: 'this-site', clientSecret: SECRET }];
  site = await createTestSite({
    pages: true,
    now: () => now,
    environment: { SITE_URL: SITE, OIDC_PROVIDERS: JSON.stringify(others) },
  });
});
beforeEach(async () => {
  now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  provider.forge = {};
  await deleteAllUsers(site.db);
});
afterAll(async () => {
  await site.close();
  await provider.close();
});

async function rows(table: string): Promise<Record<string, unknown>[]> {
  return (await site.db.$client.query<Record<string, unknown>>(`select * from ${table}`)).rows;
}

/** Starts a sign-in and returns the callback URL after the provider has authorized it. */
async function startSignIn(browser: Browser, query = ''): Promise<URL> {
  const answer = await browser.open(paths.socialLogin('work') + query);
  expect(answer.statusCode).toBe(303);
  return provider.authorize(String(answer.headers.location));
}

/**
 * Expects that no one is signed in, nothing is stored, and the message only says that the response can't be trusted.
 */
async function expectRefused(browser: Browser, back: URL): Promise<void> {
  const answer = await browser.open(back.href);
  const { location } = answer.headers;
  if (answer.statusCode === 303)
    expect(new URL(String(location), SITE).searchParams.get('outcome')).toBe('invalid-credential');
  else {
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('"outcome":"invalid-credential"');
  }
  expect([...browser.cookies.keys()]).not.toContain('__Host-session');
  for (const table of ['users', 'accounts', 'sessions', 'registrations', 'emails'])
    expect(await rows(table)).toEqual([]);
}

describe('provider response', () => {
  it('signs in with a secure host cookie', async () => {
    const browser = new Browser(site);
    const answer = await browser.open((await startSignIn(browser)).href);
    expect(answer.headers.location).toBe('/dashboard');
    expect(String(answer.headers['set-cookie'])).toMatch(/__Host-session=[\w-]{43};[^,]*Secure/);
    expect(await rows('accounts')).toMatchObject([{ provider: 'work', provider_account_id: 'person-1' }]);
  });

  it.each<[string, ForgingProvider['forge']]>([
    ['for another nonce', { claims: { nonce: 'of-somebody-else' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['from another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['for another audience', { claims: { aud: 'another-site' } }],
    ['for several audiences, but issued to another', { claims: { aud: ['this-site', 'x'], azp: 'x' } }],
    ['signed with a foreign key', { foreignKey: true }],
    ['without a signature', { unsigned: true }],
    ['expired', { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } }],
    ['without a subject', { claims: { sub: undefined } }],
  ])('with %s doesn’t sign anyone in', async (_name, forge) => {
    const browser = new Browser(site);
    const back = await startSignIn(browser);
    const before = provider.exchanges;
    provider.forge = forge;
    await expectRefused(browser, back);
    expect(provider.exchanges, 'the token was requested').toBe(before + 1);
  });

  it('with a server error is reported as such', async () => {
    const browser = new Browser(site);
    const back = await startSignIn(browser);
    provider.forge = { status: 503 };
    const answer = await browser.open(back.href);
    expect(answer.headers.location).toContain('outcome=network-request-failed');
    expect(await rows('users')).toEqual([]);
  });

  it.each([
    ['no claim', undefined],
    ['a string', 'true'],
    ['no', false],
  ])('with %s as email_verified links no account', async (_name, verified) => {
    const holder = await createSignedInUser(site, { email: 'nora@mail.example' });
    provider.forge = { claims: { email_verified: verified } };
    const browser = new Browser(site);
    const answer = await browser.open((await startSignIn(browser)).href);
    expect(answer.headers.location).toContain('outcome=email-already-in-use');
    expect(await rows('accounts')).toMatchObject([{ provider: 'password', user_id: holder.id }]);
    expect(browser.cookies.has('__Host-session')).toBe(false);
  });
});

describe('callback', () => {
  it('with another state is refused without contacting the provider', async () => {
    const browser = new Browser(site);
    const back = await startSignIn(browser);
    const before = provider.exchanges;
    back.searchParams.set('state', 'x'.repeat(43));
    await expectRefused(browser, back);
    back.searchParams.delete('state');
    await expectRefused(browser, back);
    expect(provider.exchanges).toBe(before);
  });

  it('works once', async () => {
    const browser = new Browser(site);
    const back = await startSignIn(browser);
    const savedCookies = new Map(browser.cookies);
    await browser.open(back.href);
    await site.db.$client.query('delete from users');
    const again = new Browser(site);
    for (const [name, value] of savedCookies) again.cookies.set(name, value);
    await expectRefused(again, back);
  });

  it('is bound to the browser that started it (login CSRF)', async () => {
    const attacker = new Browser(site);
    const back = await startSignIn(attacker);
    const before = provider.exchanges;
    await expectRefused(new Browser(site), back);
    const busy = new Browser(site);
    await startSignIn(busy);
    await expectRefused(busy, back);
    expect(provider.exchanges).toBe(before);
  });

  it('expires after ten minutes', async () => {
    const browser = new Browser(site);
    const back = await startSignIn(browser);
    now = now.add({ seconds: 600 });
    await expectRefused(browser, back);
  });

  it('is bound to its provider, one at a time', async () => {
    const browser = new Browser(site);
    const first = await startSignIn(browser);
    const second = await startSignIn(browser);
    await expectRefused(browser, first);
    expect((await browser.open(second.href)).headers.location).toBe('/dashboard');
  });

  it('with another issuer is refused (RFC 9207)', async () => {
    const browser = new Browser(site);
    const back = await startSignIn(browser);
    back.searchParams.set('iss', 'https://accounts.google.com');
    await expectRefused(browser, back);
  });

  it('signs in once for two simultaneous requests', async () => {
    const browser = new Browser(site);
    const back = await startSignIn(browser);
    await Promise.all([browser.open(back.href), browser.open(back.href)]);
    expect(await rows('sessions')).toHaveLength(1);
    expect(await rows('users')).toHaveLength(1);
  });

  it('redirects only to pages of this site', async () => {
    for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const browser = new Browser(site);
      const back = await startSignIn(browser, `?next=${encodeURIComponent(next)}`);
      expect((await browser.open(back.href)).headers.location).toBe('/dashboard');
    }
    const browser = new Browser(site);
    const back = await startSignIn(browser, '?next=%2Fdashboard%2Forders');
    expect((await browser.open(back.href)).headers.location).toBe('/dashboard/orders');
  });
});

describe('sign-in request', () => {
  it('cannot be started by another site', async () => {
    for (const from of ['cross-site', 'same-site']) {
      const answer = await new Browser(site).open(paths.socialLogin('work'), { headers: { 'sec-fetch-site': from } });
      expect(answer.statusCode).toBe(403);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
    expect(await rows('authorization_requests')).toEqual([]);
  });

  it('carries PKCE, state and nonce and keeps their secrets private', async () => {
    const browser = new Browser(site);
    const answer = await browser.open(paths.socialLogin('work'));
    const { searchParams, origin } = new URL(String(answer.headers.location));
    expect(origin).toBe(provider.issuer);
    expect(searchParams.get('response_type')).toBe('code');
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(searchParams.get('nonce')).toMatch(/^[\w-]{43}$/);
    expect(searchParams.get('redirect_uri')).toBe(`${SITE}/sign-in/work/callback`);
    const [stored] = await rows('authorization_requests');
    expect(answer.headers.location).not.toContain(stored?.code_verifier);
    expect(JSON.stringify(stored)).not.toContain(searchParams.get('state'));
    expect(JSON.stringify(stored)).not.toContain(browser.cookies.get('__Host-authorization'));
    expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly; Secure; SameSite=Lax/);
  });

  it('is rate-limited by network', async () => {
    const browser = new Browser(site);
    for (let turn = 0; turn < 30; turn++) await startSignIn(browser);
    const answer = await browser.open(paths.socialLogin('work'));
    expect(answer.headers.location).toContain('outcome=too-many-requests');
    await startSignIn(new Browser(site));
  });
});

describe('public site', () => {
  it('offers only configured providers and no fakes', async () => {
    expect(await getApi(site, '/social-login/providers')).toEqual({
      siteUrl: SITE,
      providers: [{ name: 'work', label: 'Work', isFake: false }],
    });
    for (const path of ['/sign-in/google', '/sign-in/google/callback?code=x&state=y', '/sign-in/nobody']) {
      expect((await new Browser(site).open(path)).statusCode, path).toBe(404);
    }
    for (const path of [
      '/dev/fake-provider/google/.well-known/openid-configuration',
      '/dev/fake-provider/google/choose/x',
    ]) {
      expect((await new Browser(site).open(path)).statusCode, path).toBe(404);
    }
  });

  it('keeps secrets, codes and states out of logs, responses and tables', async () => {
    const browser = new Browser(site);
    const back = await startSignIn(browser);
    await browser.open(back.href);
    for (const secret of [SECRET, back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '']) {
      expect(site.log.text()).not.toContain(secret);
    }
    expect((await requestApi(site, '/social-login/providers')).body).not.toContain(SECRET);
  });
});

describe('popup result page', () => {
  const CHANNEL = `popup-${'0'.repeat(36)}`;

  it('posts the outcome only to its own origin and runs only its own script', async () => {
    const browser = new Browser(site);
    const answer = await browser.open((await startSignIn(browser, `?channel=${CHANNEL}`)).href);
    expect(answer.statusCode).toBe(200);
    const result = JSON.parse(/id="result">([^<]*)</.exec(answer.body)?.[1] ?? '') as object;
    expect(result).toEqual({
      message: { kind: 'sign-in-by-provider', provider: 'work', outcome: 'signed_in' },
      origin: SITE,
      channel: CHANNEL,
      to: '/dashboard',
    });
    expect(answer.body).toContain('postMessage(message, origin)');
    expect(answer.body).not.toMatch(/postMessage\([^)]*'\*'/);
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src/,
    );
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['cross-origin-opener-policy']).toBe('unsafe-none');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
  });

  it('ignores invalid channel names', async () => {
    const browser = new Browser(site);
    const query = `?channel=${encodeURIComponent('</script><script>alert(1)</script>')}`;
    const answer = await browser.open((await startSignIn(browser, query)).href);
    expect(answer.statusCode).toBe(303);
  });
});
