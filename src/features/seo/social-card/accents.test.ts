import { describe, expect, it } from 'vitest';
import { accentHues, accents } from '#features/site/contract/options.ts';
import { readTheme, tokenSheet } from '#tests/support/theme-colors.ts';
import { createDarkPalette, createLightPalette } from './palette.ts';

describe.each(accents)('the accent %s', accent => {
  const hue = accentHues[accent];

  it('has a rule in the style sheet, unless it is the default', () => {
    if (accent === accents[0]) expect(tokenSheet).toContain(`\n:root {\n  --accent-hue: ${hue};\n}`);
    else expect(tokenSheet).toContain(`:root:has(.accent-${accent}) {\n  --accent-hue: ${hue};\n}`);
  });

  it('has the same color in pictures', () => {
    expect(createDarkPalette(hue).accent).toBe(readTheme(':root', hue)('accent'));
    expect(createDarkPalette(hue).accentWash).toBe(readTheme(':root', hue)('accent-wash'));
    expect(createLightPalette(hue).accent).toBe(readTheme(':root.light', hue)('accent'));
  });
});

it('accents are clearly distinguishable', () => {
  const hues = Object.values(accentHues).toSorted((one, other) => one - other);
  const gaps = hues.map((hue, place) => (place === 0 ? hue + 360 - (hues.at(-1) ?? 0) : hue - (hues[place - 1] ?? 0)));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(25);
});
