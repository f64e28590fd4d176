import { describe, expect, it, test } from 'vitest';
import { directedRuns, forShaper, inVisualOrder, levelsOf } from './direction.ts';

describe('a line', () => {
  const runsOf = (text: string) => directedRuns(text, 0, text.length, levelsOf(text));

  it('without letters that run from right to left is one run', () => {
    expect(levelsOf('Café 12 (new) Ω')).toBeUndefined();
    expect(runsOf('Café 12')).toEqual([{ text: 'Café 12', level: 0 }]);
  });

  it('runs as its own first letter does', () => {
    expect(runsOf('Noor שלום 12').map(({ level }) => level)).toEqual([0, 1, 2]);
    expect(runsOf('שלום Noor').map(({ level }) => level)).toEqual([1, 2]);
  });

  it('stands on paper as the algorithm of Unicode orders it', () => {
    const orders = (levels: readonly number[]) =>
      inVisualOrder(levels.map((level, place) => ({ level, place }))).map(({ place }) => place);
    expect(orders([0, 0, 0])).toEqual([0, 1, 2]);
    expect(orders([0, 1, 2, 1, 0])).toEqual([0, 3, 2, 1, 4]);
    expect(orders([1, 2])).toEqual([1, 0]);
    expect(orders([2, 1, 2])).toEqual([2, 1, 0]);
    expect(orders([1, 0, 1])).toEqual([0, 1, 2]);
    expect(orders([])).toEqual([]);
  });
});

describe('the shaper', () => {
  test.each([
    ['letters that it turns itself as they are, with brackets that face the other way', '(שלום', 1, ')שלום'],
    ['what stands between them turned', ' (', 1, ') '],
    ['digits of such a script turned, since it turns them back', '۱۲۳', 2, '۳۲۱'],
    ['other digits as they are', '123', 2, '123'],
    ['a Thai vowel in its two parts, below the tone', 'น้ำ', 0, 'นํ้า'],
    ['a Lao vowel in the same way', 'ນ້ຳ', 0, 'ນໍ້າ'],
    ['a Thai vowel without a tone', 'ทำ', 0, 'ทํา'],
  ])('gets %s', (_what, text, level, given) => {
    expect(forShaper(text, level)).toBe(given);
  });
});
