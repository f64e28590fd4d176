import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dashboardPaths, subjectPath } from './dashboard-paths.ts';
import { filePaths, paths, pictureFile, withQuery } from './paths.ts';

describe('paths', () => {
  it('have every existing public route of the specification (point 2)', () => {
    const { home, about, projects, pricing, blogs, privacyPolicy, termsConditions } = paths;
    expect([home, about, projects, pricing, blogs, privacyPolicy, termsConditions]).toEqual([
      '/',
      '/about',
      '/projects',
      '/pricing',
      '/blogs',
      '/privacy-policy',
      '/terms-conditions',
    ]);
    expect(paths.project('mise')).toBe('/projects/mise');
    expect(paths.post('a-post')).toBe('/blog/a-post');
  });

  it('lead from a billing document to its order or consultation', () => {
    expect(subjectPath('1042')).toBe('/dashboard/orders/1042');
    expect(subjectPath('Consultation 1001')).toBe('/dashboard/bookings/1001');
  });

  it('are all different', () => {
    const all = [...Object.values(paths), ...Object.values(dashboardPaths), ...Object.values(filePaths)];
    const fixed = all.filter(path => typeof path === 'string');
    expect(new Set(fixed).size).toBe(fixed.length);
    for (const path of fixed) expect(path).toMatch(/^\/[\w./-]*$/);
  });

  it('encode their parameters, so each stays in its segment', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), text => {
        for (const path of [paths.project(text), paths.post(text), paths.setup(text), paths.socialCard('post', text)]) {
          const { pathname, search, hash, host } = new URL(path, 'http://site.example');
          expect([search, hash, host]).toEqual(['', '', 'site.example']);
          expect(path.slice(1).split('/')).toHaveLength(path.startsWith('/social') ? 3 : 2);
          if (!/^\.{1,2}$/.test(text)) expect(pathname).toBe(path);
        }
      }),
    );
  });

  it('name an image’s file by width and format', () => {
    expect(pictureFile('ab12', 800, 'avif')).toBe('/media/pictures/ab12-800.avif');
  });
});

describe('withQuery', () => {
  it.each([
    [{}, '/blogs'],
    [{ category: undefined, tag: '', page: 1 }, '/blogs'],
    [{ page: 2 }, '/blogs?page=2'],
    [{ category: 'Fashion & Beauty' }, '/blogs?category=Fashion+%26+Beauty'],
    [{ tag: 'a#b', search: '100% "x"' }, '/blogs?tag=a%23b&search=100%25+%22x%22'],
    [{ sort: 'oldest', page: 3 }, '/blogs?sort=oldest&page=3'],
    [{ count: 0 }, '/blogs?count=0'],
    [{ count: 1 }, '/blogs?count=1'],
  ])('%j', (query, address) => {
    expect(withQuery('/blogs', query)).toBe(address);
  });

  it('keeps every value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2 }), (search, page) => {
        const { pathname, searchParams } = new URL(withQuery('/blogs', { search, page }), 'http://site.example');
        expect(pathname).toBe('/blogs');
        expect(searchParams.get('search') ?? '').toBe(search);
        expect(searchParams.get('page')).toBe(String(page));
      }),
    );
  });
});
