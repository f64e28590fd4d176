import { describe, expect, it } from 'vitest';
import { isTrustedOrigin } from './same-origin.ts';

const allowed = ['https://site.example', 'https://front.example'];

describe('isTrustedOrigin', () => {
  it.each(['GET', 'HEAD', 'OPTIONS'])('allows %s from anywhere', method => {
    expect(isTrustedOrigin(method, { origin: 'https://evil.example', cookie: 'a=b' }, allowed)).toBe(true);
    expect(isTrustedOrigin(method, { 'sec-fetch-site': 'cross-site' }, [])).toBe(true);
  });

  // Every combination of the three relevant headers, with the result from the security page ("writes").
  const table: readonly [origin: string | undefined, site: string | undefined, cookie: boolean, may: boolean][] = [
    [undefined, undefined, false, true],
    [undefined, undefined, true, false],
    [undefined, 'same-origin', false, true],
    [undefined, 'same-origin', true, true],
    [undefined, 'same-site', false, false],
    [undefined, 'same-site', true, false],
    [undefined, 'cross-site', false, false],
    [undefined, 'cross-site', true, false],
    [undefined, 'none', false, false],
    [undefined, 'none', true, false],
    ['https://site.example', undefined, false, true],
    ['https://site.example', undefined, true, true],
    ['https://site.example', 'same-origin', true, true],
    ['https://front.example', undefined, true, true],
    ['https://front.example', 'cross-site', true, true],
    ['https://front.example', 'same-site', true, true],
    ['https://evil.example', undefined, false, false],
    ['https://evil.example', undefined, true, false],
    ['https://evil.example', 'cross-site', true, false],
    ['https://evil.example', 'same-site', true, false],
    ['https://site.example.evil.example', undefined, true, false],
    ['http://site.example', undefined, true, false],
    ['https://site.example:444', undefined, true, false],
    ['https://site.example/', undefined, true, false],
    ['null', undefined, true, false],
    ['null', 'cross-site', true, false],
    ['', undefined, true, false],
    ['', undefined, false, false],
    // The site under another name (127.0.0.1 for localhost): the browser's header is enough, since no script can forge
    // it.
    ['http://127.0.0.1:5050', 'same-origin', true, true],
  ];

  it.each(table)('from %s, fetch site %s, cookie %s: %s', (origin, site, cookie, may) => {
    const headers = {
      ...(origin === undefined ? {} : { origin }),
      ...(site === undefined ? {} : { 'sec-fetch-site': site }),
      ...(cookie ? { cookie: 'session=abc' } : {}),
    };
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'anything']) {
      expect(isTrustedOrigin(method, headers, allowed), method).toBe(may);
    }
  });

  it('allows no origin if the list is empty', () => {
    expect(isTrustedOrigin('POST', { origin: 'https://site.example' }, [])).toBe(false);
  });
});
