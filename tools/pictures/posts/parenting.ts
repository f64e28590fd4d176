/** Parenting: shapes in shapes, building blocks, mobiles and clocks. Coral, sunflower, blue. */

import {
  arc,
  around,
  CREAM,
  circle,
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
  sector,
  stroke,
} from './print.ts';

const CORAL = '#f0806d';
const SUN = '#f6c445';
const BLUE = '#2f6596';
const DEEP = '#1d3a5c';

export const recursionForASevenYearOld = (): string => {
  const sheet = new Sheet(SUN);
  const floor = 868;
  sheet.add(
    circle(1310, 214, 122, CREAM),
    halftone(0, 300, 1600, 570, 22, '#e3a826', (_u, v) => v * 0.62 - 0.1),
    rect(0, floor, 1600, 132, BLUE),
    rect(0, floor, 1600, 10, DEEP),
    ...[0, 1, 2].map(i => rect(0, floor + 40 + i * 32, 1600, 3, '#5486b1')),
  );
  // A house, in whose door stands a house, in whose door…
  const houses: string[] = [];
  const paints = [
    { wall: CREAM, roof: CORAL },
    { wall: CORAL, roof: BLUE },
    { wall: BLUE, roof: CREAM },
    { wall: CREAM, roof: CORAL },
    { wall: CORAL, roof: BLUE },
    { wall: BLUE, roof: CREAM },
    { wall: SUN, roof: CORAL },
  ];
  let [x, width] = [360, 880];
  for (const [level, { wall, roof }] of paints.entries()) {
    const height = width * 0.62;
    const top = floor - height;
    const rise = width * 0.27;
    const over = width * 0.045;
    houses.push(
      rect(x, top, width, height, wall),
      polygon(
        [
          [x - over, top],
          [x + width / 2, top - rise],
          [x + width + over, top],
        ],
        roof,
      ),
      overprint(
        polygon(
          [
            [x + width / 2, top - rise],
            [x + width + over, top],
            [x + width / 2, top],
          ],
          '#e6b7a4',
        ),
      ),
      overprint(rect(x + width * 0.86, top, width * 0.14, height, '#ecc9ad')),
      line(x - over, top, x + width + over, top, INK, Math.max(2, width * 0.008)),
    );
    if (level === 6) {
      houses.push(circle(x + width / 2, floor - height * 0.42, width * 0.16, INK));
      break;
    }
    // The doorway, dark behind the next house.
    const door = width * 0.72;
    const left = x + width * 0.1;
    houses.push(
      path(
        `M${n(left)} ${floor}V${n(floor - height * 0.86)}H${n(left + door)}V${floor}Z`,
        level % 2 ? '#f9d980' : DEEP,
      ),
    );
    x = left + door * 0.09;
    width = door * 0.82;
  }
  sheet.add(
    overprint(
      polygon(
        [
          [1240, floor],
          [1240, 420],
          [1600, 640],
          [1600, floor],
        ],
        '#f2c98c',
      ),
    ),
    ...houses,
  );
  // Blocks that wait for their turn.
  sheet.add(
    rect(96, 748, 120, 120, CORAL),
    overprint(rect(96, 748, 120, 120, sheet.hatch('#efb0a0', 20, 7, 45))),
    rect(226, 788, 80, 80, BLUE),
    path('M106 748V688A50 50 0 0 1 206 688V748H182V700A26 26 0 0 0 130 700V748Z', DEEP),
    polygon(
      [
        [156, 636],
        [120, 580],
        [192, 580],
      ],
      CREAM,
      { transform: 'rotate(180 156 608)' },
    ),
    circle(266, 756, 32, CREAM),
    rect(1376, 768, 100, 100, CREAM),
    circle(1426, 818, 30, CORAL),
    polygon(
      [
        [1366, 768],
        [1486, 768],
        [1426, 690],
      ],
      BLUE,
    ),
    rect(1490, 808, 60, 60, CORAL),
  );
  return sheet.finish(21);
};

export const screenTimeIsTheWrongUnit = (): string => {
  const sheet = new Sheet(PAPER);
  const [cx, cy, r] = [624, 470, 356];
  // The clock that is supposed to measure it.
  const ticks = Array.from({ length: 60 }, (_, i) => {
    const a = around(cx, cy, r - 20, i * 6);
    const b = around(cx, cy, r - (i % 5 ? 38 : 64), i * 6);
    return line(a[0], a[1], b[0], b[1], DEEP, i % 5 ? 4 : 11);
  });
  const minute = around(cx, cy, 262, 60);
  sheet.add(
    rect(0, 872, 1600, 128, CORAL),
    rect(0, 872, 1600, 8, DEEP),
    circle(cx, cy, r, SUN),
    path(sector(cx, cy, 0, r - 84, 0, 60), sheet.dots(CORAL, 15, 5.4)),
    ring(cx, cy, r, DEEP, 12),
    ...ticks,
    line(cx, cy, cx, cy - 196, DEEP, 18, { 'stroke-linecap': 'round' }),
    line(cx, cy, minute[0], minute[1], DEEP, 11, { 'stroke-linecap': 'round' }),
  );
  // The tablet, printed over it, and what happens in it: a town of blocks that does not end at the edge.
  const tablet = { x: 640, y: 262, width: 720, height: 610 };
  const screen = rect(tablet.x + 34, tablet.y + 34, tablet.width - 68, tablet.height - 68, '#000', { rx: 14 });
  sheet.add(
    overprint(rect(tablet.x, tablet.y, tablet.width, tablet.height, '#8db4d0', { rx: 46 })),
    rect(tablet.x, tablet.y, tablet.width, tablet.height, 'none', { rx: 46, stroke: DEEP, 'stroke-width': 12 }),
    rect(tablet.x + 34, tablet.y + 34, tablet.width - 68, tablet.height - 68, 'none', {
      rx: 14,
      stroke: DEEP,
      'stroke-width': 5,
    }),
    circle(tablet.x + tablet.width / 2, tablet.y + 17, 6, DEEP),
    sheet.inside(
      screen,
      rect(tablet.x, 760, tablet.width, 120, DEEP),
      halftone(674, 560, 652, 210, 18, DEEP, (_u, v) => v * 0.55),
    ),
    circle(cx, cy, 24, DEEP),
    circle(cx, cy, 9, SUN),
  );
  // Four blocks of one hour each, no two alike.
  const face = sheet.hatch('#d85f4b', 18, 6, 45);
  sheet.add(
    rect(736, 612, 148, 148, CORAL),
    rect(736, 612, 148, 148, face),
    polygon(
      [
        [716, 612],
        [904, 612],
        [810, 484],
      ],
      BLUE,
    ),
    overprint(
      polygon(
        [
          [810, 484],
          [904, 612],
          [810, 612],
        ],
        '#a9c4da',
      ),
    ),
    path('M918 760V660A84 84 0 0 1 1086 660V760H1044V676A42 42 0 0 0 960 676V760Z', CREAM),
    circle(1002, 530, 46, SUN, { stroke: DEEP, 'stroke-width': 0 }),
    rect(1110, 540, 74, 220, SUN),
    rect(1110, 540, 74, 220, sheet.dots('#d99a1f', 18, 5)),
    path('M1110 540A37 37 0 0 1 1184 540Z', CORAL),
    // it leaves the screen
    rect(1202, 652, 236, 108, BLUE),
    overprint(rect(1202, 652, 236, 108, sheet.hatch('#a9c4da', 16, 5, 0))),
    polygon(
      [
        [1226, 652],
        [1414, 652],
        [1320, 556],
      ],
      CORAL,
    ),
    rect(1466, 772, 100, 100, SUN),
    rect(1384, 792, 74, 80, CORAL),
    circle(1516, 730, 42, BLUE),
    rect(1384, 760, 74, 32, DEEP),
  );
  // A folding rule, which does not help either.
  sheet.add(
    rect(64, 900, 940, 52, CREAM, { rx: 6 }),
    ...Array.from({ length: 31 }, (_, i) => rect(82 + i * 30, 900, 4, i % 5 ? 18 : 32, DEEP)),
  );
  return sheet.finish(22);
};

export const billingHoursWithANewborn = (): string => {
  const sheet = new Sheet(DEEP);
  const [cx, cy] = [800, 372];
  sheet.add(
    halftone(0, 0, 1600, 760, 24, '#2a4d74', (u, v) => 0.9 - Math.hypot((u - 0.5) * 1.5, v - 0.42) * 1.1),
    line(cx, 0, cx, 96, CREAM, 5),
  );
  // The day as a ring of 24 hours: what got billed, in pieces.
  const billed = [0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.5, 0, 0, 0.5];
  billed.forEach((amount, i) => {
    const a = i * 15 + 1.6;
    sheet.add(path(sector(cx, cy, 176, 276, a, a + 11.8), '#345a82'));
    if (amount > 0) sheet.add(path(sector(cx, cy, 176, 276, a, a + 11.8 * amount), i % 2 ? CORAL : SUN));
  });
  sheet.add(
    ring(cx, cy, 292, CREAM, 3),
    ring(cx, cy, 160, CREAM, 3),
    circle(cx, cy, 112, CREAM),
    sheet.inside(
      circle(cx, cy, 112, '#000'),
      circle(cx + 58, cy - 30, 112, SUN),
      halftone(cx - 112, cy - 112, 224, 224, 13, '#d9c8a6', (u, v) => 0.8 - u * 1.3 + v * 0.25),
    ),
  );
  // The mobile: two arms hang from the ring, everything in balance.
  const star = (x: number, y: number, r: number, color: string) => {
    const points = Array.from({ length: 10 }, (_, i) => around(x, y, i % 2 ? r * 0.48 : r, i * 36));
    return polygon(points, color);
  };
  const thread = (x: number, y1: number, y2: number) => line(x, y1, x, y2, CREAM, 3);
  sheet.add(
    stroke(arc(cx, 640, 560, -62, 62), CREAM, 9, { 'stroke-linecap': 'round' }),
    thread(306, 376, 470),
    thread(1294, 376, 452),
    thread(428, 226, 330),
    thread(1172, 226, 350),
    circle(428, 376, 48, CORAL),
    path('M380 376A48 48 0 0 0 476 376Z', SUN),
    rect(1126, 350, 92, 92, SUN, { transform: 'rotate(0 1172 396)' }),
    rect(1126, 350, 92, 92, sheet.hatch(CORAL, 18, 7, 45)),
    // moon
    path('M336 470a74 74 0 1 0 26 128a60 60 0 1 1-26-128Z', SUN),
    star(1294, 520, 72, CORAL),
    circle(1294, 520, 16, DEEP),
  );
  // The crib: blanket, sleeper, bars.
  const sleeper = circle(560, 800, 74, '#e0a37c');
  sheet.add(
    rect(0, 860, 1600, 140, '#16304d'),
    rect(-20, 884, 1640, 130, '#dcd2bd'),
    path('M380 884Q372 822 450 826H680Q730 830 724 884Z', '#c9d8e2'),
    sleeper,
    path('M494 768A74 74 0 0 1 632 780Q600 742 560 760Q520 742 494 768Z', '#6b3322'),
    stroke('M522 806q13 12 26 0M572 806q13 12 26 0', '#5e2a1d', 5, { 'stroke-linecap': 'round' }),
    stroke('M550 836q10 8 20 0', '#8a3b2d', 5, { 'stroke-linecap': 'round' }),
    path('M470 872Q440 790 520 856Q700 700 900 790T1300 850V1000H470Z', CREAM),
    sheet.inside(
      path('M470 872Q440 790 520 856Q700 700 900 790T1300 850V1000H470Z', '#000'),
      rect(400, 700, 1000, 300, sheet.checks(CORAL, 74, 16, 16, 0.45)),
    ),
  );
  for (let i = 0; i < 15; i++)
    sheet.add(rect(88 + i * 100, 690, 24, 330, BLUE), rect(104 + i * 100, 690, 8, 330, '#234e78'));
  sheet.add(
    rect(0, 660, 1600, 40, SUN, { rx: 0 }),
    rect(0, 700, 1600, 8, '#cc962a'),
    ...[250, 1350, 1420].map(x => circle(x, 680, 9, DEEP)),
  );
  return sheet.finish(23);
};

export default {
  'recursion-for-a-seven-year-old': recursionForASevenYearOld,
  'screen-time-is-the-wrong-unit': screenTimeIsTheWrongUnit,
  'billing-hours-with-a-newborn': billingHoursWithANewborn,
};
