import { runPictureTask } from '#features/media/index.ts';
import { accentHues } from '#features/site/contract/options.ts';
import { getSiteSections } from '#features/site/index.ts';
import type { Db } from '#platform/database/database.ts';
import { LOGO_PATH } from '#shared/logo.ts';
import { createDarkPalette, createLightPalette } from './palette.ts';

/** Returns the SVG icon as a data URL, so the first screen of a page doesn't wait for one more request. */
export async function getFaviconUrl(db: Db): Promise<string> {
  const { appearance } = await getSiteSections(db, ['appearance']);
  return `data:image/svg+xml,${encodeURIComponent(renderFaviconSvg(accentHues[appearance.accent]))}`;
}

/** Renders the SVG icon, which follows the system's theme. `hue` is the accent's. */
export function renderFaviconSvg(hue: number): string {
  const [dark, light] = [createDarkPalette(hue), createLightPalette(hue)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>.g{fill:${dark.ground}}.m{fill:${dark.accent}}@media(prefers-color-scheme:light){.g{fill:${light.ground}}.m{fill:${light.accent}}}</style><rect class="g" width="32" height="32" rx="7"/>${renderMark('m', 0.75)}</svg>`;
}

type Shape = 'rounded' | 'square' | 'maskable';

/**
 * Renders the logo as a PNG of `size` px. A maskable icon keeps it inside the middle circle of 80 % that no mask crops
 * (W3C, Web Application Manifest).
 */
export async function renderIconPng(size: number, shape: Shape, hue: number): Promise<Buffer> {
  const dark = createDarkPalette(hue);
  const corner = shape === 'rounded' ? 7 : 0;
  const scale = shape === 'maskable' ? 0.7 : 0.75;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${size}" height="${size}"><style>.m{fill:${dark.accent}}</style><rect fill="${dark.ground}" width="32" height="32" rx="${corner}"/>${renderMark('m', scale)}</svg>`;
  return Buffer.from(await runPictureTask('drawSvg', svg));
}

function renderMark(className: string, scale: number): string {
  return `<path class="${className}" transform="translate(16 16) scale(${scale}) translate(-16 -16)" d="${LOGO_PATH}"/>`;
}

/** Creates an ICO file from one PNG of `size` px, below 256. */
export function createIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
