/** A head: its outline, face and neck, and what is common on it: glasses, curls. */

import { CREAM, circle, group, INK, line, n, overprint, path, rect, stroke, type Sheet } from '../posts/print.ts';
import type { Skin } from './inks.ts';

/** The outline of a head: as wide at the temples as told, with a jaw from round (0) to square (1). */
const headShape = (width: number, jaw: number, chin: number): string => {
  const [l, r] = [240 - width / 2, 240 + width / 2];
  const k = width * (0.2 + jaw * 0.16);
  return `M${n(l)} 160A${n(width / 2)} ${n(width / 2)} 0 0 1 ${n(r)} 160V${206 + jaw * 10}C${n(r)} ${246 + jaw * 14} ${n(240 + k + 12)} ${chin} 240 ${chin}C${n(240 - k - 12)} ${chin} ${n(l)} ${246 + jaw * 14} ${n(l)} ${206 + jaw * 10}Z`;
};

type Face = {
  skin: Skin;
  hair: string;
  width?: number;
  jaw?: number;
  chin?: number;
  lit?: 'left' | 'right';
  brow?: number;
  smile?: number;
  lashes?: boolean;
  beard?: string;
  ears?: boolean;
  /** How far the neck is seen: to the collar bone, or only down into a roll. */
  neck?: 'open' | 'hidden';
};

/** Head and neck with the calm minimum of features: two eyes, brows, the shadow that makes the nose, a mouth. */
export const face = (
  sheet: Sheet,
  {
    skin,
    hair,
    width = 134,
    jaw = 0.4,
    chin = 292,
    lit = 'left',
    brow = 7,
    smile = 9,
    lashes = false,
    beard = '',
    ears = true,
    neck = 'open',
  }: Face,
): string => {
  const shape = headShape(width, jaw, chin);
  const head = path(shape, '#000');
  const mirror = lit === 'left' ? '' : 'translate(480 0) scale(-1 1)';
  const shadow = group(
    [path('M240 60V198L258 228Q256 236 240 236V320H340V60Z', skin.shade)],
    mirror ? { transform: mirror } : {},
  );
  const eyes = [210, 270];
  return [
    path(
      neck === 'open' ? 'M204 250V328Q204 344 188 350Q240 398 292 350Q276 344 276 328V250Z' : 'M204 250V330H276V250Z',
      skin.base,
    ),
    overprint(path('M204 268Q240 318 276 268V306Q240 334 204 300Z', skin.shade)),
    ears
      ? circle(240 - width / 2 - 1, 212, 17, skin.base) +
        circle(240 + width / 2 + 1, 212, 17, skin.base) +
        overprint(circle(240 + width / 2 + 1, 212, 17, skin.shade))
      : '',
    path(shape, skin.base),
    sheet.inside(head, overprint(shadow)),
    beard ? sheet.inside(head, beard) : '',
    ...eyes.map(x => circle(x, 202, 6, INK)),
    lashes ? stroke('M195 200Q206 184 222 196M285 200Q274 184 258 196', INK, 4, { 'stroke-linecap': 'round' }) : '',
    ...eyes.map((x, i) =>
      stroke(`M${x - 15} ${i ? 180 : 183}Q${x} ${173 - (i ? 0 : 1)} ${x + 15} ${i ? 183 : 180}`, hair, brow, {
        'stroke-linecap': 'round',
      }),
    ),
    stroke(`M220 257Q240 ${257 + smile} 260 257`, skin.line, 5.5, { 'stroke-linecap': 'round' }),
  ].join('');
};

/** Glasses before the eyes of a face. */
export const glasses = (kind: 'round' | 'square', color: string): string => {
  const lens = (x: number) =>
    kind === 'round'
      ? circle(x, 204, 25, CREAM, { 'fill-opacity': 0.1, stroke: color, 'stroke-width': 6 })
      : rect(x - 27, 184, 54, 40, CREAM, { rx: 9, 'fill-opacity': 0.1, stroke: color, 'stroke-width': 6.5 });
  return [
    lens(208),
    lens(272),
    stroke('M232 200Q240 194 248 200', color, 6),
    line(182, 200, 170, 197, color, 6),
    line(298, 200, 310, 197, color, 6),
  ].join('');
};

/** Curly hair: a disc for every curl, as its center and radius. */
export const curls = (points: readonly (readonly [number, number, number])[], color: string): string =>
  points.map(([x, y, r]) => circle(x, y, r, color)).join('');
