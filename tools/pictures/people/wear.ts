/** What the portraits wear: the shoulders, and what closes at the neck. */

import { line, overprint, path, stroke, type Sheet } from '../posts/print.ts';
import type { Skin } from './inks.ts';

/** The outline of the shoulders; it runs off the sheet below. */
export const shoulders = 'M34 500C36 404 84 372 168 350Q204 340 206 330H274Q276 340 312 350C396 372 444 404 446 500Z';

/** The shoulders in one color, with a screen over it, and their shaded side. */
export const worn = (sheet: Sheet, color: string, screen = ''): string =>
  [
    path(shoulders, color),
    screen ? path(shoulders, screen) : '',
    sheet.inside(
      path(shoulders, '#000'),
      overprint(path('M300 340C410 372 452 404 452 500H356Q372 400 300 340Z', '#d9d2cb')),
    ),
  ].join('');

/** The skin that an open collar leaves bare, as deep as told. */
export const neckline = (skin: Skin, depth: number): string =>
  path(`M196 336Q240 ${336 + depth * 2} 284 336V320H196Z`, skin.base);

/** A rolled collar of ribbed knit. */
export const roll = (color: string, dark: string): string =>
  [
    path('M190 296Q240 320 290 296L298 352Q240 384 182 352Z', color),
    stroke('M186 326Q240 352 294 326', dark, 4),
    ...[206, 223, 240, 257, 274].map(x => line(x, 306 + (x === 240 ? 6 : 0), x, 362, dark, 2.5)),
  ].join('');

/** The two wings of a shirt collar. */
export const collar = (color: string, edge: string): string =>
  ['M196 318L168 354L208 398L240 356Z', 'M284 318L312 354L272 398L240 356Z']
    .map(d => path(d, color, { stroke: edge, 'stroke-width': 3.5, 'stroke-linejoin': 'round' }))
    .join('');

/** A round neck with its ribbed edge. */
export const crew = (skin: Skin, edge: string): string =>
  neckline(skin, 22) + stroke('M194 338Q240 388 286 338', edge, 11);
