/** Entertainment: boards and pieces, film and projector, waveforms. Crimson, aqua, ink. */

import {
  around,
  CREAM,
  circle,
  ellipse,
  group,
  halftone,
  INK,
  line,
  moved,
  n,
  overprint,
  PAPER,
  path,
  polygon,
  rect,
  ring,
  Sheet,
  seeded,
  sector,
  stroke,
} from './print.ts';

const CRIMSON = '#c42f3f';
const AQUA = '#5aaaa6';
const NIGHT = '#1d1a1f';
const WINE = '#7c1c2c';

const pawn = (x: number, y: number, s: number, color: string, side: string): string =>
  group(
    [
      path('M-44 0Q-44-22-30-28Q-14-60-16-104H16Q14-60 30-28Q44-22 44 0Z', color),
      ellipse(0, -104, 30, 10, color),
      circle(0, -136, 34, color),
      path('M6 -170A34 34 0 0 1 8 -103L16-98Q16-60 30-28Q44-22 44 0H12Q20-50 2-104A34 34 0 0 0 6-170Z', side),
      rect(-50, -6, 100, 16, color, { rx: 8 }),
    ],
    { transform: `translate(${n(x)} ${n(y)}) scale(${n(s)})` },
  );

export const boardGamesAreStateMachines = (): string => {
  const sheet = new Sheet(PAPER);
  // The board lies below, in two inks.
  const squares: string[] = [];
  const [rows, cols] = [4, 12];
  const horizon = 560;
  const at = (c: number, r: number) => {
    const depth = (r / rows) ** 1.35;
    const y = horizon + depth * 440;
    const spread = 118 + depth * 130;
    return [800 + (c - cols / 2) * spread, y] as const;
  };
  for (let r = 0; r < rows; r++) {
    for (let c = -4; c < cols + 4; c++) {
      squares.push(polygon([at(c, r), at(c + 1, r), at(c + 1, r + 1), at(c, r + 1)], (r + c) % 2 ? CRIMSON : CREAM));
    }
  }
  sheet.add(...squares, rect(0, horizon - 10, 1600, 10, INK));
  sheet.add(overprint(halftone(0, horizon, 1600, 440, 20, '#d9a2a0', (_u, v) => 0.62 - v)));
  // The graph that the board really is.
  const nodes = {
    start: [214, 372],
    roll: [520, 196],
    move: [520, 452],
    trade: [846, 300],
    win: [1380, 210],
    skip: [1130, 440],
  } as const;
  type Name = keyof typeof nodes;
  const edge = (from: Name, to: Name, bend: number, color = INK) => {
    const [x1, y1] = nodes[from];
    const [x2, y2] = nodes[to];
    const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [cx, cy] = [mx + (-(y2 - y1) / length) * bend, my + ((x2 - x1) / length) * bend];
    const shrink = (x: number, y: number, tx: number, ty: number, by: number) => {
      const l = Math.hypot(tx - x, ty - y);
      return [x + ((tx - x) / l) * by, y + ((ty - y) / l) * by] as const;
    };
    const a = shrink(x1, y1, cx, cy, 74);
    const b = shrink(x2, y2, cx, cy, 88);
    const angle = Math.atan2(y2 - cy, x2 - cx);
    const tip = [b[0] + Math.cos(angle) * 14, b[1] + Math.sin(angle) * 14] as const;
    const wing = (d: number) => [b[0] - Math.cos(angle + d) * 22, b[1] - Math.sin(angle + d) * 22] as const;
    return (
      stroke(`M${n(a[0])} ${n(a[1])}Q${n(cx)} ${n(cy)} ${n(b[0])} ${n(b[1])}`, color, 6) +
      polygon([tip, wing(0.6), wing(-0.6)], color)
    );
  };
  sheet.add(
    edge('start', 'roll', -60),
    edge('start', 'move', 40),
    edge('roll', 'move', 60),
    edge('move', 'roll', 60),
    edge('roll', 'trade', -46),
    edge('move', 'trade', 46),
    edge('trade', 'win', -90, CRIMSON),
    edge('trade', 'skip', -30),
    edge('skip', 'win', 60),
    edge('skip', 'move', -96),
    stroke('M472 138C430 40 610 40 570 138', INK, 6),
    polygon(
      [
        [560, 146],
        [558, 116],
        [584, 128],
      ],
      INK,
    ),
  );
  const fills = [
    [nodes.start, AQUA],
    [nodes.roll, CREAM],
    [nodes.move, AQUA],
    [nodes.trade, CRIMSON],
    [nodes.win, CREAM],
    [nodes.skip, CREAM],
  ] as const;
  for (const [[x, y], fill] of fills) {
    sheet.add(
      overprint(circle(x + 9, y + 9, 68, '#d8c9b2')),
      circle(x, y, 68, fill, { stroke: INK, 'stroke-width': 8 }),
    );
  }
  const pips = (x: number, y: number, list: readonly (readonly [number, number])[], color: string) =>
    list.map(([dx, dy]) => circle(x + dx * 24, y + dy * 24, 9, color)).join('');
  const [rx, ry] = nodes.roll;
  const [wx, wy] = nodes.win;
  const [sx, sy] = nodes.skip;
  sheet.add(
    pips(
      rx,
      ry,
      [
        [-1, -1],
        [1, -1],
        [0, 0],
        [-1, 1],
        [1, 1],
      ],
      INK,
    ),
    polygon([around(214, 372, 34, 90), around(214, 372, 34, 210), around(214, 372, 34, 330)], INK),
    path(
      `M${nodes.move[0] - 26} ${nodes.move[1] + 12}L${nodes.move[0]} ${nodes.move[1] - 14}L${nodes.move[0] + 26} ${nodes.move[1] + 12}`,
      'none',
      { stroke: INK, 'stroke-width': 11 },
    ),
    ring(wx, wy, 52, INK, 5),
    polygon(
      Array.from({ length: 10 }, (_, i) => around(wx, wy + 2, i % 2 ? 16 : 38, i * 36)),
      CRIMSON,
    ),
    rect(sx - 22, sy - 26, 14, 52, INK),
    rect(sx + 8, sy - 26, 14, 52, INK),
  );
  // Pieces: the state.
  sheet.add(pawn(846, 338, 0.92, INK, '#4a4148'));
  sheet.add(
    overprint(ellipse(300, 866, 118, 18, '#b9a6a0')),
    pawn(280, 860, 1.5, AQUA, '#3d8582'),
    overprint(ellipse(1360, 916, 130, 20, '#b9a6a0')),
    pawn(1336, 912, 1.9, INK, '#433b42'),
    // a die
    overprint(
      polygon(
        [
          [820, 920],
          [960, 920],
          [1040, 950],
          [880, 968],
        ],
        '#b9a6a0',
      ),
    ),
    polygon(
      [
        [726, 780],
        [846, 764],
        [858, 896],
        [740, 916],
      ],
      CREAM,
      { stroke: INK, 'stroke-width': 6, 'stroke-linejoin': 'round' },
    ),
    polygon(
      [
        [846, 764],
        [912, 796],
        [918, 918],
        [858, 896],
      ],
      AQUA,
      { stroke: INK, 'stroke-width': 6, 'stroke-linejoin': 'round' },
    ),
    polygon(
      [
        [726, 780],
        [846, 764],
        [912, 796],
        [794, 816],
      ],
      PAPER,
      { stroke: INK, 'stroke-width': 6, 'stroke-linejoin': 'round' },
    ),
    ellipse(819, 790, 14, 7, CRIMSON),
    circle(762, 812, 10, CRIMSON),
    circle(818, 868, 10, CRIMSON),
    circle(790, 840, 10, CRIMSON),
    ellipse(880, 818, 7, 10, INK),
    ellipse(896, 886, 7, 10, INK),
  );
  return sheet.finish(51);
};

export const theFilmClubOnATextFile = (): string => {
  const sheet = new Sheet(NIGHT);
  // The cone.
  const lens = [338, 322] as const;
  sheet.add(
    polygon([lens, [1000, 84], [1000, 676]], '#3a5a5c'),
    sheet.inside(
      polygon([lens, [1000, 84], [1000, 676]], '#000'),
      halftone(330, 80, 670, 600, 18, AQUA, u => 0.92 - u * 0.72),
    ),
  );
  // The screen: a plain list, one line of it lit.
  sheet.add(rect(976, 52, 560, 656, '#0e0c10'), rect(1000, 84, 512, 592, CREAM), rect(1000, 84, 84, 592, '#e7dcc7'));
  const widths = [310, 220, 352, 180, 286, 330, 150, 262, 300, 200];
  widths.forEach((w, i) => {
    const y = 128 + i * 53;
    if (i === 4) sheet.add(rect(1000, y - 16, 512, 48, CRIMSON));
    sheet.add(
      rect(1028, y, 28, 14, i === 4 ? CREAM : '#b9aa90'),
      i < 4
        ? stroke(`M1108 ${y + 6}l9 10 17-22`, CRIMSON, 6)
        : rect(1108, y - 4, 22, 22, 'none', { stroke: i === 4 ? CREAM : INK, 'stroke-width': 4 }),
      rect(1152, y, w, 14, i === 4 ? CREAM : i < 4 ? '#a3957e' : INK),
    );
  });
  // The projector.
  const reel = (x: number, y: number, r: number, turn: number) =>
    [
      circle(x, y, r, CRIMSON),
      ring(x, y, r - 12, WINE, 5),
      ...[0, 1, 2, 3, 4].map(i => {
        const p = around(x, y, r * 0.55, turn + i * 72);
        return circle(p[0], p[1], r * 0.2, NIGHT);
      }),
      circle(x, y, r * 0.15, CREAM),
    ].join('');
  sheet.add(
    reel(96, 128, 116, 10),
    reel(306, 148, 88, 40),
    rect(44, 240, 254, 176, AQUA, { rx: 14 }),
    rect(44, 240, 254, 176, sheet.hatch('#3f8885', 14, 4, 90), { rx: 14 }),
    rect(72, 272, 108, 112, NIGHT, { rx: 8 }),
    circle(126, 328, 36, CREAM),
    path(sector(126, 328, 0, 36, 0, 120), CRIMSON),
    rect(294, 276, 48, 92, CREAM),
    rect(342, 290, 14, 64, AQUA),
    rect(120, 416, 96, 18, CREAM),
    line(150, 434, 96, 1000, '#3f8885', 14),
    line(186, 434, 240, 1000, '#3f8885', 14),
    line(168, 434, 168, 1000, '#2b5d5c', 14),
    line(126, 700, 210, 700, '#3f8885', 8),
  );
  // The strip, running through the house.
  const strip: string[] = [];
  strip.push(rect(-20, 0, 1660, 150, INK), rect(-20, 0, 1660, 150, 'none', { stroke: '#4b434c', 'stroke-width': 3 }));
  for (let i = 0; i < 34; i++)
    strip.push(rect(i * 50, 10, 26, 18, PAPER, { rx: 4 }), rect(i * 50, 122, 26, 18, PAPER, { rx: 4 }));
  for (let i = 0; i < 9; i++) {
    const x = 4 + i * 186;
    strip.push(rect(x, 38, 170, 74, i % 3 === 1 ? CRIMSON : i % 3 === 2 ? PAPER : AQUA, { rx: 4 }));
    if (i % 3 === 0)
      strip.push(
        circle(x + 40 + i * 8, 74, 22, CREAM),
        polygon(
          [
            [x, 112],
            [x + 90, 70],
            [x + 170, 112],
          ],
          NIGHT,
        ),
      );
    if (i % 3 === 1) strip.push(rect(x + 70, 50, 30, 62, CREAM), rect(x, 96, 170, 16, WINE));
    if (i % 3 === 2) strip.push(...[110, 76, 128].map((width, k) => rect(x + 18, 52 + k * 17, width, 8, NIGHT)));
  }
  // The club, from behind.
  const seat = (x: number, kind: number) =>
    moved(x, 0, [
      circle(0, 0, 44, '#0b090c'),
      kind === 1 ? circle(0, -52, 24, '#0b090c') : '',
      kind === 2 ? path('M-44 0A44 44 0 0 1 44 0L52 60H-52Z', '#0b090c') : '',
      path('M-92 200V96Q-88 50 0 44Q88 50 92 96V200Z', '#0b090c'),
      rect(-104, 92, 208, 160, WINE, { rx: 26 }),
      rect(-104, 92, 208, 14, CRIMSON, { rx: 7 }),
    ]);
  sheet.add(
    group([seat(470, 0), seat(716, 1), seat(962, 0), seat(1208, 2), seat(1454, 1)], { transform: 'translate(0 668)' }),
  );
  sheet.add(group(strip, { transform: 'translate(-30 902) rotate(-2.4)' }));
  return sheet.finish(52);
};

export const soundtracksForDeepWork = (): string => {
  const sheet = new Sheet(CRIMSON);
  const random = seeded(99);
  const [cx, cy] = [800, 560];
  // The head band: grooves of a record.
  sheet.add(
    ...Array.from({ length: 15 }, (_, i) => ring(cx, cy, 474 + i * 34, WINE, i % 5 === 0 ? 6 : 2.5, { opacity: 0.8 })),
    circle(cx, cy, 452, INK),
    ...Array.from({ length: 11 }, (_, i) => ring(cx, cy, 432 - i * 11, '#3b3230', 2.5)),
    circle(cx, cy, 306, CREAM),
  );
  // Three records of three hours: sparse, even, crowded.
  const band = (y: number, height: number, color: string, value: (t: number) => number) =>
    Array.from({ length: 43 }, (_, i) => {
      const h = Math.max(8, height * value(i / 42));
      return rect(176 + i * 29.3, y - h / 2, 15, h, color, { rx: 7.5 });
    }).join('');
  const sparse = band(cy - 190, 150, AQUA, t => (Math.sin(t * 40) > 0.72 ? 0.5 + random() * 0.4 : 0.06));
  const even = band(cy, 190, CRIMSON, t => 0.42 + 0.32 * Math.sin(t * 31) * Math.sin(t * 9 + 1));
  const crowded = band(cy + 190, 190, AQUA, () => 0.35 + random() * 0.65);
  const core = circle(cx, cy, 306, '#000');
  const dark = circle(cx, cy, 452, '#000');
  sheet.add(
    sheet.inside(
      dark,
      circle(cx, cy, 452, INK),
      ...Array.from({ length: 12 }, (_, i) => ring(cx, cy, 440 - i * 11, '#3b3230', 2.5)),
      sparse,
      even.replaceAll(CRIMSON, '#e7515f'),
      crowded,
    ),
    sheet.inside(
      core,
      circle(cx, cy, 306, CREAM),
      halftone(494, 254, 612, 612, 18, '#e3d5bd', (u, v) => u * 0.4 + v * 0.4),
      sparse.replaceAll(AQUA, '#2f7a78'),
      even,
      crowded.replaceAll(AQUA, '#2f7a78'),
    ),
    line(cx, cy - 306, cx, cy + 306, INK, 4, { 'stroke-dasharray': '4 12' }),
  );
  // Headphones around all of it.
  sheet.add(
    path(sector(cx, cy, 500, 556, -88, 88), CREAM),
    path(sector(cx, cy, 524, 532, -84, 84), CRIMSON),
    rect(196, 430, 116, 300, CREAM, { rx: 50 }),
    rect(268, 452, 84, 256, AQUA, { rx: 40 }),
    rect(268, 452, 84, 256, sheet.hatch('#37817f', 16, 5, 0), { rx: 40 }),
    rect(1288, 430, 116, 300, CREAM, { rx: 50 }),
    rect(1248, 452, 84, 256, AQUA, { rx: 40 }),
    rect(1248, 452, 84, 256, sheet.hatch('#37817f', 16, 5, 0), { rx: 40 }),
    rect(222, 500, 12, 160, CRIMSON, { rx: 6 }),
    rect(1366, 500, 12, 160, CRIMSON, { rx: 6 }),
  );
  return sheet.finish(53);
};

export default {
  'board-games-are-state-machines': boardGamesAreStateMachines,
  'the-film-club-on-a-text-file': theFilmClubOnATextFile,
  'soundtracks-for-deep-work': soundtracksForDeepWork,
};
