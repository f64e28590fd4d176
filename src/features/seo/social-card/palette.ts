/**
 * Returns the colors of pictures: the tokens of both themes (`ui/styles/tokens.css`), for renderers without CSS. `hue`
 * is the accent's.
 */
export const createDarkPalette = (hue: number) => ({
  ground: oklchToHex(0.178, 0.008, 75),
  raised: oklchToHex(0.218, 0.009, 75),
  rule: oklchToHex(0.31, 0.01, 75),
  ink: oklchToHex(0.935, 0.012, 85),
  inkSoft: oklchToHex(0.79, 0.014, 82),
  inkFaint: oklchToHex(0.68, 0.014, 80),
  accent: oklchToHex(0.81, 0.125, hue),
  accentWash: oklchToHex(0.26, 0.035, hue),
});

export const createLightPalette = (hue: number) => ({
  ground: oklchToHex(0.972, 0.008, 85),
  accent: oklchToHex(0.43, 0.09, hue),
});

/**
 * Converts OKLCH (lightness 0 to 1, chroma, hue in degrees) to `#rrggbb` in sRGB, by the matrices of CSS Color 4. Clips
 * colors outside sRGB.
 */
export function oklchToHex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map(toHex).join('')}`;
}

function toHex(linear: number): string {
  const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  const byte = Math.round(Math.min(Math.max(encoded, 0), 1) * 255);
  return byte.toString(16).padStart(2, '0');
}
