/** Lifestyle: light from a window, the plane of a desk, footpaths and contour lines. Olive, straw, rust. */

import {
  around,
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
  through,
  type Point,
} from './print.ts';

const OLIVE = '#6f7b45';
const STRAW = '#f3d286';
const RUST = '#b8512f';
const MOSS = '#39422a';

export const theDeskByTheWindow = (): string => {
  const sheet = new Sheet('#87905b');
  // Wall, and the light that the window throws on it.
  sheet.add(
    rect(0, 0, 1600, 1000, '#87905b'),
    halftone(760, 0, 840, 700, 20, OLIVE, (u, v) => u * 0.9 - v * 0.25),
  );
  const light = (x: number, y: number) =>
    polygon(
      [
        [x, y],
        [x + 216, y + 86],
        [x + 216, y + 316],
        [x, y + 230],
      ],
      STRAW,
    );
  sheet.add(light(872, 120), light(1104, 212), light(872, 366), light(1104, 458));
  // The window: sea, harbor, one sail.
  const view = rect(150, 80, 560, 560, '#000');
  sheet.add(
    rect(122, 52, 616, 616, MOSS),
    sheet.inside(
      view,
      rect(150, 80, 560, 560, STRAW),
      circle(286, 226, 74, CREAM),
      rect(150, 396, 560, 250, OLIVE),
      path('M150 396V352H236L262 330L300 352H340V396Z', MOSS),
      ...Array.from({ length: 7 }, (_, i) =>
        rect(232 - [0, 18, -20, 30, 6, -14, 22][i], 412 + i * 26, [110, 76, 120, 60, 96, 70, 50][i], 6, STRAW),
      ),
      polygon(
        [
          [582, 214],
          [582, 420],
          [486, 420],
        ],
        CREAM,
      ),
      polygon(
        [
          [594, 262],
          [594, 420],
          [662, 420],
        ],
        RUST,
      ),
      path('M470 432H680L652 474H500Z', INK),
      rect(150, 560, 560, 80, MOSS),
      ...[190, 320, 450, 580, 690].map(x => rect(x, 520, 20, 60, MOSS)),
    ),
    rect(420, 80, 20, 560, MOSS),
    rect(150, 350, 560, 20, MOSS),
    rect(92, 656, 676, 34, CREAM),
    rect(92, 690, 676, 10, '#5c6638'),
  );
  // The desk, a plane of its own, the light on it.
  sheet.add(
    polygon(
      [
        [0, 756],
        [1600, 756],
        [1600, 1000],
        [0, 1000],
      ],
      RUST,
    ),
    rect(0, 756, 1600, 14, '#d87a52'),
    polygon(
      [
        [560, 780],
        [820, 780],
        [1004, 900],
        [700, 900],
      ],
      '#e9a566',
    ),
    polygon(
      [
        [848, 780],
        [1110, 780],
        [1344, 900],
        [1038, 900],
      ],
      '#e9a566',
    ),
    polygon(
      [
        [718, 912],
        [1022, 912],
        [1150, 1000],
        [822, 1000],
      ],
      '#e9a566',
    ),
    polygon(
      [
        [1058, 912],
        [1364, 912],
        [1530, 1000],
        [1190, 1000],
      ],
      '#e9a566',
    ),
  );
  // Lamp, notebook, cup, screen seen from its side.
  sheet.add(
    overprint(ellipse(316, 862, 130, 20, '#c98a6c')),
    rect(220, 838, 180, 22, INK, { rx: 11 }),
    stroke('M310 840 226 640 402 506', INK, 13, { 'stroke-linejoin': 'round' }),
    circle(226, 640, 18, STRAW),
    polygon(
      [
        [360, 470],
        [426, 446],
        [520, 560],
        [388, 606],
      ],
      INK,
    ),
    path('M388 606L520 560A70 70 0 0 1 388 606Z', STRAW),
    polygon(
      [
        [610, 838],
        [830, 838],
        [886, 900],
        [598, 900],
      ],
      CREAM,
    ),
    ...[0, 1, 2].map(i => line(640 + i * 3, 854 + i * 14, 800 + i * 12, 854 + i * 14, OLIVE, 4)),
    line(770, 826, 900, 876, INK, 9, { 'stroke-linecap': 'round' }),
    overprint(ellipse(1010, 880, 86, 15, '#c98a6c')),
    path('M936 796H1056V846Q1056 880 1022 880H970Q936 880 936 846Z', MOSS),
    stroke('M1056 812c44-4 44 46 0 44', MOSS, 12),
    ellipse(996, 796, 60, 11, INK),
    polygon(
      [
        [1196, 500],
        [1222, 496],
        [1262, 792],
        [1236, 796],
      ],
      INK,
    ),
    polygon(
      [
        [1244, 650],
        [1330, 672],
        [1330, 700],
        [1248, 680],
      ],
      MOSS,
    ),
    rect(1318, 664, 26, 186, MOSS),
    rect(1240, 842, 168, 18, INK, { rx: 9 }),
    polygon(
      [
        [1112, 888],
        [1352, 888],
        [1384, 938],
        [1096, 938],
      ],
      PAPER,
    ),
    ...[0, 1, 2].map(i =>
      line(1126 - i * 4, 900 + i * 13, 1346 + i * 8, 900 + i * 13, MOSS, 7, { 'stroke-dasharray': '14 5' }),
    ),
  );
  return sheet.finish(31);
};

export const aYearWithoutPushNotifications = (): string => {
  const sheet = new Sheet(RUST);
  const [cx, cy] = [800, 520];
  // Twelve quiet rings, a dot for each day.
  let dots = '';
  const rings: string[] = [];
  for (let month = 0; month < 12; month++) {
    const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month];
    const radius = 292 + month * 56;
    rings.push(ring(cx, cy, radius, CREAM, 2.5, { opacity: n(0.75 - month * 0.045) }));
    for (let day = 0; day < days; day++) {
      const [x, y] = around(cx, cy, radius, (day / days) * 360 - 14);
      if (x < -20 || x > 1620 || y < -20 || y > 1020) continue;
      const r = day === 0 ? 14 - month * 0.5 : 8.4 - month * 0.5;
      dots += `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`;
    }
  }
  const panes = [
    polygon(
      [
        [-40, 40],
        [470, -60],
        [820, 330],
        [310, 440],
      ],
      '#e2a35f',
    ),
    polygon(
      [
        [520, -70],
        [980, -160],
        [1330, 224],
        [868, 320],
      ],
      '#e2a35f',
    ),
    polygon(
      [
        [350, 486],
        [858, 374],
        [1230, 790],
        [720, 910],
      ],
      '#e2a35f',
    ),
    polygon(
      [
        [906, 364],
        [1370, 264],
        [1740, 670],
        [1278, 780],
      ],
      '#e2a35f',
    ),
  ];
  sheet.add(
    ...Array.from({ length: 9 }, (_, i) => rect(0, 74 + i * 116, 1600, 3, '#a04322')),
    ...panes,
    ...rings,
    path(dots, CREAM),
  );
  // The phone, face down.
  const phone = (fill: string, dx = 0, dy = 0) => rect(cx - 128 + dx, cy - 252 + dy, 256, 504, fill, { rx: 48 });
  sheet.add(
    group(
      [
        overprint(
          polygon(
            [
              [cx + 70, cy - 240],
              [cx + 128, cy - 214],
              [cx + 236, cy - 96],
              [cx + 236, cy + 330],
              [cx + 196, cy + 366],
              [cx + 8, cy + 366],
              [cx - 90, cy + 246],
            ],
            '#cf8a6c',
            { 'stroke-linejoin': 'round', stroke: '#cf8a6c', 'stroke-width': 24 },
          ),
        ),
        phone(INK, 10, 12),
        phone(MOSS),
        rect(cx - 116, cy - 240, 232, 480, 'none', { rx: 38, stroke: '#5c6741', 'stroke-width': 4 }),
        rect(cx - 104, cy - 228, 112, 112, '#2a311e', { rx: 32 }),
        circle(cx - 74, cy - 198, 23, INK),
        circle(cx - 74, cy - 198, 10, OLIVE),
        circle(cx - 26, cy - 146, 23, INK),
        circle(cx - 26, cy - 146, 10, OLIVE),
        circle(cx - 28, cy - 196, 9, STRAW),
        sheet.inside(
          rect(cx - 128, cy - 252, 256, 504, '#000', { rx: 48 }),
          overprint(
            polygon(
              [
                [cx - 140, cy + 60],
                [cx + 140, cy - 110],
                [cx + 140, cy + 40],
                [cx - 140, cy + 220],
              ],
              sheet.hatch('#b9c08f', 12, 4, -31),
            ),
          ),
        ),
      ],
      { transform: `rotate(-14 ${cx} ${cy})` },
    ),
  );
  return sheet.finish(32);
};

/** Height lines of an invented hill country, by marching squares. */
const contours = (
  height: (x: number, y: number) => number,
  level: number,
  step: number,
  box: readonly [number, number, number, number],
): string => {
  const [x0, y0, x1, y1] = box;
  const segments: [Point, Point][] = [];
  for (let y = y0; y < y1; y += step) {
    for (let x = x0; x < x1; x += step) {
      const corners = [
        [x, y],
        [x + step, y],
        [x + step, y + step],
        [x, y + step],
      ] as const;
      const values = corners.map(([px, py]) => height(px, py) - level);
      const cuts: Point[] = [];
      for (let k = 0; k < 4; k++) {
        const [a, b] = [values[k], values[(k + 1) % 4]];
        if (a > 0 === b > 0) continue;
        const t = a / (a - b);
        const [p, q] = [corners[k], corners[(k + 1) % 4]];
        cuts.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]);
      }
      for (let k = 0; k + 1 < cuts.length; k += 2) segments.push([cuts[k], cuts[k + 1]]);
    }
  }
  // Join the pieces into lines.
  const key = ([x, y]: Point) => `${x.toFixed(2)},${y.toFixed(2)}`;
  const ends = new Map<string, number[]>();
  segments.forEach((segment, i) => {
    for (const end of segment) ends.set(key(end), [...(ends.get(key(end)) ?? []), i]);
  });
  const used = new Set<number>();
  let d = '';
  const follow = (start: number, from: Point): Point[] => {
    const points = [from];
    let [index, here] = [start, from];
    for (;;) {
      used.add(index);
      const [a, b] = segments[index];
      here = key(a) === key(here) ? b : a;
      points.push(here);
      const next = (ends.get(key(here)) ?? []).find(i => !used.has(i));
      if (next === undefined) return points;
      index = next;
    }
  };
  const openFirst = segments
    .map((_, i) => i)
    .toSorted(
      (a, b) =>
        Number(segments[a].every(p => ends.get(key(p))?.length === 2)) -
        Number(segments[b].every(p => ends.get(key(p))?.length === 2)),
    );
  for (const i of openFirst) {
    if (used.has(i)) continue;
    const [a, b] = segments[i];
    const points = follow(i, ends.get(key(a))?.length === 1 ? a : ends.get(key(b))?.length === 1 ? b : a);
    const closed = key(points[0]) === key(points[points.length - 1]);
    d += through(closed ? points.slice(0, -1) : points, closed);
  }
  return d;
};

export const fourKilometersPerDecision = (): string => {
  const sheet = new Sheet(PAPER);
  const hills = [
    [430, 300, 300, 220, 1],
    [1220, 640, 360, 260, 1.15],
    [1010, 130, 260, 190, 0.62],
    [180, 860, 300, 230, 0.7],
    [720, 700, 210, 160, 0.34],
  ] as const;
  const height = (x: number, y: number) =>
    hills.reduce((sum, [hx, hy, sx, sy, h]) => sum + h * Math.exp(-(((x - hx) / sx) ** 2) - ((y - hy) / sy) ** 2), 0) +
    0.05 * Math.sin(x / 130 + y / 170);
  const box = [-60, -60, 1660, 1060] as const;
  const closing = (level: number) =>
    contours((x, y) => (x <= -60 || y <= -60 || x >= 1640 || y >= 1040 ? -1 : height(x, y)), level, 20, box);
  const tints: [number, string][] = [
    [0.3, '#dfd9ac'],
    [0.52, '#bdc083'],
    [0.74, '#939c5e'],
    [0.95, OLIVE],
  ];
  for (const [level, tint] of tints) sheet.add(path(closing(level), tint, { 'fill-rule': 'evenodd' }));
  sheet.add(path(closing(0.74), sheet.dots(OLIVE, 14, 2.6), { 'fill-rule': 'evenodd' }));
  for (let i = 0; i < 16; i++)
    sheet.add(
      stroke(contours(height, 0.12 + i * 0.07, 20, box), MOSS, i % 4 === 0 ? 4 : 1.8, {
        opacity: i % 4 === 0 ? 0.8 : 0.55,
      }),
    );
  // Water, a wood, a village.
  sheet.add(
    path('M1290 -10Q1330 130 1470 170T1610 260V-10Z', STRAW),
    sheet.inside(
      path('M1290 -10Q1330 130 1470 170T1610 260V-10Z', '#000'),
      rect(1260, -10, 360, 300, sheet.hatch('#c39a45', 20, 4, 0)),
    ),
    stroke('M1290 -10Q1330 130 1470 170T1610 260', MOSS, 4),
  );
  // The walk: a loop of four kilometers, and the fork it was for.
  const walk: Point[] = [
    [130, 560],
    [250, 610],
    [360, 520],
    [540, 560],
    [640, 470],
    [640, 330],
    [770, 250],
    [900, 330],
    [860, 480],
    [930, 600],
    [1050, 470],
    [1180, 420],
    [1290, 470],
  ];
  const d = through(walk);
  const forks = [
    through([
      [1290, 470],
      [1380, 430],
      [1430, 340],
      [1540, 330],
    ]),
    through([
      [1290, 470],
      [1370, 540],
      [1400, 700],
      [1510, 800],
    ]),
  ];
  sheet.add(
    stroke(d, PAPER, 30, { 'stroke-linecap': 'round' }),
    ...forks.map(f => stroke(f, PAPER, 24, { 'stroke-linecap': 'round' })),
    stroke(d, RUST, 13, { 'stroke-linecap': 'round' }),
    ...forks.map(f => stroke(f, RUST, 9, { 'stroke-linecap': 'round', 'stroke-dasharray': '2 20' })),
    polygon(
      [
        [1540, 306],
        [1590, 330],
        [1540, 354],
      ],
      RUST,
    ),
    polygon(
      [
        [1488, 800],
        [1536, 826],
        [1524, 774],
      ],
      RUST,
    ),
  );
  for (const [i, at] of [3, 6, 9, 12].entries()) {
    const [x, y] = walk[at];
    sheet.add(circle(x, y, 40, PAPER), ring(x, y, 40, INK, 6));
    for (let k = 0; k <= i; k++) sheet.add(rect(x - (i * 12 + 6) / 2 + k * 12, y - 16, 6, 32, INK));
  }
  sheet.add(circle(130, 560, 30, RUST), circle(130, 560, 12, PAPER));
  // Scale bar.
  sheet.add(
    ...[0, 1, 2, 3].map(i => rect(92 + i * 92, 928, 92, 18, i % 2 ? PAPER : INK)),
    rect(92, 928, 368, 18, 'none', { stroke: INK, 'stroke-width': 4 }),
  );
  // The compass.
  sheet.add(
    circle(1478, 916, 0, INK),
    group(
      [
        polygon(
          [
            [0, -58],
            [17, 0],
            [0, 58],
            [-17, 0],
          ],
          INK,
        ),
        polygon(
          [
            [0, -58],
            [17, 0],
            [-17, 0],
          ],
          RUST,
        ),
      ],
      { transform: 'translate(110 110) rotate(14)' },
    ),
    ring(110, 110, 66, INK, 4),
  );
  return sheet.finish(33);
};

export default {
  'the-desk-by-the-window': theDeskByTheWindow,
  'a-year-without-push-notifications': aYearWithoutPushNotifications,
  'four-kilometers-per-decision': fourKilometersPerDecision,
};
