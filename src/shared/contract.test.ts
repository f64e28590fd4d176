import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createListQuerySchema,
  integerParam,
  multilineText,
  pageNumber,
  pageSize,
  plainDate,
  rowNumber,
  singleLineText,
  slug,
} from './contract.ts';

describe('integerParam', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['999999999', 999_999_999],
    [5, 5],
  ])('accepts %j', (input, number) => {
    expect(integerParam.parse(input)).toBe(number);
  });

  it.each([
    '',
    ' ',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x1',
    ' 7',
    '7 ',
    '1_000',
    '1234567890',
    '٣',
    'abc',
    'NaN',
    1.5,
    Number.NaN,
    Infinity,
    null,
    undefined,
    true,
    [],
    ['1'],
    {},
  ])('rejects %j', input => {
    expect(integerParam.safeParse(input).success).toBe(false);
  });

  it('parses text up to the limit of PostgreSQL’s integer, exactly', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const parsed = integerParam.safeParse(text);
        expect(parsed.success).toBe(/^[0-9]{1,9}$/.test(text));
        if (parsed.success) expect(parsed.data).toBeLessThan(2 ** 31);
      }),
    );
  });

  it('rejects numbers beyond PostgreSQL’s integer', () => {
    for (const number of [2 ** 31, -1, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER]) {
      expect(integerParam.safeParse(number).success, String(number)).toBe(false);
    }
  });
});

describe('plainDate', () => {
  it.each(['0001-01-01', '2028-02-29', '9999-12-31'])('accepts %s', day => {
    expect(plainDate.parse(day)).toBe(day);
  });

  // PostgreSQL has no year 0.
  it.each(['0000-01-01', '0000-12-31', '2027-02-29', '2027-1-1', '+010000-01-01', ''])('rejects %j', day => {
    expect(plainDate.safeParse(day).error?.issues).toMatchObject([{ message: 'Enter a date.' }]);
  });
});

describe('texts', () => {
  // PostgreSQL stores neither null characters in text nor lone surrogates in JSON.
  it.each(['\0', '\u001B', '\uD800', 'a\uDC00b'])('reject %j', text => {
    expect(singleLineText.safeParse(text).success).toBe(false);
    expect(multilineText(10).safeParse(text).success).toBe(false);
  });

  it('accept every other character', () => {
    expect(singleLineText.parse('Ada 👩🏽‍💻 عربى')).toBe('Ada 👩🏽‍💻 عربى');
    expect(multilineText(10).parse('a\r\n\tb')).toBe('a\n\tb');
  });
});

describe('pages of lists', () => {
  it.each([
    ['1', true],
    ['10000', true],
    ['0', false],
    ['10001', false],
  ])('page %s: %s', (page, good) => {
    expect(pageNumber.safeParse(page).success).toBe(good);
  });

  it.each([
    ['1', true],
    ['50', true],
    ['0', false],
    ['51', false],
  ])('%s rows: %s', (size, good) => {
    expect(pageSize.safeParse(size).success).toBe(good);
  });
});

describe('slug', () => {
  it.each([
    'a',
    'a-b',
    '2025',
    'the-two-page-proposal',
    'x'.repeat(120),
    'é',
    'জোয়ার-ভাটা',
    'مد-وجزر',
    '潮汐',
    'прилив-2',
  ])('accepts %s', text => {
    expect(slug.parse(text)).toBe(text.normalize('NFC'));
    expect(slug.parse(text.normalize('NFD'))).toBe(text.normalize('NFC'));
  });

  it.each([
    '',
    '-a',
    'a-',
    'a--b',
    'A',
    'a_b',
    'a b',
    'a/b',
    '..',
    'a\n',
    'É',
    'a\u200db',
    '🌊',
    'ab/é',
    'x'.repeat(121),
  ])('rejects %j', text => {
    expect(slug.safeParse(text).success).toBe(false);
  });

  it('is validated quickly for long and repetitive text', () => {
    const began = performance.now();
    slug.safeParse(`${'a-'.repeat(50_000)}!`);
    slug.safeParse('a'.repeat(100_000));
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

describe('createListQuerySchema', () => {
  const query = createListQuerySchema(['Red', 'Blue'], ['newest', 'oldest'], rowNumber);

  it('has the first order, the first page and twelve rows by default', () => {
    expect(query.parse({})).toEqual({ sort: 'newest', page: 1, pageSize: 12 });
  });

  it('accepts numbers as text or as numbers', () => {
    expect(query.parse({ page: '2', pageSize: 50 })).toMatchObject({ page: 2, pageSize: 50 });
  });

  it('trims the search', () => {
    expect(query.parse({ search: '  two words ' }).search).toBe('two words');
  });

  it('rejects unknown values', () => {
    expect(query.safeParse({ category: 'Green' }).success).toBe(false);
    expect(query.safeParse({ sort: 'most_liked' }).success).toBe(false);
    expect(query.safeParse({ limit: 5 }).success).toBe(false);
  });
});
