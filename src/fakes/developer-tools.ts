import type { IncomingHttpHeaders } from 'node:http';
import { createCookieJar } from '#platform/http/cookies.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { isLoopbackHost } from '#platform/http/foreign-host.ts';
import { isEqualConstantTime, createToken } from '#platform/tokens.ts';

/** 30 days in seconds; a restart ends the access earlier. */
const COOKIE_LIFETIME = 30 * 86_400;

const COOKIE = 'developer';

/** Headers that proxies add: a request with one of them may come from anywhere. */
const PROXY_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|cdn-loop|(?:.+-)?(?:client|real|connecting)-?ip)$/;

/** Creates the developer tools of a local site; each start has a new secret. */
export function createDeveloperTools(siteUrl: string): DeveloperTools {
  const token = createToken();
  const cookieJar = createCookieJar(undefined, siteUrl);
  cookieJar.set(COOKIE, token, COOKIE_LIFETIME);
  return {
    token,
    ownHeaders: {
      cookie: cookieJar.headers.map(header => header.slice(0, header.indexOf(';'))).join('; '),
      'sec-fetch-site': 'same-origin',
    },
    allows: headers =>
      isDirect(headers) && isEqualConstantTime(createCookieJar(headers.cookie, siteUrl).get(COOKIE) ?? '', token),
    grant(headers, cookies) {
      if (!isDirect(headers)) return false;
      cookies.set(COOKIE, token, COOKIE_LIFETIME);
      return true;
    },
  };
}

/** Returns whether a request names this machine as its host and no proxy passed it on. */
export function isDirect(headers: IncomingHttpHeaders): boolean {
  return isLoopbackHost(headers.host) && !Object.keys(headers).some(name => PROXY_HEADER.test(name));
}
