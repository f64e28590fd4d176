/** Fashion & Beauty: swatches and hangers, a shirt in a frame, bottles. Plum, rose, ochre. */

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
  Sheet,
  sector,
  stroke,
  type Point,
} from './print.ts';

const PLUM = '#6d2747';
const ROSE = '#eaa6a0';
const OCHRE = '#d8a136';
const AUBERGINE = '#351726';

export const colorTokensFromAWardrobe = (): string => {
  const sheet = new Sheet(PAPER);
  const [cx, cy] = [800, 548];
  // Twelve swatches around a wheel, mixed from three inks.
  const swatches = [
    ['#d8a136', sheet.hatch('#b98422', 18, 5, 45)],
    ['#e0b562', ''],
    ['#e6b98f', sheet.checks(CREAM, 34, 9, 20, 0.7)],
    ['#eaa6a0', sheet.dots(PLUM, 22, 4)],
    ['#dd7f80', ''],
    ['#c4566a', sheet.hatch(ROSE, 22, 4, 0)],
    ['#9c3a58', sheet.dots(ROSE, 18, 3.4)],
    [PLUM, ''],
    ['#4f2440', sheet.checks(OCHRE, 40, 6, 45, 0.75)],
    ['#5a4a3a', sheet.hatch(INK, 10, 3, 90)],
    ['#8a7233', ''],
    ['#b78b2f', sheet.dots(CREAM, 26, 6)],
  ] as const;
  sheet.add(
    circle(cx, cy, 470, '#e9dcc4'),
    halftone(330, 78, 940, 940, 20, '#d9c7a6', (u, v) => 0.9 - Math.hypot(u - 0.5, v - 0.5) * 2),
  );
  // A swatch: pinked at its outer edge.
  const swatch = (color: string, screen: string, i: number): string => {
    const [w0, w1, r0, r1] = [88, 206, 178, 424];
    const points: Point[] = [
      [-w0 / 2, -r0],
      [-w1 / 2, -r1],
    ];
    const teeth = 11;
    for (let k = 0; k < teeth; k++) {
      points.push([-w1 / 2 + (w1 * (k + 0.5)) / teeth, -r1 - 18], [-w1 / 2 + (w1 * (k + 1)) / teeth, -r1]);
    }
    points.push([w0 / 2, -r0]);
    return group(
      [
        overprint(polygon(points, '#d8c8b6', { transform: 'translate(9 8)' })),
        polygon(points, color),
        screen ? polygon(points, screen) : '',
        stroke(`M${-w1 / 2 + 14} ${-r1 + 16}H${w1 / 2 - 14}`, i === 7 || i === 8 ? ROSE : CREAM, 3, {
          'stroke-dasharray': '12 8',
        }),
        circle(0, -r0 - 24, 9, PAPER),
      ],
      { transform: `translate(${cx} ${cy}) rotate(${i * 30 + 5})` },
    );
  };
  sheet.add(...swatches.map(([color, screen], i) => swatch(color, screen, i)));
  // The pin, and a hanger through it all.
  sheet.add(
    circle(cx, cy, 172, AUBERGINE),
    circle(cx, cy, 152, PAPER),
    stroke(`M${cx} ${cy - 44}V${cy - 66}a24 24 0 1 0-24-24`, AUBERGINE, 11, { 'stroke-linecap': 'round' }),
    path(
      `M${cx} ${cy - 44}L${cx + 112} ${cy + 34}Q${cx + 126} ${cy + 56} ${cx + 100} ${cy + 56}H${cx - 100}Q${cx - 126} ${cy + 56} ${cx - 112} ${cy + 34}Z`,
      'none',
      { stroke: AUBERGINE, 'stroke-width': 13, 'stroke-linejoin': 'round' },
    ),
  );
  // Tokens: what the wheel became.
  const row = (x: number) => (color: string, i: number) =>
    `${rect(x, 150 + i * 118, 96, 96, color)}${rect(x, 150 + i * 118, 96, 96, 'none', { stroke: AUBERGINE, 'stroke-width': 4 })}`;
  // How long the name and the value of each token are written.
  const leftLabels = [
    [86, 54],
    [64, 40],
    [98, 60],
    [74, 46],
    [54, 38],
    [90, 50],
  ] as const;
  const rightLabels = [
    [70, 44],
    [92, 56],
    [60, 40],
    [84, 52],
    [76, 48],
    [58, 36],
  ] as const;
  sheet.add(
    ...['#d8a136', '#eaa6a0', '#c4566a', PLUM, '#4f2440', '#5a4a3a'].map(row(96)),
    ...leftLabels.map(
      ([name, value], i) =>
        rect(212, 178 + i * 118, name, 10, AUBERGINE) + rect(212, 204 + i * 118, value, 8, '#cdb99a'),
    ),
    ...[PAPER, '#e6b98f', '#dd7f80', '#9c3a58', '#b78b2f', AUBERGINE].map(row(1408)),
    ...rightLabels.map(
      ([name, value], i) =>
        rect(1388 - name, 178 + i * 118, name, 10, AUBERGINE) + rect(1388 - value, 204 + i * 118, value, 8, '#cdb99a'),
    ),
    rect(96, 84, 1408, 3, AUBERGINE),
  );
  return sheet.finish(71);
};

export const aUniformForVideoCalls = (): string => {
  const sheet = new Sheet(ROSE);
  const frame = { x: 330, y: 92, w: 940, h: 560 };
  // Below the frame: what nobody sees.
  sheet.add(rect(0, 652, 1600, 348, OCHRE), rect(0, 652, 1600, 348, sheet.checks('#b9822a', 96, 44, 0, 0.35)));
  const torso = 'M800 330L640 372Q470 420 420 560L330 1040H1270L1180 560Q1130 420 960 372Z';
  sheet.add(
    sheet.inside(
      rect(0, 652, 1600, 400, '#000'),
      path(torso, CREAM),
      path(torso, sheet.checks(PLUM, 62, 15, 8, 0.42)),
      path(torso, 'none', { stroke: AUBERGINE, 'stroke-width': 6 }),
    ),
    line(800, 660, 800, 1000, AUBERGINE, 5, { 'stroke-dasharray': '14 10' }),
    circle(826, 742, 13, PLUM),
    circle(826, 850, 13, PLUM),
    circle(826, 958, 13, PLUM),
    // A drawstring bow.
    rect(452, 800, 150, 130, CREAM, { stroke: AUBERGINE, 'stroke-width': 5 }),
    rect(452, 800, 150, 130, sheet.checks(PLUM, 62, 15, 8, 0.42)),
    line(452, 826, 602, 826, AUBERGINE, 4),
  );
  // The frame: everything in order.
  const view = rect(frame.x, frame.y, frame.w, frame.h, '#000', { rx: 24 });
  sheet.add(
    rect(frame.x + 16, frame.y + 18, frame.w, frame.h, '#c97f7b', { rx: 24 }),
    rect(frame.x, frame.y, frame.w, frame.h, CREAM, { rx: 24 }),
    sheet.inside(
      view,
      rect(frame.x, frame.y, frame.w, frame.h, '#f3ddcf'),
      halftone(frame.x, frame.y, frame.w, frame.h, 20, ROSE, (u, v) => 0.75 - v * 0.7 - Math.abs(u - 0.5) * 0.3),
      // shelf
      rect(984, 214, 240, 9, PLUM),
      rect(1010, 138, 22, 76, OCHRE),
      rect(1036, 128, 28, 86, PLUM),
      rect(1068, 150, 18, 64, '#c4566a'),
      rect(1110, 176, 50, 38, AUBERGINE),
      circle(1135, 150, 26, OCHRE),
      path(torso, PLUM),
      sheet.inside(
        path(torso, '#000'),
        rect(300, 300, 1000, 800, sheet.hatch('#7f3658', 16, 4, 90)),
        overprint(path('M800 330L960 372Q1130 420 1180 560L1270 1040H1010L960 560Z', '#c9a9b6')),
      ),
    ),
    // neck, collar, placket
    path('M724 258V352L800 438L876 352V258Z', '#c98d6a'),
    overprint(path('M724 258V300Q800 372 876 300V258Z', '#d9a48a')),
    path('M664 366L724 318L800 440L716 506Z', CREAM),
    path('M936 366L876 318L800 440L884 506Z', CREAM),
    stroke('M664 366L724 318L800 440L716 506ZM936 366L876 318L800 440L884 506Z', AUBERGINE, 5, {
      'stroke-linejoin': 'round',
    }),
    line(800, 440, 800, 652, AUBERGINE, 5),
    ...[492, 560, 628].map(y => circle(818, y, 9, OCHRE)),
    rect(946, 524, 118, 10, ROSE),
    stroke('M946 534V610L1005 640L1064 610V534', ROSE, 4),
    // the head, plain: the shirt is the subject
    group(
      [
        circle(698, 226, 20, '#d79a76'),
        circle(902, 226, 20, '#c98460'),
        path('M700 180A100 100 0 0 1 900 180V216A100 118 0 0 1 700 216Z', '#d79a76'),
        overprint(
          path('M800 80A100 100 0 0 1 900 180V216A100 118 0 0 1 800 334V270Q822 266 826 256L800 214Z', '#ecc7b0'),
        ),
        path('M694 214Q672 92 800 84Q928 92 906 214Q902 158 856 146Q764 156 722 140Q700 160 694 214Z', AUBERGINE),
        circle(756, 216, 8, AUBERGINE),
        circle(844, 216, 8, AUBERGINE),
        stroke('M736 190Q756 178 776 188M824 188Q844 178 864 190', AUBERGINE, 9, { 'stroke-linecap': 'round' }),
        stroke('M772 288Q800 302 828 288', '#8a4a2c', 7, { 'stroke-linecap': 'round' }),
      ],
      { transform: 'translate(800 320) scale(0.86) translate(-800 -320)' },
    ),
  );
  // Camera, corner marks, the row of controls.
  const corner = (x: number, y: number, sx: number, sy: number) =>
    stroke(`M${x} ${y + sy * 70}V${y}H${x + sx * 70}`, AUBERGINE, 10);
  sheet.add(
    rect(frame.x, frame.y, frame.w, frame.h, 'none', { rx: 24, stroke: AUBERGINE, 'stroke-width': 10 }),
    corner(282, 44, 1, 1),
    corner(1318, 44, -1, 1),
    corner(282, 700, 1, -1),
    corner(1318, 700, -1, -1),
    circle(800, 46, 17, AUBERGINE),
    circle(800, 46, 7, OCHRE),
    circle(386, 148, 15, '#c4354a'),
    rect(414, 142, 60, 12, AUBERGINE),
  );
  // The rail: the same shirt, five times.
  const hang = (x: number) =>
    group(
      [
        stroke('M0 -46a15 15 0 1 1 15-15', AUBERGINE, 7),
        path('M0-46L72 0L66 150H-66L-72 0Z', PLUM),
        path('M-22-30L0 14L22-30L0-44Z', CREAM),
        line(0, 14, 0, 150, AUBERGINE, 4),
      ],
      { transform: `translate(${n(x)} 414)` },
    );
  sheet.add(
    rect(0, 334, 282, 10, AUBERGINE),
    rect(1318, 334, 282, 10, AUBERGINE),
    hang(56),
    hang(196),
    hang(1404),
    hang(1544),
  );
  return sheet.finish(72);
};

export const aCosmeticsShopInOneSecond = (): string => {
  const sheet = new Sheet(AUBERGINE);
  const [cx, cy] = [800, 496];
  // The second hand sweeps once.
  sheet.add(
    circle(cx, cy, 408, PLUM),
    path(sector(cx, cy, 0, 408, 0, 292), '#833257'),
    sheet.inside(
      path(sector(cx, cy, 0, 408, 0, 292), '#000'),
      halftone(392, 88, 816, 816, 18, ROSE, (u, v) => 0.52 - Math.hypot(u - 0.5, v - 0.5) * 0.85),
    ),
    ...Array.from({ length: 100 }, (_, i) => {
      const a = around(cx, cy, 434, i * 3.6);
      const b = around(cx, cy, i % 10 ? 450 : 474, i * 3.6);
      return line(a[0], a[1], b[0], b[1], i < 81 ? OCHRE : '#7d5266', i % 10 ? 3 : 8);
    }),
    stroke(arc(cx, cy, 408, 0, 292), OCHRE, 9),
  );
  const hand = around(cx, cy, 408, 292);
  sheet.add(line(cx, cy, hand[0], hand[1], OCHRE, 7));
  // The counter and the bottles, overlapping as glass does.
  const ground = 812;
  sheet.add(
    rect(0, ground, 1600, 188, ROSE),
    rect(0, ground, 1600, 12, CREAM),
    overprint(rect(0, ground + 12, 1600, 176, sheet.hatch('#e5b9b0', 24, 5, 0))),
  );
  const label = (x: number, y: number, w: number, h: number, ink: string) =>
    `${rect(x, y, w, h, CREAM)}${rect(x + 12, y + 14, w - 24, 6, ink)}${circle(x + w / 2, y + h / 2 + 6, Math.min(w, h) * 0.17, ink)}${rect(x + w * 0.3, y + h - 22, w * 0.4, 5, ink)}`;
  const glass = (shape: string, fill: string, level: number, x: number, w: number) =>
    [
      path(shape, fill, { opacity: 0.45 }),
      sheet.inside(
        path(shape, '#000'),
        rect(x, level, w, ground - level, fill),
        rect(x + w * 0.1, level - 300, w * 0.1, 900, CREAM, { opacity: 0.35 }),
      ),
      path(shape, 'none', { stroke: CREAM, 'stroke-width': 5 }),
    ].join('');
  sheet.add(
    // tall pump bottle
    rect(352, 356, 18, 70, CREAM),
    rect(320, 330, 120, 30, CREAM, { rx: 10 }),
    rect(322, 410, 78, 40, OCHRE),
    glass(`M270 ${ground}V500Q270 450 320 450H402Q452 450 452 500V${ground}Z`, ROSE, 540, 270, 182),
    label(296, 590, 130, 150, PLUM),
    // round flacon
    rect(590, 470, 70, 64, CREAM),
    circle(625, 452, 40, OCHRE),
    glass(`M625 534A140 140 0 0 1 700 ${ground}H550A140 140 0 0 1 625 534Z`, OCHRE, 650, 480, 290),
    // jar
    rect(742, 640, 236, 54, CREAM, { rx: 8 }),
    rect(742, 640, 236, 54, sheet.hatch('#d9c6b4', 12, 4, 90), { rx: 8 }),
    path(`M752 694H968V${ground - 24}Q968 ${ground} 944 ${ground}H776Q752 ${ground} 752 ${ground - 24}Z`, ROSE),
    rect(752, 730, 216, 40, PLUM),
    // nail lacquer
    polygon(
      [
        [1046, 430],
        [1094, 430],
        [1106, 610],
        [1034, 610],
      ],
      INK,
    ),
    polygon(
      [
        [1046, 430],
        [1062, 430],
        [1058, 610],
        [1034, 610],
      ],
      '#5a4a48',
    ),
    glass(`M1010 ${ground}V650Q1010 610 1050 610H1092Q1132 610 1132 650V${ground}Z`, '#c4566a', 640, 1010, 122),
    // lipstick
    path('M1204 560V500L1262 454V560Z', '#c4354a'),
    rect(1194, 560, 78, 92, OCHRE),
    rect(1180, 652, 106, 160, INK),
    rect(1180, 652, 106, 12, OCHRE),
  );
  // Skeletons: the two that have not loaded. There are none left but these outlines at the edge.
  sheet.add(
    stroke(`M1350 ${ground}V520A70 70 0 0 1 1490 520V${ground}`, ROSE, 5, { 'stroke-dasharray': '14 12' }),
    rect(1386, 386, 68, 64, 'none', { stroke: ROSE, 'stroke-width': 5, 'stroke-dasharray': '14 12' }),
    stroke(`M104 ${ground}V610H206V${ground}M120 610V548H190V610`, ROSE, 5, { 'stroke-dasharray': '14 12' }),
  );
  // Progress, in the foreground.
  sheet.add(
    rect(270, 908, 1060, 14, '#c98580', { rx: 7 }),
    rect(270, 908, 860, 14, PLUM, { rx: 7 }),
    circle(1130, 915, 22, PLUM),
    circle(1130, 915, 9, CREAM),
    ...Array.from({ length: 11 }, (_, i) => rect(269 + i * 106, 938, 3, i % 5 ? 12 : 24, PLUM)),
  );
  return sheet.finish(73);
};

export default {
  'color-tokens-from-a-wardrobe': colorTokensFromAWardrobe,
  'a-uniform-for-video-calls': aUniformForVideoCalls,
  'a-cosmetics-shop-in-one-second': aCosmeticsShopInOneSecond,
};
