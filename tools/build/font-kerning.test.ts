import { expect, test } from 'vitest';
import { type Kerning, readKerning, writeKerning } from './font-kerning.ts';

const kerning: Kerning = new Map([
  [
    1,
    new Map([
      [2, -80],
      [3, -40],
    ]),
  ],
  [
    4,
    new Map([
      [2, -80],
      [3, -40],
    ]),
  ],
  [5, new Map([[1, 24]])],
]);

test('kerning that is written can be read back', () => {
  expect(readKerning(writeKerning(kerning, 7), 7)).toEqual(kerning);
});

test('glyphs that are kerned alike share a class', () => {
  const alone: Kerning = new Map([...kerning].filter(([left]) => left !== 4));
  expect(writeKerning(kerning, 7)).toHaveLength(writeKerning(alone, 7).length);
});

test('small kerning is dropped and the rest rounded', () => {
  const fine: Kerning = new Map([
    [
      0,
      new Map([
        [1, -11],
        [2, 13],
        [3, -101],
      ]),
    ],
  ]);
  expect(readKerning(writeKerning(fine, 4), 4)).toEqual(
    new Map([
      [
        0,
        new Map([
          [2, 16],
          [3, -104],
        ]),
      ],
    ]),
  );
});

test('a font without kerning gives a table without pairs', () => {
  expect(readKerning(writeKerning(new Map(), 3), 3)).toEqual(new Map());
});
