/** Travel: rails, the horizon, bands of windows, stripes of time zones. Petrol, vermilion, amber. */

import {
  arc,
  around,
  CREAM,
  circle,
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
  through,
  type Point,
} from './print.ts';

const PETROL = '#1f5468';
const VERMILION = '#e2562f';
const AMBER = '#f0b94f';
const NIGHT = '#16262d';

export const workingFromANightTrain = (): string => {
  const sheet = new Sheet(NIGHT);
  const pane = { x: 262, y: 96, width: 1076, height: 556, rx: 84 };
  const window = rect(pane.x, pane.y, pane.width, pane.height, '#000', { rx: pane.rx });

  // The carriage wall: bands, and the halves of the neighbouring windows.
  sheet.add(
    rect(0, 0, 1600, 1000, '#1b323b'),
    rect(0, 0, 1600, 44, VERMILION),
    rect(0, 56, 1600, 6, VERMILION),
    rect(-500, 96, 640, 556, NIGHT, { rx: 84 }),
    rect(1460, 96, 640, 556, NIGHT, { rx: 84 }),
  );

  const poles = [388, 700, 1012, 1324].map(
    x => `${rect(x, 214, 9, 330, INK)}${rect(x - 32, 244, 73, 8, INK)}${rect(x - 22, 272, 53, 7, INK)}`,
  );
  const wires = [-236, 76, 388, 700, 1012, 1324]
    .map(x => [248, 275].map(y => stroke(`M${x + 4} ${y}Q${x + 160} ${y + 62} ${x + 316} ${y}`, INK, 3)).join(''))
    .join('');
  const land = sheet.inside(
    window,
    rect(pane.x, pane.y, pane.width, pane.height, PETROL),
    halftone(262, 96, 1076, 470, 17, '#16404f', (_u, v) => 1.05 - v * 1.15),
    ring(1040, 268, 176, AMBER, 2, { opacity: 0.55 }),
    ring(1040, 268, 226, AMBER, 2, { opacity: 0.3 }),
    circle(1040, 268, 122, AMBER),
    sheet.inside(
      circle(1040, 268, 122, '#000'),
      halftone(918, 146, 244, 244, 15, '#c98a2c', (u, v) => (Math.hypot(u - 0.26, v - 0.24) - 0.42) * 1.5),
      circle(1000, 232, 20, '#dca03a'),
      circle(1062, 304, 32, '#dca03a'),
      circle(1086, 216, 12, '#dca03a'),
    ),
    ...[120, 76, 98, 50, 66].map((half, i) => rect(1040 - half, 554 + i * 19, half * 2, 6, AMBER)),
    path('M200 520 420 402 560 470 760 366 980 500 1180 420 1400 500V700H200Z', '#183f4e'),
    path('M200 556 520 486 820 556 1120 476 1400 548V700H200Z', '#123340'),
    rect(200, 540, 1200, 200, NIGHT),
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(i =>
      rect(286 + ((i * 397) % 620), 560 + ((i * 29) % 80), 70 + ((i * 61) % 150), 5, '#2c6175'),
    ),
    wires,
    ...poles,
  );
  sheet.add(
    rect(pane.x - 20, pane.y - 20, pane.width + 40, pane.height + 40, INK, { rx: 102 }),
    land,
    rect(pane.x, pane.y, pane.width, pane.height, 'none', { rx: pane.rx, stroke: '#d8cdb8', 'stroke-width': 5 }),
  );

  // Curtains, drawn back.
  const pleats = sheet.hatch('#b83f1f', 30, 8, 90);
  for (const [a, b, c] of [
    [150, 318, 252],
    [1450, 1282, 1348],
  ]) {
    const curtain = `M${a} 62H${b}C${b} 300 ${c} 420 ${c} 690H${a}Z`;
    sheet.add(path(curtain, VERMILION), path(curtain, pleats));
  }
  sheet.add(rect(140, 62, 1320, 12, AMBER));

  // The table, and the one lit thing on it.
  sheet.add(
    polygon(
      [
        [182, 760],
        [1418, 760],
        [1660, 1000],
        [-60, 1000],
      ],
      VERMILION,
    ),
    polygon(
      [
        [182, 760],
        [1418, 760],
        [1434, 776],
        [166, 776],
      ],
      '#f3835c',
    ),
    overprint(
      polygon(
        [
          [560, 846],
          [1040, 846],
          [1330, 1000],
          [420, 1000],
        ],
        sheet.hatch('#a8391c', 14, 6, 0),
      ),
    ),
    rect(556, 470, 488, 326, INK, { rx: 18 }),
    rect(576, 490, 448, 284, CREAM, { rx: 4 }),
    rect(576, 490, 448, 40, AMBER),
    ...(
      [
        [608, 150],
        [640, 230],
        [672, 190],
        [672, 120],
        [640, 260],
        [640, 96],
        [608, 180],
      ] as const
    ).map(([x, width], i) => rect(x, 556 + i * 29, width, 11, i === 3 ? VERMILION : PETROL)),
    polygon(
      [
        [540, 796],
        [1060, 796],
        [1104, 858],
        [496, 858],
      ],
      INK,
    ),
    polygon(
      [
        [564, 806],
        [1036, 806],
        [1058, 836],
        [542, 836],
      ],
      '#4a4139',
    ),
    rect(496, 858, 608, 12, '#0f0c0a', { rx: 4 }),
  );
  // A glass in its holder.
  sheet.add(
    rect(1180, 684, 104, 140, CREAM, { rx: 8, opacity: 0.28 }),
    rect(1186, 716, 92, 106, '#8a3a1c', { rx: 4 }),
    rect(1186, 716, 92, 12, '#b4562d'),
    stroke('M1288 768c58-10 66 52 0 54', AMBER, 10),
    path('M1172 764H1292V836Q1292 848 1280 848H1184Q1172 848 1172 836Z', AMBER),
    ...[0, 1, 2, 3].map(i => circle(1189 + i * 29, 798, 9, '#8a3a1c')),
    rect(1172, 764, 120, 8, INK),
    rect(1160, 848, 144, 10, INK, { rx: 5 }),
  );
  return sheet.finish(11);
};

export const aOneBagOffice = (): string => {
  const sheet = new Sheet(AMBER);
  const [cx, dialY] = [800, 196];
  // The platform: horizon, rails, sleepers.
  sheet.add(
    ...Array.from({ length: 14 }, (_, i) => rect(0, 44 + i * 52, 1600, 2, '#d49a2e', { opacity: 0.7 })),
    rect(0, 860, 1600, 140, PETROL),
    ...Array.from({ length: 27 }, (_, i) => rect(-6 + i * 61, 918, 34, 82, NIGHT)),
    rect(0, 892, 1600, 16, PAPER),
    rect(0, 938, 1600, 8, PAPER),
  );
  sheet.add(overprint(path('M360 860 1240 860 1440 1000 260 1000Z', sheet.hatch('#c5d4d4', 12, 6, 0))));

  // The spring scale.
  const ticks = Array.from({ length: 41 }, (_, i) => {
    const a = -140 + i * 7;
    const [x1, y1] = around(cx, dialY, 132, a);
    const [x2, y2] = around(cx, dialY, i % 5 ? 116 : 98, a);
    return line(x1, y1, x2, y2, INK, i % 5 ? 3 : 6);
  });
  const needle = around(cx, dialY, 112, 34);
  sheet.add(
    rect(cx - 7, -10, 14, 90, INK),
    circle(cx, dialY, 166, INK),
    circle(cx, dialY, 148, CREAM),
    stroke(arc(cx, dialY, 82, -140, 34), VERMILION, 16),
    ...ticks,
    line(cx, dialY, needle[0], needle[1], VERMILION, 9, { 'stroke-linecap': 'round' }),
    circle(cx, dialY, 17, INK),
  );

  // The bag, cut open: everything in it has its place.
  const bag = rect(474, 470, 652, 378, VERMILION, { rx: 66 });
  sheet.add(
    stroke('M690 478v-16q0-36 36-36h148q36 0 36 36v16', NIGHT, 22),
    overprint(rect(486, 482, 652, 378, '#e9a95c', { rx: 66 })),
    bag,
    stroke(`M${cx} 352v36a27 27 0 1 1-27 27`, INK, 22, { 'stroke-linecap': 'round' }),
    stroke(`M${cx} 352v36a27 27 0 1 1-27 27`, CREAM, 10, { 'stroke-linecap': 'round' }),
    stroke('M712 432q4-6 14-6h52', NIGHT, 22),
    rect(474, 470, 652, 378, 'none', { rx: 66, stroke: NIGHT, 'stroke-width': 12 }),
    rect(506, 502, 588, 314, '#b63c1d', { rx: 40 }),
  );
  const g = (x: number, y: number, w: number, h: number, fill: string, rx = 10) => rect(x, y, w, h, fill, { rx });
  sheet.add(
    // laptop
    g(528, 524, 252, 170, NIGHT, 12),
    g(542, 538, 224, 142, PETROL, 4),
    g(542, 538, 224, 26, AMBER, 2),
    ...[150, 104, 128].map((width, i) => rect(560, 588 + i * 26, width, 9, PAPER)),
    // keyboard
    g(528, 710, 252, 86, PAPER, 10),
    ...Array.from({ length: 30 }, (_, i) =>
      rect(540 + (i % 10) * 23, 722 + Math.floor(i / 10) * 23, 17, 17, PETROL, { rx: 3 }),
    ),
    // cable
    g(796, 524, 132, 132, AMBER, 10),
    ...[46, 34, 22].map(r => ring(862, 590, r, NIGHT, 7)),
    line(896, 590, 928, 590, NIGHT, 7),
    // charger
    g(796, 672, 60, 124, CREAM, 10),
    rect(812, 690, 8, 30, NIGHT),
    rect(832, 690, 8, 30, NIGHT),
    circle(826, 760, 12, VERMILION),
    // phone
    g(868, 672, 60, 124, NIGHT, 12),
    g(876, 684, 44, 100, '#6fa3b0', 4),
    // shirt roll and notebook
    g(944, 524, 128, 84, PETROL, 42),
    path('M986 524v84M1030 524v84', 'none', { stroke: PAPER, 'stroke-width': 5 }),
    g(944, 624, 128, 172, PAPER, 6),
    rect(944, 624, 26, 172, PETROL),
    ...[0, 1, 2, 3, 4].map(i => rect(986, 648 + i * 27, 68, 5, '#bfae93')),
  );
  // Weights left on the platform, taken out again.
  sheet.add(
    ...(
      [
        [176, 118],
        [312, 78],
        [404, 52],
      ] as const
    ).map(
      ([x, s]) =>
        `${path(`M${x} 892v${n(-s * 0.78)}l${n(s * 0.14)} ${n(-s * 0.1)}h${n(s * 0.72)}l${n(s * 0.14)} ${n(s * 0.1)}V892Z`, NIGHT)}${circle(x + s / 2, 892 - s * 1.02, s * 0.16, NIGHT)}${rect(x + s * 0.2, 892 - s * 0.5, s * 0.6, s * 0.1, AMBER)}`,
    ),
    // Time-table board at the right.
    rect(1262, 500, 12, 392, NIGHT),
    rect(1466, 500, 12, 392, NIGHT),
    rect(1232, 452, 276, 232, NIGHT, { rx: 8 }),
    ...[120, 150, 96, 140, 110].map(
      (width, i) =>
        `${rect(1254, 476 + i * 40, 52, 22, i === 1 ? VERMILION : PAPER)}${rect(1320, 476 + i * 40, width, 22, '#33505a')}`,
    ),
  );
  return sheet.finish(12);
};

export const whatNineTimeZonesTaughtMe = (): string => {
  const sheet = new Sheet(PAPER);
  // Nine zones: the sky of each, and how high its land stands.
  const stripes = [
    ['#16262d', 46],
    ['#1a3d4b', 88],
    [PETROL, 30],
    [VERMILION, 64],
    ['#ea8a41', 108],
    [AMBER, 52],
    ['#f6dfa6', 84],
    ['#dde0c8', 36],
    ['#b3c8bd', 70],
  ] as const;
  const width = 1600 / 9;
  const horizon = 742;
  const dark = (i: number) => i < 4;
  stripes.forEach(([color], i) => {
    sheet.add(rect(i * width, 0, width + 1, 1000, color));
  });
  // Land below the horizon: the same stripes, an ink pass over them.
  sheet.add(overprint(rect(0, horizon, 1600, 258, '#9fb0a8')));
  stripes.forEach(([, h], i) => {
    const x = i * width;
    const shape =
      i % 3 === 0
        ? path(`M${n(x)} ${horizon}L${n(x + width / 2)} ${horizon - h * 1.5}L${n(x + width)} ${horizon}Z`, '#9fb0a8')
        : i % 3 === 1
          ? path(`M${n(x)} ${horizon}A${n(width / 2)} ${h} 0 0 1 ${n(x + width)} ${horizon}Z`, '#9fb0a8')
          : rect(x + 34, horizon - h, width - 68, h, '#9fb0a8');
    sheet.add(overprint(shape));
  });
  for (let i = 1; i < 9; i++) sheet.add(rect(i * width - 1.5, 0, 3, 1000, INK, { opacity: 0.35 }));

  // One hour per stripe: the same moment, nine clocks on the sun's path.
  const center = (i: number): Point => [
    (i + 0.5) * width,
    478 - 318 * Math.sin((Math.PI / 2) * ((i + 0.2) / 8.4)) ** 1.25,
  ];
  sheet.add(
    stroke(through([[-90, 496], ...stripes.map((_, i) => center(i)), [1690, 158]]), CREAM, 3, {
      'stroke-dasharray': '2 12',
      'stroke-linecap': 'round',
    }),
  );
  stripes.forEach(([color], i) => {
    const [x, y] = center(i);
    const r = 64;
    const face = dark(i) ? color : CREAM;
    const hand = dark(i) ? CREAM : INK;
    const hour = around(x, y, 30, 90 + i * 30);
    sheet.add(
      circle(x, y, r, face, { stroke: hand, 'stroke-width': 6 }),
      ...Array.from({ length: 12 }, (_, t) => {
        const a = around(x, y, 54, t * 30);
        const b = around(x, y, t % 3 ? 49 : 43, t * 30);
        return line(a[0], a[1], b[0], b[1], hand, t % 3 ? 2.5 : 4.5);
      }),
      line(x, y, hour[0], hour[1], i === 3 ? AMBER : VERMILION, 9, { 'stroke-linecap': 'round' }),
      line(x, y, x, y - 45, hand, 5, { 'stroke-linecap': 'round' }),
      circle(x, y, 7, hand),
    );
  });

  // The deadline: one line through every zone.
  sheet.add(rect(0, 580, 1600, 26, INK), rect(0, 588, 1600, 10, CREAM));
  stripes.forEach((_, i) =>
    sheet.add(
      circle((i + 0.5) * width, 593, i === 6 ? 30 : 15, INK),
      circle((i + 0.5) * width, 593, i === 6 ? 17 : 7, i === 6 ? VERMILION : CREAM),
    ),
  );

  // Rails.
  sheet.add(
    ...Array.from({ length: 36 }, (_, i) => rect(6 + i * 44.6, 858, 20, 56, INK, { opacity: 0.85 })),
    rect(0, 866, 1600, 9, CREAM),
    rect(0, 896, 1600, 9, CREAM),
    group([halftone(0, 930, 1600, 80, 18, INK, (_u, v) => v * 0.8)], { opacity: 0.5 }),
  );
  return sheet.finish(13);
};

export default {
  'working-from-a-night-train': workingFromANightTrain,
  'a-one-bag-office': aOneBagOffice,
  'what-nine-time-zones-taught-me': whatNineTimeZonesTaughtMe,
};
