import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truncateUnchanged } from './diff.ts';

const words = (text: string) => text.split(/\s+/).filter(Boolean);
const long = Array.from({ length: 300 }, (_, number) => `word${number}`).join(' ');

describe('truncateUnchanged', () => {
  it('keeps a short text', () => {
    expect(truncateUnchanged('A few words.\n', { first: false, last: false })).toBe('A few words.\n');
  });

  it.each([
    [{ first: true, last: false }, /^\[…\] word\d+ .* word299$/],
    [{ first: false, last: true }, /^word0 .* word\d+ \[…\]$/],
    [{ first: false, last: false }, /^word0 .* word\d+ \[…\] word\d+ .* word299$/],
  ])('truncates a long text between words: %j', (place, shape) => {
    expect(truncateUnchanged(long, place)).toMatch(shape);
  });

  it('never splits a word and keeps the text next to a difference exactly', () => {
    const text = fc.array(fc.stringMatching(/^[a-zä-ü]{1,12}$/), { minLength: 200, maxLength: 300 });
    fc.assert(
      fc.property(text, fc.constantFrom(' ', '\n\n'), (all, gap) => {
        const joined = all.join(gap);
        const short = truncateUnchanged(joined, { first: false, last: false });
        const [left = '', right = ''] = short.split(' […] ');
        expect(joined.startsWith(left) && joined.endsWith(right)).toBe(true);
        const [before, after] = [words(left), words(right)];
        expect(before).toEqual(all.slice(0, before.length));
        expect(after).toEqual(all.slice(all.length - after.length));
      }),
    );
  });
});
