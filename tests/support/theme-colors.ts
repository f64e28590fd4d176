import { readFileSync } from 'node:fs';
import { oklchToHex } from '#features/seo/social-card/palette.ts';

export const tokenSheet = readFileSync(new URL('../../src/ui/styles/tokens.css', import.meta.url), 'utf8');

/**
 * Returns a function from a token's name to its color as `#rrggbb`. It throws for a name that the theme doesn't have.
 */
export function readTheme(selector: ':root' | ':root.light', accentHue: number): (name: string) => string {
  const [, block = ''] =
    new RegExp(`^${selector.replace('.', '\\.')}(?:,\n[^{]*)? \\{([^}]*)\\}`, 'm').exec(tokenSheet) ?? [];
  const colors = new Map(
    [...block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) (var\(--accent-hue\)|[\d.]+)\)/g)].map(
      ([, name = '', lightness, chroma, angle = '']) => [
        name,
        oklchToHex(Number(lightness), Number(chroma), angle.startsWith('var') ? accentHue : Number(angle)),
      ],
    ),
  );
  return name => {
    const color = colors.get(name);
    if (!color) throw new Error(`There is no token --${name} in ${selector}.`);
    return color;
  };
}

/** Returns the contrast ratio of two colors (WCAG 2.2, 1.4.3). */
export function contrastRatio(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
