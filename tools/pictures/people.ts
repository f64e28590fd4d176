/** Portraits: the same printed shapes as the covers, cut into faces. 480 by 480, and one wide picture of the owner. */

import {
  CREAM,
  circle,
  ellipse,
  group,
  halftone,
  INK,
  line,
  n,
  overprint,
  PAPER,
  path,
  polygon,
  rect,
  ring,
  Sheet,
  stroke,
} from './posts/print.ts';

const PETROL = '#1f5468';
const VERMILION = '#e2562f';
const AMBER = '#f0b94f';
const NIGHT = '#16262d';

type Skin = { base: string; shade: string; line: string };

const SKINS = {
  fair: { base: '#f0c6a4', shade: '#f2d3bd', line: '#b4694a' },
  rosy: { base: '#eebb9a', shade: '#efcdb8', line: '#b05f45' },
  olive: { base: '#dca57c', shade: '#ecc7aa', line: '#95552f' },
  tan: { base: '#c98d62', shade: '#e6bf9e', line: '#7c4424' },
  brown: { base: '#a66a43', shade: '#dfb594', line: '#5e3118' },
  deep: { base: '#7a4a30', shade: '#d6ab8e', line: '#43210f' },
  dark: { base: '#5d3826', shade: '#cfa389', line: '#2e160b' },
} as const satisfies Record<string, Skin>;

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
const face = (
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

/** Shoulders, then what is worn at the neck. */
const shoulders = 'M34 500C36 404 84 372 168 350Q204 340 206 330H274Q276 340 312 350C396 372 444 404 446 500Z';

const worn = (sheet: Sheet, color: string, screen = ''): string =>
  [
    path(shoulders, color),
    screen ? path(shoulders, screen) : '',
    sheet.inside(
      path(shoulders, '#000'),
      overprint(path('M300 340C410 372 452 404 452 500H356Q372 400 300 340Z', '#d9d2cb')),
    ),
  ].join('');

const neckline = (skin: Skin, depth: number): string =>
  `${path(`M196 336Q240 ${336 + depth * 2} 284 336V320H196Z`, skin.base)}`;

const roll = (color: string, dark: string): string =>
  [
    path('M190 296Q240 320 290 296L298 352Q240 384 182 352Z', color),
    stroke('M186 326Q240 352 294 326', dark, 4),
    ...[206, 223, 240, 257, 274].map(x => line(x, 306 + (x === 240 ? 6 : 0), x, 362, dark, 2.5)),
  ].join('');

const collar = (color: string, edge: string): string =>
  ['M196 318L168 354L208 398L240 356Z', 'M284 318L312 354L272 398L240 356Z']
    .map(d => path(d, color, { stroke: edge, 'stroke-width': 3.5, 'stroke-linejoin': 'round' }))
    .join('');

const crew = (skin: Skin, edge: string): string => neckline(skin, 22) + stroke('M194 338Q240 388 286 338', edge, 11);

const glasses = (kind: 'round' | 'square', color: string): string => {
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

const curls = (points: readonly (readonly [number, number, number])[], color: string): string =>
  points.map(([x, y, r]) => circle(x, y, r, color)).join('');

/** Behind each head: a flat disc, an arch or a half, as a second ink. */
const disc = (color: string, r = 176, y = 214): string => circle(240, y, r, color);

// ——— The owner ———

const MIRA = { hair: '#33211b', skin: SKINS.olive, shine: '#6b4230', knit: PETROL, glasses: '#a33d1d' };

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

const miraHead = (sheet: Sheet): string =>
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

const miraCastellan = (): string => {
  const sheet = new Sheet(AMBER, 480, 480);
  sheet.add(
    closer(1.12, [
      // Harbor light: a low disc, the line of the sea, one mast.
      circle(352, 150, 96, CREAM),
      rect(0, 262, 480, 240, '#e0913a'),
      ...[0, 1, 2, 3].map(i => rect([26, 60, 10, 372][i], 280 + i * 17, [92, 46, 70, 86][i], 5, CREAM)),
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

// ——— Everyone else ———

type Portrait = (sheet: Sheet) => string[];

/** A step nearer, so that a face still reads when it is 40 pixels wide. */
const closer = (by: number, content: string[]): string =>
  group(content, { transform: `translate(240 150) scale(${by}) translate(-240 -150)` });

const portrait = (ground: string, seed: number, draw: Portrait) => (): string => {
  const sheet = new Sheet(ground, 480, 480);
  return sheet.add(closer(1.16, draw(sheet))).finish(seed, 90);
};

const jonasWhitlock = portrait('#eaa6a0', 2, sheet => {
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

const priyaNandakumar = portrait('#1d5a48', 3, sheet => {
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

const tomasEriksen = portrait('#b9c8c4', 4, sheet => {
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

const helenObuya = portrait('#e8a936', 5, sheet => {
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
    ...[
      [206, 376],
      [222, 390],
      [240, 396],
      [258, 390],
      [274, 376],
    ].map(([x, y]) => circle(x, y, 6, VERMILION)),
  ];
});

const lucaFerrante = portrait('#5aaaa6', 6, sheet => {
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
    ...[
      [210, 96],
      [246, 88],
      [280, 102],
      [188, 120],
    ].map(([x, y]) => stroke(`M${x - 10} ${y + 4}a12 12 0 0 1 20 -4`, '#5a3a2a', 4, { 'stroke-linecap': 'round' })),
    neckline(SKINS.olive, 8),
    collar(PAPER, '#2a4f97'),
    line(240, 380, 240, 480, '#2a4f97', 4),
  ];
});

const shirinAkter = portrait('#cf4d38', 7, sheet => {
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

const wenLiSorensen = portrait('#f3eadb', 8, sheet => {
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

const danielOkafor = portrait('#2a4f97', 9, sheet => {
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

const margitHalasz = portrait('#6f7b45', 10, sheet => {
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

const theoBrandt = portrait('#d8a136', 11, sheet => {
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

const nusratJahan = portrait('#f6c445', 12, sheet => {
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
    ...[
      [150, 392],
      [206, 412],
      [262, 408],
      [318, 390],
      [180, 368],
      [240, 380],
      [296, 350],
    ].map(([x, y]) => circle(x, y, 5, '#f6c445')),
  ];
});

const callumReyes = portrait('#25405c', 13, sheet => {
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

const inesDuarte = portrait('#71a08f', 14, sheet => {
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

const oskarLindqvist = portrait('#d94c2f', 15, sheet => {
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

// ——— The owner at work ———

const miraAtWork = (): string => {
  const sheet = new Sheet('#d9c9a8', 1200, 1500);
  const pane = { x: 96, y: 84, w: 1008, h: 800 };
  const view = rect(pane.x, pane.y, pane.w, pane.h, '#000');
  const sea = 520;
  const boat = (x: number, h: number, w: number, sail: string): string =>
    [
      rect(x - 3, sea - h, 6, h, NIGHT),
      polygon(
        [
          [x - 8, sea - h + 14],
          [x - 8, sea - 16],
          [x - w, sea - 16],
        ],
        sail,
      ),
      polygon(
        [
          [x + 8, sea - h + 34],
          [x + 8, sea - 16],
          [x + w * 0.7, sea - 16],
        ],
        CREAM,
      ),
      path(`M${x - w} ${sea - 8}H${n(x + w * 0.85)}L${n(x + w * 0.6)} ${sea + 22}H${n(x - w * 0.72)}Z`, NIGHT),
    ].join('');
  sheet.add(
    rect(0, 0, 1200, 1500, '#cbb98f'),
    ...Array.from({ length: 13 }, (_, i) => rect(0, 30 + i * 92, 1200, 3, '#bba878')),
    // the window
    rect(pane.x - 34, pane.y - 34, pane.w + 68, pane.h + 68, '#7a3f1b'),
    sheet.inside(
      view,
      rect(pane.x, pane.y, pane.w, pane.h, AMBER),
      halftone(pane.x, pane.y, pane.w, 430, 20, '#e79a3c', (_u, v) => 0.75 - v * 0.85),
      circle(872, 300, 118, CREAM),
      // far shore, the lighthouse
      path(`M96 ${sea}L96 452L210 420L330 452L470 430L620 ${sea}Z`, '#c9743a'),
      path(`M760 ${sea}L900 470L1010 486L1110 450V${sea}Z`, '#c9743a'),
      polygon(
        [
          [1015, 500],
          [1053, 500],
          [1046, 356],
          [1022, 356],
        ],
        CREAM,
      ),
      rect(1019, 400, 30, 24, VERMILION),
      rect(1021, 332, 26, 24, NIGHT),
      polygon(
        [
          [1014, 334],
          [1054, 334],
          [1034, 296],
        ],
        VERMILION,
      ),
      path(`M980 ${sea}L1010 488L1060 492L1110 460V${sea}Z`, '#b8632e'),
      // the water
      rect(96, sea, 1008, 400, PETROL),
      ...Array.from({ length: 11 }, (_, i) =>
        rect(
          872 - [110, 70, 130, 50, 96, 120, 64, 84, 40, 70, 52][i],
          sea + 18 + i * 26,
          [220, 140, 260, 100, 192, 240, 128, 168, 80, 140, 104][i],
          7,
          i < 3 ? CREAM : AMBER,
        ),
      ),
      ...Array.from({ length: 12 }, (_, i) =>
        rect(110 + ((i * 211) % 560), sea + 40 + ((i * 67) % 300), 60 + ((i * 37) % 90), 5, '#3b7488'),
      ),
      boat(250, 220, 88, VERMILION),
      // the quay: roofs of the rope works
      rect(96, 760, 1008, 140, '#143a48'),
      ...Array.from({ length: 5 }, (_, i) => rect(96, 786 + i * 24, 1008, 3, '#0f2d38')),
      polygon(
        [
          [96, 760],
          [96, 690],
          [190, 640],
          [284, 690],
          [284, 760],
        ],
        '#8a3a1c',
      ),
      polygon(
        [
          [96, 690],
          [190, 640],
          [284, 690],
          [284, 704],
          [190, 654],
          [96, 704],
        ],
        NIGHT,
      ),
      rect(140, 700, 36, 40, AMBER),
      rect(204, 700, 36, 40, AMBER),
      ...[880, 960, 1040].map(x => rect(x, 716, 22, 60, NIGHT) + rect(x - 4, 708, 30, 12, CREAM)),
      stroke('M891 736Q931 772 971 736T1051 736T1140 740', CREAM, 5),
    ),
    rect(pane.x + 322, pane.y, 22, pane.h, '#7a3f1b'),
    rect(pane.x + 664, pane.y, 22, pane.h, '#7a3f1b'),
    rect(pane.x, pane.y + 236, pane.w, 20, '#7a3f1b'),
    rect(30, 914, 1140, 40, CREAM),
    rect(30, 954, 1140, 10, '#a88f5c'),
  );
  // A coil of rope on its hook.
  sheet.add(
    ...[0, 1, 2, 3].map(i =>
      ellipse(1110, 1066, 54 - i * 5, 84 - i * 9, 'none', { stroke: i % 2 ? '#b58a45' : '#8a6428', 'stroke-width': 9 }),
    ),
    rect(1080, 1030, 60, 26, '#8a6428', { rx: 8 }),
    rect(1104, 968, 12, 20, INK),
  );
  // Chair and Mira.
  const knit = sheet.hatch('#17424f', 20, 7, 90);
  const torso = 'M330 1290L344 1040Q360 976 456 950Q520 930 524 904H640Q644 930 708 950Q804 976 820 1040L834 1290Z';
  const leftArm = 'M462 948C330 972 246 1080 222 1236Q214 1336 330 1344L516 1338L508 1252L392 1236Q424 1160 432 1080Z';
  const rightArm = 'M702 948C834 972 918 1080 942 1236Q950 1336 834 1344L648 1338L656 1252L772 1236Q740 1160 732 1080Z';
  sheet.add(
    path('M380 1280V960Q386 900 450 900H720Q784 900 790 960V1280Z', '#8a3a1c'),
    path('M380 1280V960Q386 900 450 900H720Q784 900 790 960V1280Z', sheet.hatch('#6f2c13', 26, 8, 0)),
  );
  // The desk.
  sheet.add(
    polygon(
      [
        [0, 1226],
        [1200, 1226],
        [1200, 1500],
        [0, 1500],
      ],
      VERMILION,
    ),
    rect(0, 1226, 1200, 14, '#f3835c'),
    polygon(
      [
        [420, 1240],
        [640, 1240],
        [520, 1500],
        [250, 1500],
      ],
      '#ee8a4e',
    ),
    polygon(
      [
        [668, 1240],
        [884, 1240],
        [830, 1500],
        [556, 1500],
      ],
      '#ee8a4e',
    ),
    overprint(path('M222 1300Q260 1372 520 1366H650Q930 1372 950 1290Z', '#d9a38d')),
    path(torso, PETROL),
    path(torso, knit),
    sheet.inside(path(torso, '#000'), overprint(rect(300, 1226, 600, 120, '#b9c7ca'))),
    group([miraHead(sheet), roll(PETROL, '#17424f')], { transform: 'translate(102 320) scale(2)' }),
    // notebook
    overprint(
      polygon(
        [
          [392, 1346],
          [812, 1346],
          [862, 1472],
          [366, 1472],
        ],
        '#dba58a',
      ),
    ),
    polygon(
      [
        [408, 1330],
        [784, 1330],
        [836, 1456],
        [356, 1456],
      ],
      CREAM,
    ),
    polygon(
      [
        [592, 1330],
        [600, 1330],
        [602, 1456],
        [590, 1456],
      ],
      '#d9c9a8',
    ),
    ...[0, 1, 2, 3].map(i => line(430 - i * 9, 1376 + i * 19, 566 - i * 3, 1376 + i * 19, '#bba878', 4)),
    rect(676, 1384, 108, 52, 'none', { stroke: PETROL, 'stroke-width': 4 }),
    line(676, 1402, 784, 1402, PETROL, 4),
    line(712, 1402, 712, 1436, PETROL, 4),
    line(626, 1402, 656, 1402, PETROL, 4),
    line(622, 1420, 652, 1420, PETROL, 4),
    // arms
    path(leftArm, PETROL),
    path(leftArm, knit),
    path(rightArm, PETROL),
    path(rightArm, knit),
    sheet.inside(
      path(rightArm, '#000'),
      overprint(path('M702 948C834 972 918 1080 942 1236V1360H834L860 1240Q850 1060 702 948Z', '#c9d4d5')),
    ),
    stroke('M432 1080Q424 1160 392 1236L508 1252', '#0f3340', 6, { 'stroke-linejoin': 'round' }),
    stroke('M732 1080Q740 1160 772 1236L656 1252', '#0f3340', 6, { 'stroke-linejoin': 'round' }),
    // the left hand rests on the page
    ...[
      [520, 1282, 572, 1300],
      [524, 1296, 582, 1322],
      [522, 1310, 576, 1342],
      [514, 1322, 556, 1356],
    ].map(([x1, y1, x2, y2]) => stroke(`M${x1} ${y1}L${x2} ${y2}`, MIRA.skin.base, 25, { 'stroke-linecap': 'round' })),
    path('M500 1256Q548 1256 552 1292Q548 1336 506 1338Z', MIRA.skin.base),
    stroke('M540 1300L574 1314M540 1316L570 1334M532 1330L552 1348', MIRA.skin.line, 3.5, {
      'stroke-linecap': 'round',
    }),
    // the right one draws
    path('M664 1256Q606 1252 602 1298Q606 1340 664 1338Z', MIRA.skin.base),
    line(612, 1386, 664, 1226, INK, 12, { 'stroke-linecap': 'round' }),
    polygon(
      [
        [604, 1408],
        [605, 1382],
        [619, 1387],
      ],
      INK,
    ),
    line(657, 1248, 664, 1226, AMBER, 12, { 'stroke-linecap': 'round' }),
    stroke('M622 1276Q606 1312 618 1356', MIRA.skin.base, 25, { 'stroke-linecap': 'round' }),
    stroke('M652 1306Q648 1334 634 1354', MIRA.skin.base, 26, { 'stroke-linecap': 'round' }),
    stroke('M632 1296Q626 1322 628 1346', MIRA.skin.line, 3.5, { 'stroke-linecap': 'round' }),
    path('M486 1246L512 1249L520 1342L490 1344Z', '#17424f'),
    path('M690 1245L662 1249L654 1342L684 1344Z', '#17424f'),
    // laptop, turned aside
    overprint(
      polygon(
        [
          [930, 1346],
          [1200, 1322],
          [1200, 1376],
          [1000, 1392],
        ],
        '#d9a38d',
      ),
    ),
    polygon(
      [
        [906, 1130],
        [1168, 1092],
        [1196, 1318],
        [944, 1340],
      ],
      NIGHT,
    ),
    polygon(
      [
        [924, 1146],
        [1154, 1112],
        [1178, 1300],
        [958, 1320],
      ],
      '#22404b',
    ),
    circle(1050, 1216, 19, AMBER),
    polygon(
      [
        [944, 1340],
        [1196, 1318],
        [1200, 1318],
        [1200, 1334],
        [946, 1354],
      ],
      '#0d171b',
    ),
    // mug
    path('M92 1236H228V1330Q228 1368 190 1368H130Q92 1368 92 1330Z', CREAM),
    path('M92 1278H228V1300H92Z', PETROL),
    stroke('M92 1258c-56-4-56 74 4 72', CREAM, 15),
    ellipse(160, 1236, 68, 13, '#5a2f18'),
    // pencil tin shadow and rule
    rect(60, 1436, 250, 30, AMBER, { rx: 4 }),
    ...Array.from({ length: 12 }, (_, i) => rect(74 + i * 20, 1436, 3, i % 4 ? 9 : 16, NIGHT)),
  );
  return sheet.finish(16, 120);
};

export default {
  'mira-castellan': miraCastellan,
  'mira-at-work': miraAtWork,
  'jonas-whitlock': jonasWhitlock,
  'priya-nandakumar': priyaNandakumar,
  'tomas-eriksen': tomasEriksen,
  'helen-obuya': helenObuya,
  'luca-ferrante': lucaFerrante,
  'shirin-akter': shirinAkter,
  'wen-li-sorensen': wenLiSorensen,
  'daniel-okafor': danielOkafor,
  'margit-halasz': margitHalasz,
  'theo-brandt': theoBrandt,
  'nusrat-jahan': nusratJahan,
  'callum-reyes': callumReyes,
  'ines-duarte': inesDuarte,
  'oskar-lindqvist': oskarLindqvist,
};
