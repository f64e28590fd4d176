/** The owner of the site: her head, and her portrait before the harbor. */

import { CREAM, circle, path, polygon, rect, Sheet, stroke } from '../posts/print.ts';
import { face, glasses } from './head.ts';
import { AMBER, NIGHT, PETROL, SKINS, VERMILION } from './inks.ts';
import { closer } from './portrait.ts';
import { roll, worn } from './wear.ts';

/** What she is printed with, wherever she is drawn. */
export const MIRA = { hair: '#33211b', skin: SKINS.olive, shine: '#6b4230', knit: PETROL, glasses: '#a33d1d' };

const miraHairBack = path(
  'M240 66C146 62 128 146 136 222Q140 292 166 314Q206 306 214 262H270Q276 306 314 314Q342 288 344 222C352 146 334 64 240 66Z',
  MIRA.hair,
);

const miraHairFront = [
  // Parted on her left; the long side falls to the jaw.
  path('M276 84C318 90 342 128 342 206Q342 284 316 312Q302 306 306 254Q310 196 296 164Q284 128 262 106Z', MIRA.hair),
  path('M280 82C226 58 152 82 140 176Q132 268 166 312Q182 300 176 246Q172 204 182 180Q222 168 262 108Z', MIRA.hair),
  // Light on it, as cut lines.
  stroke('M258 98Q214 146 168 158', MIRA.shine, 3.5, { 'stroke-linecap': 'round' }),
  stroke('M244 88Q196 116 156 170', MIRA.shine, 3.5, { 'stroke-linecap': 'round' }),
  stroke('M304 128Q326 168 324 230', MIRA.shine, 3.5, { 'stroke-linecap': 'round' }),
].join('');

/** Her head to the roll of the collar; glasses on. */
export const miraHead = (sheet: Sheet): string =>
  [
    miraHairBack,
    face(sheet, {
      skin: MIRA.skin,
      hair: MIRA.hair,
      width: 128,
      jaw: 0.22,
      chin: 290,
      lashes: true,
      brow: 6.5,
      smile: 13,
      ears: false,
      neck: 'hidden',
    }),
    miraHairFront,
    glasses('round', MIRA.glasses),
  ].join('');

export const miraCastellan = (): string => {
  const sheet = new Sheet(AMBER, 480, 480);
  sheet.add(
    closer(1.12, [
      // Harbor light: a low disc, the line of the sea, one mast.
      circle(352, 150, 96, CREAM),
      rect(0, 262, 480, 240, '#e0913a'),
      ...(
        [
          [26, 92],
          [60, 46],
          [10, 70],
          [372, 86],
        ] as const
      ).map(([x, width], i) => rect(x, 280 + i * 17, width, 5, CREAM)),
      polygon(
        [
          [70, 150],
          [70, 256],
          [26, 256],
        ],
        CREAM,
      ),
      polygon(
        [
          [77, 176],
          [77, 256],
          [106, 256],
        ],
        VERMILION,
      ),
      path('M20 262H116L102 280H36Z', NIGHT),
      worn(sheet, MIRA.knit, sheet.hatch('#17424f', 12, 4, 90)),
      miraHead(sheet),
      roll(MIRA.knit, '#17424f'),
    ]),
  );
  return sheet.finish(1, 90);
};
