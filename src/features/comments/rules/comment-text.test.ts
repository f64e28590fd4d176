import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeCommentText } from '../contract/normalize-text.ts';
import { normalizeForComparison, countLinks, splitParagraphs } from './comment-text.ts';

describe('splitParagraphs', () => {
  it.each([
    ['One', ['One']],
    ['One\nline more\n\nTwo', ['One\nline more', 'Two']],
    ['', []],
  ])('%j', (body, expected) => {
    expect(splitParagraphs(body)).toEqual(expected);
  });
});

describe('normalizeCommentText', () => {
  it('handles many spaces in linear time', () => {
    const line = `a${' '.repeat(250_000)}b`;
    expect(normalizeCommentText(line)).toBe(line);
  });

  it.each([
    ['  a  \r\nb\t \r\r\r\rc  ', 'a\nb\n\nc'],
    ['\n\n  \n', ''],
    ['a\u00a0\nb', 'a\nb'],
  ])('%j', (text, expected) => {
    expect(normalizeCommentText(text)).toBe(expected);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t') }), text => {
        expect(normalizeCommentText(normalizeCommentText(text))).toBe(normalizeCommentText(text));
      }),
    );
  });
});

describe('normalizeForComparison', () => {
  it.each([
    ['Well  said!', 'well said!'],
    ['well\nSAID!', 'Well said!'],
    ['ﬁne', 'fine'],
  ])('treats %j and %j as the same', (one, other) => {
    expect(normalizeForComparison(one)).toBe(normalizeForComparison(other));
  });

  it('distinguishes different texts', () => {
    expect(normalizeForComparison('Well said.')).not.toBe(normalizeForComparison('Well said!'));
  });
});

describe('countLinks', () => {
  it.each([
    ['no link at all', 0],
    ['https://a.example', 1],
    ['https://a.example and http://b.example', 2],
    ['HTTPS://a.example www.b.example', 2],
    ['<a href="https://a.example">x</a>', 2],
    ['[url=https://a.example]x[/url]', 2],
    ['www. stands alone', 0],
  ])('%j has %i', (text, links) => {
    expect(countLinks(text)).toBe(links);
  });
});
