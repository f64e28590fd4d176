import { describe, expect, it } from 'vitest';
import { parseListParams } from './list-query.ts';

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
