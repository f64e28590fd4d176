import { expect, it } from 'vitest';
import { DOCUMENT_INK, isReadableOnWhite } from './document-design.ts';

it.each([
  [DOCUMENT_INK, true],
  ['#14506b', true],
  ['#767676', true],
  ['#777777', false],
  ['#ffcc00', false],
  ['#ffffff', false],
])('finds that %s is readable on white: %s', (color, isReadable) => {
  expect(isReadableOnWhite(color)).toBe(isReadable);
});
