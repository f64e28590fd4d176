import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Api } from '#shared/api.ts';
import { getPageCacheKey, isCacheable } from './page-keys.ts';

const list = {
  params: ['category', 'tag', 'search', 'sort', 'page', 'after', 'before'],
  uncached: ['search', 'after', 'before'],
};
const entry = { params: ['page'] };
const cachings = { '/blogs': list, '/blog/a-post': entry };
const cachingOf = (url: string) => Object.entries(cachings).find(([path]) => path === url.replace(/[?#].*/s, ''))?.[1];
const pageKey = (url: string) => getPageCacheKey(url, cachingOf(url));

describe('getPageCacheKey', () => {
  it.each([
    ['/', '/'],
    ['/?utm_source=x', '/'],
    ['/about?fbclid=1&x=2&y', '/about'],
    ['/blogs', '/blogs'],
    ['/blogs?', '/blogs'],
    ['/?category=Food', '/'],
    ['/about?category=Food&page=2', '/about'],
    ['/blogs?page=', '/blogs'],
    ['/blogs?category=&tag=&search=&sort=', '/blogs'],
    ['/blogs?page=2', '/blogs?page=2'],
    ['/blogs?pageSize=50&page=2', '/blogs?page=2'],
    ['/blogs?page=2&category=Food', '/blogs?category=Food&page=2'],
    ['/blogs?category=Food&page=2', '/blogs?category=Food&page=2'],
    ['/blogs?PAGE=2', '/blogs'],
    ['/blogs?page=2&page=3', '/blogs?page=2'],
    ['/blogs?search=a%20b', '/blogs?search=a+b'],
    ['/blogs?search=a+b', '/blogs?search=a+b'],
    ['/blogs?tag=a%26b', '/blogs?tag=a%26b'],
    ['/blog/a-post?utm_medium=rss#comments', '/blog/a-post'],
    ['/blog/a-post?page=2&tag=x', '/blog/a-post?page=2'],
  ])('%s is cached as %s', (url, key) => {
    expect(pageKey(url)).toBe(key);
  });

  it('ignores unknown parameters and the order of known ones', () => {
    const known = fc.subarray(['category', 'tag', 'search', 'sort', 'page']);
    const value = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(known, fc.array(fc.tuple(value, value)), value, (keys, strange, text) => {
        const wanted = new URLSearchParams(keys.map(key => [key, text]));
        const more = strange.filter(([key]) => !['category', 'tag', 'search', 'sort', 'page'].includes(key));
        const mixed = new URLSearchParams([...more, ...keys.toReversed().map(key => [key, text] as [string, string])]);
        expect(pageKey(`/blogs?${mixed}`)).toBe(pageKey(`/blogs?${wanted}`));
      }),
    );
  });

  it('is idempotent', () => {
    const segment = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }).map(encodeURIComponent);
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 4 }), fc.string(), (segments, query) => {
        const key = pageKey(`/${segments.join('/')}?${query}`);
        expect(pageKey(key)).toBe(key);
      }),
    );
  });
});

describe('isCacheable', () => {
  const topics = {
    categories: [{ name: 'Food', count: 2 }],
    tags: [{ name: 'bread', count: 1 }],
    total: 2,
  };
  const caching = { ...list, topics: async () => topics };
  it.each<[string, boolean]>([
    ['/blogs', true],
    ['/blogs?sort=title&page=2', true],
    ['/blogs?category=Food&tag=bread', true],
    ['/blogs?category=Fod', false],
    ['/blogs?tag=breads', false],
    ['/blogs?page=10000', false],
    ['/blogs?page=x', false],
    ['/blogs?search=bread', false],
    ['/blogs?after=12', false],
  ])('%s: %s', async (key, cacheable) => {
    expect(await isCacheable(key, caching, {} as Api)).toBe(cacheable);
  });

  it('does not read the topics for a page without categories', async () => {
    const failing = async () => {
      throw new Error('read');
    };
    expect(await isCacheable('/blogs?page=2', { ...list, topics: failing }, {} as Api)).toBe(true);
    await expect(isCacheable('/blogs?tag=bread', { ...list, topics: failing }, {} as Api)).rejects.toThrow('read');
  });

  it('caches a page without parameters', async () => {
    expect(await isCacheable('/about', undefined, {} as Api)).toBe(true);
  });
});
