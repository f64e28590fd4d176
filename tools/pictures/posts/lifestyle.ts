/** Lifestyle indoors: light from a window, the plane of a desk, a phone face down. Olive, straw, rust. */

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
} from './print.ts';

export const OLIVE = '#6f7b45';
export const STRAW = '#f3d286';
export const RUST = '#b8512f';
export const MOSS = '#39422a';

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
      ...(
        [
          [232, 110],
          [214, 76],
          [252, 120],
          [202, 60],
          [226, 96],
          [246, 70],
          [210, 50],
        ] as const
      ).map(([x, width], i) => rect(x, 412 + i * 26, width, 6, STRAW)),
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
  for (const [month, days] of [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].entries()) {
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

export default {
  'the-desk-by-the-window': theDeskByTheWindow,
  'a-year-without-push-notifications': aYearWithoutPushNotifications,
};
