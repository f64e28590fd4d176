/** The frame of a portrait: 480 by 480, the ground behind the head, and how near it stands. */

import { circle, group, Sheet } from '../posts/print.ts';

/** Behind each head: a flat disc, an arch or a half, as a second ink. */
export const disc = (color: string, r = 176, y = 214): string => circle(240, y, r, color);

type Portrait = (sheet: Sheet) => string[];

/** A step nearer, so that a face still reads when it is 40 pixels wide. */
export const closer = (by: number, content: string[]): string =>
  group(content, { transform: `translate(240 150) scale(${by}) translate(-240 -150)` });

/** A portrait on its ground; the seed sets the specks in the ink. */
export const portrait = (ground: string, seed: number, draw: Portrait) => (): string => {
  const sheet = new Sheet(ground, 480, 480);
  return sheet.add(closer(1.16, draw(sheet))).finish(seed, 90);
};
