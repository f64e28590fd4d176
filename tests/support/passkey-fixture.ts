import { expect } from 'vitest';
import { postApi } from './api-client.ts';
import { createAuthenticator } from './authenticator.ts';
import { getResponseCookies } from './user-factory.ts';
import type { TestSite } from './test-site.ts';

/** The options of a WebAuthn request. */
export interface PasskeyOptions {
  readonly challenge: string;
  readonly user: { readonly id: string };
  readonly [key: string]: unknown;
}

/** Returns several cookies as one header. */
export const joinCookies = (...cookies: string[]) => cookies.filter(Boolean).join('; ');

/** Requests passkey options from an API path. Returns them with the cookie that the response sets. */
export async function getPasskeyOptions(
  site: TestSite,
  path: string,
  cookie = '',
): Promise<{ options: PasskeyOptions; browser: string }> {
  const answer = await postApi(site, `${path}/options`, {}, { cookie });
  expect(answer.statusCode, answer.body).toBe(200);
  return { options: answer.json<PasskeyOptions>(), browser: getResponseCookies(answer) };
}

/** Adds a passkey to the account of the cookie, and returns the response, whatever its status. */
export async function addPasskey(
  site: TestSite,
  cookie: string,
  authenticator = createAuthenticator(),
  body: object = {},
) {
  const { options, browser } = await getPasskeyOptions(site, '/profile/passkeys', cookie);
  const response = authenticator.register(options);
  return postApi(site, '/profile/passkeys', { response, ...body }, { cookie: joinCookies(cookie, browser) });
}
