import { describe, expect, it } from 'vitest';
import { createCookieJar } from '#platform/http/cookies.ts';
import { createDeveloperTools, isDirect } from './developer-tools.ts';

describe('isDirect', () => {
  it.each([
    ['localhost', true],
    ['localhost:5050', true],
    ['LOCALHOST:5050', true],
    ['127.0.0.1:5050', true],
    ['127.9.8.7', true],
    ['[::1]:5050', true],
    ['rebind.example', false],
    ['rebind.example:5050', false],
    ['localhost.example.org', false],
    ['127.0.0.1.example.org', false],
    ['127.0.0.1@example.org', false],
    ['localhost:5050@example.org', false],
    ['192.168.1.20:5050', false],
    ['[::2]', false],
    ['', false],
    [undefined, false],
  ])('host %s: %s', (host, direct) => {
    expect(isDirect(host === undefined ? {} : { host })).toBe(direct);
  });

  it.each([
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-forwarded-port',
    'x-forwarded',
    'forwarded',
    'via',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'client-ip',
    'cf-connecting-ip',
    'true-client-ip',
    'fastly-client-ip',
    'fly-client-ip',
    'x-azure-clientip',
    'x-original-forwarded-for',
    'x-original-host',
    'cdn-loop',
  ])('refuses a request with the header %s', name => {
    expect(isDirect({ host: 'localhost:5050', [name]: '127.0.0.1' })).toBe(false);
    expect(isDirect({ host: 'localhost:5050', [name]: '' })).toBe(false);
  });

  it('accepts the headers that browsers send', () => {
    const headers = { 'user-agent': 'x', accept: '*/*', 'x-requested-with': 'y', referer: 'http://localhost:5050/' };
    expect(isDirect({ host: 'localhost:5050', connection: 'close', 'sec-fetch-site': 'none', ...headers })).toBe(true);
  });
});

describe('createDeveloperTools', () => {
  const siteUrl = 'http://localhost:5050';
  const host = 'localhost:5050';
  const tools = createDeveloperTools(siteUrl);

  it('allows the browser that has the cookie, and no other', () => {
    expect(tools.allows({ host })).toBe(false);
    expect(tools.allows({ host, cookie: 'developer-5050=' })).toBe(false);
    expect(tools.allows({ host, cookie: `developer-5050=${tools.token.slice(1)}` })).toBe(false);
    expect(tools.allows({ host, cookie: `developer=${tools.token}` })).toBe(false);
    expect(tools.allows({ host, cookie: tools.ownHeaders.cookie })).toBe(true);
    expect(tools.allows({ host: 'rebind.example', cookie: tools.ownHeaders.cookie })).toBe(false);
    expect(tools.allows({ host, cookie: tools.ownHeaders.cookie, 'x-real-ip': '127.0.0.1' })).toBe(false);
  });

  it('has a new secret at each start', () => {
    const restarted = createDeveloperTools(siteUrl);
    expect(restarted.token).not.toBe(tools.token);
    expect(restarted.allows({ host, cookie: tools.ownHeaders.cookie })).toBe(false);
  });

  it('sets a cookie that scripts and other sites cannot use', () => {
    const cookies = createCookieJar(undefined, siteUrl);
    expect(tools.grant({ host }, cookies)).toBe(true);
    expect(cookies.headers).toEqual([`${tools.ownHeaders.cookie}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`]);
  });

  it('sets none for a request through a proxy or with a foreign host', () => {
    for (const headers of [{ host: 'rebind.example' }, { host, via: '1.1 proxy' }]) {
      const cookies = createCookieJar(undefined, siteUrl);
      expect(tools.grant(headers, cookies)).toBe(false);
      expect(cookies.headers).toEqual([]);
    }
  });
});
