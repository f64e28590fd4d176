import { expect, it, test } from 'vitest';
import { directedRuns, inVisualOrder, levelsOf } from './direction.ts';

test.each([
  ['letters from left to right', 'Café 12 (new) Ω', [0]],
  ['a line that begins with Latin letters', 'Noor שלום 12', [0, 1, 2]],
  ['a line that begins with Hebrew letters', 'שלום Noor', [1, 2]],
  ['Syriac', 'ܫܠܡܐ', [1]],
  ['Thaana', 'ދިވެހި', [1]],
  ["N'Ko", 'ߒߞߏ', [1]],
  ['Adlam', '𞤀𞤣𞤤𞤢𞤥', [1]],
])('%s has runs of the levels that the Unicode algorithm gives', (_what, text, levels) => {
  const runs = directedRuns(text, 0, text.length, levelsOf(text));
  expect(runs.map(({ level }) => level)).toEqual(levels);
  expect(runs.map(run => run.text).join('')).toBe(text);
});

it('has no levels without right-to-left letters', () => {
  expect(levelsOf('Café 12 (new) Ω')).toBeUndefined();
});

test.each([
  [
    [0, 0, 0],
    [0, 1, 2],
  ],
  [
    [0, 1, 2, 1, 0],
    [0, 3, 2, 1, 4],
  ],
  [
    [1, 2],
    [1, 0],
  ],
  [
    [2, 1, 2],
    [2, 1, 0],
  ],
  [
    [1, 0, 1],
    [0, 1, 2],
  ],
  [[], []],
])('draws runs of the levels %j in the order %j', (levels, order) => {
  const drawn = inVisualOrder(levels.map((level, place) => ({ level, place })));
  expect(drawn.map(({ place }) => place)).toEqual(order);
});
