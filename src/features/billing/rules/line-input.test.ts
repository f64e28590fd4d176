import { describe, expect, it } from 'vitest';
import { parseQuantity } from './line-input.ts';

describe('a quantity', () => {
  it.each([
    ['1', 1],
    ['0.01', 0.01],
    ['2,5', 2.5],
    [' 12.25 ', 12.25],
    ['0', undefined],
    ['-1', undefined],
    ['1.234', undefined],
    ['1e3', undefined],
    ['', undefined],
  ])('%j is %s', (text, quantity) => {
    expect(parseQuantity(text)).toBe(quantity);
  });
});
