/** The clients whose words stand on the site. */

import { CREAM, circle, halftone, INK, line, PAPER, path, polygon, rect, ring, stroke } from '../posts/print.ts';
import { curls, face, glasses } from './head.ts';
import { AMBER, SKINS, VERMILION } from './inks.ts';
import { disc, portrait } from './portrait.ts';
import { collar, crew, neckline, shoulders, worn } from './wear.ts';

export const priyaNandakumar = portrait('#1d5a48', 3, sheet => {
  const hair = '#1c1413';
  return [
    path('M60 480V240A180 180 0 0 1 420 240V480Z', '#2f7a61'),
    path('M60 480V240A180 180 0 0 1 420 240V480Z', sheet.dots('#1d5a48', 18, 3.2)),
    path('M150 200Q138 80 240 80Q342 80 330 200Q344 330 372 420H108Q136 330 150 200Z', hair),
    worn(sheet, '#e8a936', ''),
    neckline(SKINS.brown, 34),
    face(sheet, { skin: SKINS.brown, hair, jaw: 0.2, chin: 290, lashes: true, smile: 12, lit: 'right', ears: false }),
    path(
      'M240 92Q160 92 156 214Q166 250 160 300Q140 190 150 150Q170 78 240 78Q310 78 330 150Q340 190 320 300Q314 250 324 214Q320 92 240 92Z',
      hair,
    ),
    path(
      'M240 96Q190 116 170 186Q166 210 170 230Q150 150 178 110Q204 80 240 82ZM240 96Q290 116 310 186Q314 210 310 230Q330 150 302 110Q276 80 240 82Z',
      hair,
    ),
    ...[166, 314].map(
      x =>
        `${circle(x, 240, 6, AMBER)}${polygon(
          [
            [x, 246],
            [x + 9, 268],
            [x - 9, 268],
          ],
          AMBER,
        )}`,
    ),
    stroke('M188 350Q240 436 292 350', '#c4472f', 10),
    stroke('M196 346Q240 416 284 346', CREAM, 3, { 'stroke-dasharray': '2 8', 'stroke-linecap': 'round' }),
  ];
});

export const tomasEriksen = portrait('#b9c8c4', 4, sheet => {
  const hair = '#8b8780';
  return [
    disc('#d6dfd8'),
    ...[0, 1, 2, 3, 4].map(i => rect(0, 330 + i * 30, 480, 3, '#93aaa6')),
    worn(sheet, '#25405c', ''),
    sheet.inside(
      path(shoulders, '#000'),
      ...[0, 1, 2].map(i =>
        stroke(
          `M20 ${412 + i * 30}L${Array.from({ length: 23 }, (_, k) => `${20 + k * 20} ${412 + i * 30 - (k % 2) * 13}`).join('L')}`,
          i === 1 ? VERMILION : PAPER,
          5,
        ),
      ),
    ),
    face(sheet, { skin: SKINS.fair, hair, jaw: 0.7, chin: 298, smile: 8, brow: 8 }),
    path(
      'M172 190Q158 104 206 88Q258 70 300 96Q324 122 308 190Q304 150 290 134Q240 120 192 136Q176 152 172 190Z',
      hair,
    ),
    stroke('M206 106Q250 92 290 112', '#b8b4ab', 4, { 'stroke-linecap': 'round' }),
    glasses('square', INK),
    crew(SKINS.fair, '#182b3f'),
  ];
});

export const helenObuya = portrait('#e8a936', 5, sheet => {
  const hair = '#211613';
  const ringOf = Array.from({ length: 17 }, (_, i) => {
    const a = ((-118 + i * 14.75) * Math.PI) / 180;
    return [240 + 92 * Math.sin(a), 168 - 92 * Math.cos(a), 27] as const;
  });
  return [
    rect(240, 0, 240, 480, '#d9902a'),
    curls(ringOf, hair),
    circle(240, 168, 96, hair),
    worn(sheet, '#1d5a48', sheet.hatch('#2f7a61', 24, 9, 45)),
    neckline(SKINS.dark, 30),
    face(sheet, { skin: SKINS.dark, hair: '#170c08', width: 130, jaw: 0.3, chin: 292, lashes: true, smile: 14 }),
    path('M166 190Q160 82 240 80Q320 82 314 190Q304 138 240 134Q176 138 166 190Z', hair),
    halftone(160, 72, 160, 60, 11, '#4a3129', (u, v) => 0.62 - Math.hypot(u - 0.35, v - 0.5)),
    ...[170, 310].map(x => ring(x, 250, 17, CREAM, 5)),
    stroke('M190 344Q240 430 290 344', CREAM, 7),
    ...(
      [
        [206, 376],
        [222, 390],
        [240, 396],
        [258, 390],
        [274, 376],
      ] as const
    ).map(([x, y]) => circle(x, y, 6, VERMILION)),
  ];
});

export const lucaFerrante = portrait('#5aaaa6', 6, sheet => {
  const hair = '#2a1a14';
  return [
    polygon(
      [
        [0, 0],
        [480, 0],
        [0, 480],
      ],
      '#7fc0ba',
    ),
    worn(sheet, PAPER, sheet.hatch('#2a4f97', 30, 12, 0)),
    face(sheet, {
      skin: SKINS.olive,
      hair,
      jaw: 0.6,
      chin: 298,
      smile: 9,
      brow: 9,
      lit: 'right',
      beard: halftone(160, 226, 160, 90, 8, '#6b4029', (u, v) => (Math.abs(u - 0.5) * 1.1 + v * 0.5 - 0.25) * 0.9),
    }),
    path('M204 248Q222 232 240 240Q258 232 276 248Q258 250 240 248Q222 250 204 248Z', hair),
    curls(
      [
        [176, 150, 24],
        [184, 118, 26],
        [212, 98, 28],
        [246, 90, 28],
        [278, 100, 28],
        [300, 126, 25],
        [306, 156, 20],
        [226, 124, 24],
        [262, 122, 24],
        [172, 172, 14],
        [308, 176, 13],
      ],
      hair,
    ),
    ...(
      [
        [210, 96],
        [246, 88],
        [280, 102],
        [188, 120],
      ] as const
    ).map(([x, y]) => stroke(`M${x - 10} ${y + 4}a12 12 0 0 1 20 -4`, '#5a3a2a', 4, { 'stroke-linecap': 'round' })),
    neckline(SKINS.olive, 8),
    collar(PAPER, '#2a4f97'),
    line(240, 380, 240, 480, '#2a4f97', 4),
  ];
});

export const shirinAkter = portrait('#cf4d38', 7, sheet => {
  const hair = '#241614';
  return [
    disc('#e0705a', 186, 226),
    path(
      'M152 180Q140 74 244 74Q350 74 336 190Q338 260 366 318Q384 372 350 430Q300 440 276 360H204Q180 430 130 420Q96 372 118 312Q150 250 152 180Z',
      hair,
    ),
    worn(sheet, '#2f6596', ''),
    sheet.inside(
      path(shoulders, '#000'),
      path('M20 500L250 350H300L170 500Z', AMBER),
      path('M20 500L250 350H300L170 500Z', sheet.dots(VERMILION, 16, 4)),
      stroke('M170 500L300 350', CREAM, 6),
    ),
    neckline(SKINS.tan, 30),
    face(sheet, { skin: SKINS.tan, hair, jaw: 0.15, chin: 288, lashes: true, smile: 13, ears: false }),
    path(
      'M214 88Q166 100 158 190Q152 250 128 300Q176 290 178 214Q180 170 222 140Q264 116 268 100ZM262 92Q322 98 326 186Q330 250 352 298Q306 284 306 214Q304 160 250 116Z',
      hair,
    ),
    path('M208 88Q250 62 296 96Q312 120 270 124Q236 116 196 160Q172 140 208 88Z', hair),
    stroke('M232 100Q196 122 176 176M270 100Q306 126 314 180', '#5a3a34', 4, { 'stroke-linecap': 'round' }),
    circle(166, 252, 7, CREAM),
    circle(314, 252, 7, CREAM),
  ];
});
