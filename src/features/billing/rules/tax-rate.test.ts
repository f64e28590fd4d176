import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTaxRate, formatTaxRateInput } from '../contract/tax-rate.ts';

describe('a rate', () => {
  it.each([
    ['0', 0],
    ['7.5', 750],
    ['7,5 %', 750],
    [' 15% ', 1500],
    ['0.01', 1],
    ['100', 10_000],
    ['19.60', 1960],
    ['100.01', undefined],
    ['7.555', undefined],
    ['-1', undefined],
    ['', undefined],
    ['1e1', undefined],
    ['ten', undefined],
  ])('parses %j as %j', (text, points) => {
    expect(parseTaxRate(text)).toBe(points);
  });

  it('survives a round trip through its form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), points => parseTaxRate(formatTaxRateInput(points)) === points),
    );
  });
});
