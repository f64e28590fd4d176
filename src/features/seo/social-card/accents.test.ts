import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accentHues, accents } from '#features/site/contract/options.ts';
import { createDarkPalette, createLightPalette, oklchToHex } from './palette.ts';

const tokens = readFileSync(new URL('../../../app/styles/tokens.css', import.meta.url), 'utf8');

/** The tokens of a theme by name, each as `#rrggbb` with the accent's hue put in. */
function themeOf(selector: string, hue: number): (name: string) => string {
  const [, block = ''] = new RegExp(`^${selector.replace('.', '\\.')} \\{([^}]*)\\}`, 'm').exec(tokens) ?? [];
  const colors = new Map(
    [...block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) (var\(--accent-hue\)|[\d.]+)\)/g)].map(
      ([, name = '', lightness, chroma, angle = '']) => [
        name,
        oklchToHex(Number(lightness), Number(chroma), angle.startsWith('var') ? hue : Number(angle)),
      ],
    ),
  );
  return name => {
    const color = colors.get(name);
    if (!color) throw new Error(`There is no token --${name} in ${selector}.`);
    return color;
  };
}

/** Relative luminance and contrast (WCAG 2.2, 1.4.3). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Text and what it stands on, wherever the accent is one of the two. */
const pairs = [
  ['accent', 'ground'],
  ['accent', 'raised'],
  ['accent', 'sunken'],
  ['accent', 'accent-wash'],
  ['accent-strong', 'ground'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['ink', 'accent-wash'],
  ['ink-soft', 'accent-wash'],
] as const;

describe.each(accents)('the accent %s', accent => {
  const hue = accentHues[accent];

  it.each([':root', ':root.light'])('is read easily in %s', selector => {
    const color = themeOf(selector, hue);
    for (const [text, ground] of pairs) {
      expect(contrast(color(text), color(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('has its rule in the style sheet, unless it is the one that stands there already', () => {
    if (accent === accents[0]) expect(tokens).toContain(`--accent-hue: ${hue};\n  color-scheme`);
    else expect(tokens).toContain(`:root:has(.accent-${accent}) {\n  --accent-hue: ${hue};\n}`);
  });

  it('is the same in pictures', () => {
    expect(createDarkPalette(hue).accent).toBe(themeOf(':root', hue)('accent'));
    expect(createDarkPalette(hue).accentWash).toBe(themeOf(':root', hue)('accent-wash'));
    expect(createLightPalette(hue).accent).toBe(themeOf(':root.light', hue)('accent'));
  });
});

it('no two accents are so near that they look alike', () => {
  const hues = Object.values(accentHues).toSorted((one, other) => one - other);
  const gaps = hues.map((hue, place) => (place === 0 ? hue + 360 - (hues.at(-1) ?? 0) : hue - (hues[place - 1] ?? 0)));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(25);
});
