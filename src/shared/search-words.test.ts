import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, toFoldedWords, editDistance, splitWords } from './search-words.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 40 });

describe('foldText', () => {
  it.each([
    ['Über', 'uber'],
    ['RÉSUMÉ', 'resume'],
    ['Cafe\u0301', 'cafe'],
    ['ＡＢＣ', 'abc'],
    ['東京', '東京'],
    ['', ''],
  ])('%j becomes %j', (one, folded) => expect(foldText(one)).toBe(folded));
});

describe('splitWords', () => {
  it('returns pieces that join to the text, no two of them between words', () => {
    fc.assert(
      fc.property(text, input => {
        const pieces = splitWords(input);
        expect(pieces.map(piece => piece.text).join('')).toBe(input);
        for (const piece of pieces) expect(piece.text).not.toBe('');
        for (const [index, piece] of pieces.entries()) {
          if (index > 0) expect(piece.word || pieces[index - 1]?.word).toBe(true);
        }
      }),
    );
  });

  it('keeps every word', () => {
    expect(toFoldedWords('Don’t — “Über” 2026, e-mail 😀 AI東京')).toEqual([
      'don',
      't',
      'uber',
      '2026',
      'e',
      'mail',
      'ai',
      '東京',
    ]);
  });
});

describe('editDistance', () => {
  it.each([
    ['bakery', 'bakery', 0],
    ['bakry', 'bakery', 1],
    ['recpie', 'recipe', 1],
    ['typescirpt', 'typescript', 1],
    ['sourdoh', 'sourdough', 2],
    ['resturaunt', 'restaurant', 2],
    ['', 'ab', 2],
    ['kitten', 'sitting', Infinity],
    ['abc', 'xyz', Infinity],
  ])('from %j to %j: %s', (one, other, distance) => expect(editDistance(one, other, 2)).toBe(distance));

  it('is symmetric, zero for equal words, and at most the given limit or Infinity', () => {
    fc.assert(
      fc.property(text, text, fc.nat(4), (one, other, most) => {
        const distance = editDistance(one, other, most);
        expect(distance).toBe(editDistance(other, one, most));
        expect(distance <= most || distance === Infinity).toBe(true);
        expect(editDistance(one, one, most)).toBe(0);
        if (distance === 0) expect(one).toBe(other);
      }),
    );
  });
});
