import { expect } from 'vitest';
import { postApi } from './api-client.ts';
import { createAuthenticator } from './authenticator.ts';
import { getResponseCookies } from './user-factory.ts';
import type { TestSite } from './test-site.ts';

/** What an authenticator is asked with. */
export interface PasskeyOptions {
  readonly challenge: string;
  readonly user: { readonly id: string };
  readonly [key: string]: unknown;
}

/** Several cookies as one header. */
export const joinCookies = (...cookies: string[]) => cookies.filter(Boolean).join('; ');

/** Asks for the options at a path of the API, which come with a cookie for the browser. */
export async function getPasskeyOptions(
  site: TestSite,
  path: string,
  cookie = '',
): Promise<{ options: PasskeyOptions; browser: string }> {
  const answer = await postApi(site, `${path}/options`, {}, { cookie });
  expect(answer.statusCode, answer.body).toBe(200);
  return { options: answer.json<PasskeyOptions>(), browser: getResponseCookies(answer) };
}

/** Adds a passkey for whoever has the cookie, whatever comes of it. */
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
