import { expect, test } from 'vitest';
import { truncateLine, fitSentences, fitText } from './text-layout.ts';
import { createTypeface, type OutlineFont } from './typeface.ts';

/** Each letter is half as wide as the size, a space a quarter. */
const letters: OutlineFont = {
  unitsPerEm: 1000,
  glyphs: {
    ' ': [250, ''],
    ...Object.fromEntries(
      Array.from('abcdefghijklmnopqrstuvwxyzAV.…', letter => [
        letter,
        [500, `M0 0L${letter.charCodeAt(0)} 0Z`] as const,
      ]),
    ),
  },
  kerning: { A: { V: -100 } },
};
const wide: OutlineFont = { unitsPerEm: 2000, glyphs: { ж: [2000, 'M1 1Z'] }, kerning: { V: { ж: 999 } } };
const face = createTypeface([letters, wide]);

test('measures advances, kerning and tracking', () => {
  expect(face.widthOf('ab', 10)).toBe(10);
  expect(face.widthOf('AV', 10)).toBe(9);
  expect(createTypeface([letters], 0.1).widthOf('ab', 10)).toBeCloseTo(11);
  expect(face.widthOf('', 10)).toBe(0);
});

test('takes a missing letter from the next font, without kerning between them', () => {
  expect(face.widthOf('Vж', 10)).toBe(15);
  expect(face.outline('Vж', 1, 2, 10)).toBe(
    '<path transform="translate(1 2) scale(0.01)" d="M0 0L86 0Z"/><path transform="translate(6 2) scale(0.005)" d="M1 1Z"/>',
  );
});

test('draws an accented letter without its accent before leaving it out', () => {
  expect(face.outline('é', 0, 0, 10)).toBe(face.outline('e', 0, 0, 10));
  expect(face.widthOf('a漢', 10)).toBe(5);
});

const box = { width: 100, height: 44, leading: 1.2, lineHeight: 1, sizes: [40, 20] };

test('sets text as large as fits', () => {
  expect(fitText(face, 'abc', box)).toEqual({ size: 40, lines: ['abc'] });
  expect(fitText(face, 'abc def ghi jk', box)).toEqual({ size: 20, lines: ['abc def', 'ghi jk'] });
});

test('balances lines to avoid a single word on the last one', () => {
  expect(fitText(face, 'aa bb cc dd', { ...box, sizes: [20], width: 90 }).lines).toEqual(['aa bb', 'cc dd']);
});

test('truncates long text with an ellipsis inside the box', () => {
  const { size, lines } = fitText(face, 'abcd efgh ijkl mnop qrst', box);
  expect({ size, lines }).toEqual({ size: 20, lines: ['abcd efgh', 'ijkl mnop…'] });
  expect(truncateLine(face, 'abcdefghijklmnop', 60, 20)).toBe('abcde…');
  for (const line of fitText(face, 'abcdefghijklmnopqrstuvwxyz', box).lines)
    expect(face.widthOf(line, 20)).toBeLessThanOrEqual(100);
});

test('keeps complete sentences where possible', () => {
  expect(fitSentences(face, 'ab cd. ef gh. ij kl. mn op.', { ...box, sizes: [20] }).lines.join(' ')).toBe(
    'ab cd. ef gh. ij kl.',
  );
  expect(fitSentences(face, 'abcd efgh ijkl mnop qrst.', { ...box, sizes: [20] }).lines.at(-1)).toBe('ijkl mnop…');
});
