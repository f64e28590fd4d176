import { describe, expect, it } from 'vitest';
import { extractDigits } from './OneTimeCodeField.tsx';

describe('extractDigits', () => {
  it.each([
    ['', ''],
    ['123456', '123456'],
    ['123 456', '123456'],
    ['123-456', '123456'],
    ['1234567890', '123456'],
    ['  12a3\n', '123'],
    ['Your code is 402918. It works for 10 minutes.', '402918'],
    ['１２３４５６', '123456'],
    ['١٢٣', ''],
    ['no code', ''],
  ])('extracts from %j the digits %j', (text, digits) => {
    expect(extractDigits(text)).toBe(digits);
  });
});
