import sharp from 'sharp';
import { expect, test } from 'vitest';
import { renderIconPng, renderFaviconSvg, createIco } from './icons.ts';
import { createDarkPalette, createLightPalette, oklchToHex } from './palette.ts';

test("converts the style sheet's colors to sRGB", () => {
  expect(oklchToHex(0, 0, 0)).toBe('#000000');
  expect(oklchToHex(1, 0, 0)).toBe('#ffffff');
  // CSS Color 4: oklch of #ff0000 and #008000.
  expect(oklchToHex(0.62796, 0.25768, 29.234)).toBe('#ff0000');
  expect(oklchToHex(0.51975, 0.17686, 142.495)).toBe('#008000');
});

test("stores the PNG at the directory's offset in an ICO file", async () => {
  const png = await renderIconPng(32, 'rounded', 165);
  const ico = createIco(png, 32);
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  const [length, offset] = [ico.readUInt32LE(14), ico.readUInt32LE(18)];
  expect(ico.subarray(offset, offset + length)).toEqual(png);
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
});

test('fills the square of a maskable icon and keeps the logo in the safe circle', async () => {
  const size = 100;
  const { data, info } = await sharp(await renderIconPng(size, 'maskable', 165))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ground = Number.parseInt(createDarkPalette(165).ground.slice(1, 3), 16);
  let drawn = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const pixel = at / info.channels;
    const distance = Math.hypot((pixel % size) - size / 2, Math.floor(pixel / size) - size / 2);
    const inSign = Math.abs((data[at] ?? 0) - ground) > 8;
    if (inSign) drawn += 1;
    if (inSign) expect(distance).toBeLessThanOrEqual(size * 0.4 + 1);
  }
  expect(drawn).toBeGreaterThan(500);
  const rounded = await sharp(await renderIconPng(size, 'rounded', 165))
    .raw()
    .toBuffer();
  expect(rounded[3]).toBe(0);
});

test("gives the SVG icon the accent’s hue and the system's theme", () => {
  const icon = renderFaviconSvg(75);
  expect(icon).toContain(`.m{fill:${createDarkPalette(75).accent}}@media(prefers-color-scheme:light)`);
  expect(icon).toContain(`.m{fill:${createLightPalette(75).accent}}}`);
  expect(icon).not.toContain('<text');
});
