/** Readers from other trades. */

import { CREAM, circle, INK, line, n, PAPER, path, rect, stroke } from '../posts/print.ts';
import { curls, face, glasses } from './head.ts';
import { NIGHT, SKINS, VERMILION } from './inks.ts';
import { disc, portrait } from './portrait.ts';
import { collar, neckline, roll, worn } from './wear.ts';

export const margitHalasz = portrait('#6f7b45', 10, sheet => {
  const hair = '#e6e0d4';
  return [
    disc('#8b9660', 190, 240),
    circle(240, 70, 44, hair),
    stroke('M214 62a28 28 0 0 1 50 4M222 84a22 22 0 0 0 38-4', '#b9b2a3', 4, { 'stroke-linecap': 'round' }),
    path('M154 216Q142 92 240 88Q338 92 326 216L310 240H170Z', hair),
    worn(sheet, '#6d2747', sheet.hatch('#7f3658', 14, 4, 90)),
    face(sheet, { skin: SKINS.rosy, hair: '#a39c8f', width: 130, jaw: 0.3, chin: 290, smile: 12, neck: 'hidden' }),
    path('M162 206Q156 90 240 84Q324 90 318 206Q312 164 290 150Q262 168 208 150Q172 160 162 206Z', hair),
    stroke('M240 104Q206 112 184 148M252 104Q288 114 300 146M226 106Q190 122 174 166', '#b9b2a3', 4, {
      'stroke-linecap': 'round',
    }),
    stroke('M184 228q6 6 14 6M296 228q-6 6-14 6', SKINS.rosy.line, 3, { 'stroke-linecap': 'round', opacity: 0.7 }),
    glasses('round', '#25405c'),
    roll('#6d2747', '#4f1a33'),
    ...[170, 310].map(x => circle(x, 234, 6, '#25405c')),
  ];
});

export const theoBrandt = portrait('#d8a136', 11, sheet => {
  const beard = '#4c2f1e';
  return [
    rect(0, 300, 480, 180, '#b9822a'),
    rect(0, 294, 480, 6, INK, { opacity: 0.7 }),
    worn(sheet, '#394a52', ''),
    path('M176 352L240 330L304 352L262 500H218Z', PAPER),
    face(sheet, {
      skin: SKINS.fair,
      hair: beard,
      width: 136,
      jaw: 0.7,
      chin: 308,
      smile: 8,
      brow: 8,
      lit: 'right',
      beard: [
        path('M160 206H176Q180 246 206 244Q240 228 274 244Q300 246 304 206H330V330H160Z', beard),
        path('M214 254Q240 242 266 254Q258 270 240 270Q222 270 214 254Z', SKINS.fair.base),
      ].join(''),
    }),
    stroke('M222 257Q240 265 258 257', SKINS.fair.line, 5, { 'stroke-linecap': 'round' }),
    ...[218, 240, 262].map(x => line(x, 284, x, 300, '#7a5136', 4, { 'stroke-linecap': 'round' })),
    stroke('M196 116Q216 100 240 100', CREAM, 6, { 'stroke-linecap': 'round', opacity: 0.6 }),
    glasses('square', '#7a3f1b'),
    collar(PAPER, '#394a52'),
  ];
});

export const nusratJahan = portrait('#f6c445', 12, sheet => {
  const scarf = '#127a6f';
  const scarfDark = '#0b5a52';
  return [
    path('M240 20A210 210 0 0 1 450 230V480H30V230A210 210 0 0 1 240 20Z', '#f9d980'),
    worn(sheet, '#7a2b45', ''),
    path(
      'M240 62C146 62 122 148 128 224Q132 300 112 360Q96 420 190 440Q300 450 352 410Q380 372 360 330Q346 290 352 224C358 148 334 62 240 62Z',
      scarf,
    ),
    face(sheet, {
      skin: SKINS.tan,
      hair: '#2a1a14',
      width: 122,
      jaw: 0.15,
      chin: 284,
      lashes: true,
      smile: 13,
      ears: false,
    }),
    path(
      `M240 62C146 62 122 148 128 224Q132 300 112 360Q96 420 190 440Q300 450 352 410Q380 372 360 330Q346 290 352 224C358 148 334 62 240 62ZM240 110C290 110 304 158 304 204C304 252 280 290 240 290C200 290 176 252 176 204C176 158 190 110 240 110Z`,
      scarf,
      { 'fill-rule': 'evenodd' },
    ),
    stroke(
      'M240 103C296 103 311 154 311 204C311 254 284 297 240 297C196 297 169 254 169 204C169 154 184 103 240 103',
      scarfDark,
      5,
    ),
    stroke('M184 286Q220 350 330 372M172 300Q196 390 300 420M300 268Q290 320 220 336', scarfDark, 5, {
      'stroke-linecap': 'round',
    }),
    stroke('M168 96Q146 130 146 196M312 96Q334 130 334 196', '#3c9a90', 4, { 'stroke-linecap': 'round' }),
    ...(
      [
        [150, 392],
        [206, 412],
        [262, 408],
        [318, 390],
        [180, 368],
        [240, 380],
        [296, 350],
      ] as const
    ).map(([x, y]) => circle(x, y, 5, '#f6c445')),
  ];
});

export const inesDuarte = portrait('#71a08f', 14, sheet => {
  const hair = '#43261a';
  const cloud: [number, number, number][] = [];
  for (let i = 0; i < 21; i++) {
    const a = ((-142 + i * 14.2) * Math.PI) / 180;
    cloud.push([240 + 112 * Math.sin(a), 190 - 112 * Math.cos(a), 30 + ((i * 7) % 4) * 3]);
  }
  return [
    rect(0, 0, 480, 240, '#8db8a8'),
    curls(cloud, hair),
    circle(240, 190, 114, hair),
    worn(sheet, '#f0b94f', ''),
    path('M160 356L206 338L240 470L190 500H120Z', '#d9982c'),
    path('M320 356L274 338L240 470L290 500H360Z', '#d9982c'),
    path('M206 334L240 470L274 334Z', NIGHT),
    neckline(SKINS.brown, 30),
    face(sheet, {
      skin: { base: '#b97c52', shade: '#e2ba99', line: '#6e3b1f' },
      hair: '#2c170f',
      width: 128,
      jaw: 0.25,
      chin: 290,
      lashes: true,
      smile: 15,
      lit: 'right',
      ears: false,
    }),
    curls(
      [
        [180, 140, 24],
        [206, 120, 24],
        [236, 112, 24],
        [266, 116, 24],
        [294, 134, 24],
        [170, 168, 19],
        [312, 162, 20],
        [164, 200, 17],
        [316, 196, 17],
        [162, 232, 18],
        [318, 230, 18],
      ],
      hair,
    ),
    ...cloud
      .filter((_, i) => i % 3 === 1)
      .map(([x, y]) =>
        stroke(`M${n(x - 12)} ${n(y + 4)}a13 13 0 0 1 23 -6`, '#744a34', 4, { 'stroke-linecap': 'round' }),
      ),
    ...[168, 312].map(x => rect(x - 6, 254, 12, 26, VERMILION, { rx: 3 })),
  ];
});
