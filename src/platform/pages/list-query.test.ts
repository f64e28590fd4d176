import { describe, expect, it } from 'vitest';
import { parseListParams, redirectFormerSort } from './list-query.ts';

describe('parseListParams', () => {
  it.each([
    ['', {}],
    ['category=&tag=&search=&sort=&page=', {}],
    ['search=%20%20', {}],
    ['category=Food&page=2', { category: 'Food', page: '2' }],
    ['search=+two+words+', { search: 'two words' }],
    ['utm_source=x&fbclid=y&page=3', { page: '3' }],
    ['pageSize=1000', {}],
    ['page=1&page=2', { page: '1' }],
    ['page=abc&sort=nonsense', { page: 'abc', sort: 'nonsense' }],
    ['__proto__=1&constructor=2', {}],
  ])('?%s', (search, query) => {
    expect(parseListParams(new URLSearchParams(search))).toEqual(query);
  });
});

describe('redirectFormerSort', () => {
  it.each([
    ['page=2&sort=liked', '/blogs?page=2&sort=most_liked'],
    ['sort=most_liked', undefined],
    ['sort=constructor', undefined],
    ['', undefined],
  ])('redirects ?%s to %s', (search, to) => {
    let location: string | null | undefined;
    try {
      redirectFormerSort('/blogs', new URLSearchParams(search), { liked: 'most_liked' });
    } catch (error) {
      if (!(error instanceof Response)) throw error;
      expect(error.status).toBe(301);
      location = error.headers.get('location');
    }
    expect(location).toBe(to);
  });
});
