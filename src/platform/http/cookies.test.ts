import { describe, expect, it } from 'vitest';
import { createCookieJar } from './cookies.ts';

describe('a cookie', () => {
  it.each([
    ['https://example.org', '__Host-session=abc; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax'],
    ['http://localhost:5050', 'session-5050=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax'],
    ['http://localhost', 'session=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax'],
  ])('of the site %s is hidden from scripts and from other sites', (siteUrl, header) => {
    const cookies = createCookieJar(undefined, siteUrl);
    cookies.set('session', 'abc', 60);
    expect(cookies.headers).toEqual([header]);
    expect(cookies.get('session')).toBe('abc');
  });

  it('is read only by the name that it was set with', () => {
    const header = 'session=plain; session-5050=mine; session-5051=other; __Host-session=secure';
    expect(createCookieJar(header, 'http://localhost:5050').get('session')).toBe('mine');
    expect(createCookieJar(header, 'https://example.org').get('session')).toBe('secure');
    expect(createCookieJar('session=plain', 'https://example.org').get('session')).toBeUndefined();
    expect(createCookieJar('session-5050=', 'http://localhost:5050').get('session')).toBeUndefined();
  });

  it('is cleared with an empty value and a maximum age of zero', () => {
    const cookies = createCookieJar('__Host-session=abc', 'https://example.org');
    cookies.clear('session');
    expect(cookies.get('session')).toBeUndefined();
    expect(cookies.headers).toEqual(['__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax']);
  });

  it('is sent once if it was set twice, and not if it was only read', () => {
    const cookies = createCookieJar('other-5050=x', 'http://localhost:5050');
    expect(cookies.headers).toEqual([]);
    cookies.clear('session');
    cookies.set('session', 'new', 60);
    expect(cookies.headers).toEqual(['session-5050=new; Max-Age=60; Path=/; HttpOnly; SameSite=Lax']);
  });
});
