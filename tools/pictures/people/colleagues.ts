/** Readers of the trade: those who design, build and run software. */

import { CREAM, circle, halftone, line, path, polygon, rect, stroke } from '../posts/print.ts';
import { face, glasses } from './head.ts';
import { AMBER, SKINS } from './inks.ts';
import { portrait } from './portrait.ts';
import { collar, crew, neckline, worn } from './wear.ts';

export const jonasWhitlock = portrait('#eaa6a0', 2, sheet => {
  const hair = '#b5622d';
  return [
    rect(0, 0, 480, 210, '#e58f88'),
    halftone(0, 60, 480, 160, 14, '#d9766f', (_u, v) => v * 0.8),
    worn(sheet, '#6d2747', sheet.checks('#8a3d60', 34, 10, 0, 0.6)),
    face(sheet, {
      skin: SKINS.rosy,
      hair,
      jaw: 0.75,
      chin: 300,
      smile: 7,
      beard: [
        path('M160 214H180Q184 240 202 244Q240 230 278 244Q296 240 300 214H330V320H160Z', hair),
        path('M216 254Q240 244 264 254Q258 272 240 272Q222 272 216 254Z', SKINS.rosy.base),
      ].join(''),
    }),
    stroke('M222 258Q240 266 258 258', SKINS.rosy.line, 5, { 'stroke-linecap': 'round' }),
    path(
      'M168 196Q150 98 214 84Q300 62 316 124Q324 150 312 196L304 168Q298 140 268 138Q214 146 182 142Q174 162 168 196Z',
      hair,
    ),
    stroke('M206 100Q250 84 296 116M196 120Q236 108 270 122', '#d98a4c', 4, { 'stroke-linecap': 'round' }),
    collar('#6d2747', '#351726'),
    rect(237, 388, 6, 92, '#351726'),
    circle(254, 426, 5, AMBER),
  ];
});

export const wenLiSorensen = portrait('#f3eadb', 8, sheet => {
  const hair = '#17191c';
  return [
    path('M0 480V240A240 240 0 0 1 480 240V480Z', '#cfdcd6'),
    path('M138 300V176A102 104 0 0 1 342 176V300Q318 312 300 300H180Q162 312 138 300Z', hair),
    worn(sheet, '#c42f3f', ''),
    path('M150 354L214 336L240 500H120Z', '#a62434'),
    path('M330 354L266 336L240 500H360Z', '#a62434'),
    path('M206 330L240 470L274 330Z', CREAM),
    neckline(SKINS.fair, 30),
    face(sheet, {
      skin: { base: '#efc9a0', shade: '#f0d6b8', line: '#a8643f' },
      hair,
      jaw: 0.25,
      chin: 288,
      smile: 11,
      ears: false,
    }),
    path('M160 186Q156 84 240 80Q324 84 320 186Q320 164 310 160H170Q160 164 160 186Z', hair),
    path('M138 176H172V300Q152 310 138 300ZM308 176H342V300Q328 310 308 300Z', hair),
    ...[194, 226, 258, 288].map(x => line(x, 112, x - 2, 152, '#3b4046', 3.5, { 'stroke-linecap': 'round' })),
    glasses('round', '#c42f3f'),
  ];
});

export const danielOkafor = portrait('#2a4f97', 9, sheet => {
  const hair = '#16100e';
  return [
    rect(0, 0, 480, 480, sheet.hatch('#35609f', 40, 18, 45)),
    worn(sheet, '#f0863a', ''),
    path('M150 352Q156 300 204 316L240 372L276 316Q324 300 330 352Q300 420 240 424Q180 420 150 352Z', '#d56d20'),
    face(sheet, {
      skin: SKINS.deep,
      hair,
      width: 136,
      jaw: 0.8,
      chin: 300,
      smile: 10,
      brow: 9,
      beard: [
        path('M160 210H178Q182 244 206 246Q240 234 274 246Q298 244 302 210H330V320H160Z', hair),
        path('M214 254Q240 244 266 254Q260 274 240 274Q220 274 214 254Z', SKINS.deep.base),
      ].join(''),
    }),
    stroke('M222 258Q240 267 258 258', SKINS.deep.line, 5, { 'stroke-linecap': 'round' }),
    path('M170 176V96Q172 76 200 74H284Q308 76 310 96V176Q304 144 294 138H186Q176 144 170 176Z', hair),
    halftone(176, 78, 130, 50, 10, '#3d302b', (u, v) => 0.6 - v * 0.5 - u * 0.2),
    path('M206 324L240 384L274 324L262 316Q240 350 218 316Z', SKINS.deep.base),
    line(216, 396, 214, 452, CREAM, 5, { 'stroke-linecap': 'round' }),
    line(264, 396, 266, 452, CREAM, 5, { 'stroke-linecap': 'round' }),
  ];
});

export const callumReyes = portrait('#25405c', 13, sheet => {
  const hair = '#3a2418';
  return [
    circle(240, 480, 300, '#31567a'),
    halftone(0, 180, 480, 300, 16, '#25405c', (_u, v) => 0.7 - v),
    worn(sheet, '#aac8d0', ''),
    crew(SKINS.tan, '#7fa4ae'),
    path('M160 190Q150 262 176 272Q180 230 176 190ZM320 190Q330 262 304 272Q300 230 304 190Z', hair),
    face(sheet, {
      skin: SKINS.tan,
      hair,
      jaw: 0.55,
      chin: 296,
      smile: 11,
      brow: 8,
      beard: halftone(160, 238, 160, 80, 8, '#7b4a2c', (u, v) => (Math.abs(u - 0.5) + v * 0.5 - 0.3) * 0.9),
    }),
    path('M164 178Q160 214 172 240Q180 210 178 180ZM316 178Q320 214 308 240Q300 210 302 180Z', hair),
    path('M160 150Q158 62 240 58Q322 62 320 150Z', '#f0806d'),
    path('M160 150Q158 62 240 58Q322 62 320 150Z', sheet.hatch('#d86450', 15, 4, 90)),
    rect(152, 136, 176, 40, '#f0806d', { rx: 10 }),
    ...Array.from({ length: 11 }, (_, i) =>
      line(166 + i * 15, 142, 166 + i * 15, 170, '#c9543f', 4, { 'stroke-linecap': 'round' }),
    ),
  ];
});

export const oskarLindqvist = portrait('#d94c2f', 15, sheet => {
  const hair = '#e2b565';
  return [
    polygon(
      [
        [0, 480],
        [480, 0],
        [480, 480],
      ],
      '#c23d22',
    ),
    circle(240, 62, 34, hair),
    stroke('M222 56a20 20 0 0 1 36 2', '#b98a3c', 4, { 'stroke-linecap': 'round' }),
    worn(sheet, '#4f7fa3', sheet.dots('#3c688a', 12, 2.6)),
    face(sheet, {
      skin: SKINS.rosy,
      hair: '#b98a3c',
      width: 132,
      jaw: 0.6,
      chin: 300,
      smile: 9,
      brow: 7,
      beard: [
        path('M160 216H180Q184 248 208 248Q240 238 272 248Q296 248 300 216H330V320H160Z', '#d09f51'),
        path('M216 256Q240 246 264 256Q258 272 240 272Q222 272 216 256Z', SKINS.rosy.base),
      ].join(''),
    }),
    stroke('M222 259Q240 267 258 259', SKINS.rosy.line, 5, { 'stroke-linecap': 'round' }),
    path('M170 186Q158 94 240 84Q322 94 310 186Q306 140 240 124Q174 140 170 186Z', hair),
    stroke(
      'M240 92V118M214 96Q208 108 204 128M266 96Q272 108 276 128M190 112Q182 128 180 146M290 112Q298 128 300 146',
      '#b98a3c',
      4,
      { 'stroke-linecap': 'round' },
    ),
    collar('#4f7fa3', '#25405c'),
    line(240, 386, 240, 480, '#25405c', 4),
    circle(240, 420, 5, CREAM),
    rect(286, 424, 60, 50, 'none', { stroke: '#25405c', 'stroke-width': 4 }),
  ];
});
