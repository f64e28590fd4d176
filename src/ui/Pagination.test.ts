import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { NUMBERED_PAGES } from '#shared/lists.ts';
import { cursorOf, getVisiblePages, Pagination } from './Pagination.tsx';

describe('getVisiblePages', () => {
  it.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [1, 3, [1, 2, 3]],
    [2, 3, [1, 2, 3]],
    [1, 10, [1, 2, 0, 10]],
    [5, 10, [1, 0, 4, 5, 6, 0, 10]],
    [10, 10, [1, 0, 9, 10]],
    [3, 5, [1, 2, 3, 4, 5]],
    [999, 3, [1, 0, 3]],
  ])('returns for page %i of %i: %j', (page, pages, offered) => {
    expect(getVisiblePages(page, pages)).toEqual(offered);
  });

  const place = fc
    .integer({ min: 1, max: 10_000 })
    .chain(pages => fc.record({ pages: fc.constant(pages), page: fc.integer({ min: 1, max: pages }) }));

  it('returns the first and last page and the neighbors, each once, ascending, with gaps only where pages are omitted', () => {
    fc.assert(
      fc.property(place, ({ page, pages }) => {
        const offered = getVisiblePages(page, pages);
        const numbers = offered.filter(number => number !== 0);
        expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
        expect(numbers[0]).toBe(1);
        expect(numbers.at(-1)).toBe(pages);
        for (const near of [page - 1, page, page + 1]) {
          expect(numbers.includes(near)).toBe(near >= 1 && near <= pages);
        }
        for (const [index, number] of offered.entries()) {
          const next = offered[index + 1];
          if (number === 0) expect((next ?? 0) - (offered[index - 1] ?? 0)).toBeGreaterThan(1);
          else if (next !== undefined && next !== 0) expect(next - number).toBe(1);
        }
        expect(offered.length).toBeLessThanOrEqual(7);
      }),
    );
  });
});

describe('cursorOf', () => {
  const rows = ['a', 'b', 'c'];

  it('links deep pages to their neighbors by the rows at their ends', () => {
    const page = NUMBERED_PAGES + 9;
    expect(cursorOf(page + 1, { page, rows })).toEqual({ after: 'c' });
    expect(cursorOf(page - 1, { page, rows })).toEqual({ before: 'a' });
  });

  it('uses page numbers for the first pages, distant pages and neighbors of empty pages', () => {
    expect(cursorOf(2, { page: 1, rows })).toBeUndefined();
    expect(cursorOf(NUMBERED_PAGES, { page: NUMBERED_PAGES + 1, rows })).toBeUndefined();
    expect(cursorOf(NUMBERED_PAGES + 1, { page: NUMBERED_PAGES, rows })).toEqual({ after: 'c' });
    expect(cursorOf(900, { page: 700, rows })).toBeUndefined();
    expect(cursorOf(900, { page: 899, rows: [] })).toBeUndefined();
    expect(cursorOf(900, { page: 899 })).toBeUndefined();
  });
});

describe('Pagination', () => {
  const linksOf = (page: number, total: number) => {
    const pagination = createElement(Pagination, { page, pageSize: 10, total, hrefOf: number => `/?page=${number}` });
    const html = renderToStaticMarkup(createElement(MemoryRouter, null, pagination));
    return [...html.matchAll(/<a (rel="\w+" )?[^<>]*href="\/\?page=(\d+)"/g)].map(([, rel = '', to]) => `${rel}${to}`);
  };

  it.each([
    ['the first of three pages', 1, 30, ['1', '2', '3', 'rel="next" 2']],
    ['the last of three pages', 3, 30, ['rel="prev" 2', '1', '2', '3']],
    ['a page that the deletion of its last row left empty', 2, 10, ['rel="prev" 1', '1']],
    ['a page far beyond the last', 99, 30, ['rel="prev" 3', '1', '3']],
    ['a single page', 1, 10, []],
    ['an empty list', 5, 0, []],
  ])('links from %s', (_, page, total, expected) => {
    expect(linksOf(page, total)).toEqual(expected);
  });
});
