/** Food: a scored loaf on a line of stages, a plate that is a dial, cups in proportion. Crust, tomato, leaf. */

import {
  arc,
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
  sector,
  stroke,
  turned,
  type Point,
} from './print.ts';

const CRUST = '#b96d2c';
const TOMATO = '#d94c2f';
const LEAF = '#5f7a3c';
const BAKED = '#7a3f1b';
const WHEAT = '#eac98c';

export const sourdoughIsABuildPipeline = (): string => {
  const sheet = new Sheet(WHEAT);
  const [cx, cy, rx, ry] = [944, 408, 470, 322];
  const loaf = ellipse(cx, cy, rx, ry, '#000');
  sheet.add(
    ...Array.from({ length: 8 }, (_, i) => rect(0, 36 + i * 96, 1600, 2.5, '#d8b06c')),
    overprint(ellipse(cx + 22, cy + 50, rx + 8, ry, '#d9b98e')),
    ellipse(cx, cy, rx, ry, CRUST),
    sheet.inside(
      loaf,
      halftone(
        cx - rx,
        cy - ry,
        rx * 2,
        ry * 2,
        20,
        BAKED,
        (u, v) => (Math.hypot((u - 0.44) * 2, (v - 0.38) * 2) - 0.62) * 1.15,
      ),
      // Flour rings of the basket.
      ...Array.from({ length: 7 }, (_, i) =>
        ellipse(cx - 10, cy - 12, rx - 36 - i * 58, ry - 30 - i * 42, 'none', {
          stroke: CREAM,
          'stroke-width': 13 - i,
          'stroke-dasharray': '34 9',
          opacity: 0.85,
        }),
      ),
    ),
  );
  // The scoring: one long cut, and an ear of wheat beside it.
  const spine = (grow: number) =>
    `M${cx - 356 - grow} ${cy}Q${cx - 60} ${cy - 44 - grow} ${cx + 356 + grow} ${cy}Q${cx - 60} ${cy + 30 + grow} ${cx - 356 - grow} ${cy}Z`;
  const scored = [path(spine(12), BAKED), path(spine(0), CREAM), path(spine(0), sheet.dots('#e3b877', 14, 4))];
  for (const [i, long] of [96, 124, 138, 134, 116, 88].entries()) {
    const x = cx - 262 + i * 98;
    for (const side of [-1, 1]) {
      const leaf = (grow: number) =>
        `M${x - grow} ${cy + side * (48 - grow)}Q${n(x + long * 0.9 + grow)} ${n(cy + side * (long * 0.62))} ${n(x + long * 0.82)} ${n(cy + side * (48 + long + grow))}Q${n(x - 6 - grow)} ${n(cy + side * (40 + long * 0.72))} ${x - grow} ${cy + side * (48 - grow)}Z`;
      scored.push(path(leaf(7), BAKED), path(leaf(-3), CREAM));
    }
  }
  sheet.add(turned(-9, cx, cy, scored));
  // The pipeline: one line, five stages, the fourth is running.
  const y = 866;
  sheet.add(rect(0, 760, 1600, 240, BAKED), rect(0, 760, 1600, 10, INK));
  const stages = [170, 485, 800, 1115, 1430];
  sheet.add(
    line(-20, y, 1115, y, CREAM, 12),
    line(1115, y, 1620, y, CREAM, 12, { 'stroke-dasharray': '4 22', 'stroke-linecap': 'round' }),
  );
  stages.forEach((x, i) => {
    sheet.add(
      circle(x, y, 86, BAKED),
      circle(x, y, 74, i < 3 ? CREAM : i === 3 ? TOMATO : BAKED, { stroke: CREAM, 'stroke-width': 8 }),
    );
  });
  sheet.add(
    // starter
    rect(140, 820, 60, 14, INK),
    path('M136 838H204V896Q204 908 192 908H148Q136 908 136 896Z', WHEAT, { stroke: INK, 'stroke-width': 7 }),
    path('M139 870q16-12 32 0t30 0v26q0 9-9 9h-44q-9 0-9-9Z', CRUST),
    circle(160, 888, 6, CREAM),
    circle(182, 882, 4, CREAM),
    // bowl
    path('M432 856H538A53 53 0 0 1 432 856Z', LEAF),
    path('M440 856Q485 786 530 856Z', WHEAT),
    rect(426, 850, 118, 11, INK, { rx: 5 }),
    // basket with the dough's spiral
    ...[46, 33, 20].map(r => ring(800, y, r, CRUST, 8)),
    circle(800, y, 8, CRUST),
    // oven
    rect(1066, 828, 98, 78, INK, { rx: 8 }),
    path('M1082 894V872A33 33 0 0 1 1148 872V894Z', WHEAT),
    path('M1092 894Q1094 868 1115 866Q1136 868 1138 894Z', CRUST),
    // loaf to come
    ellipse(1430, y, 50, 32, 'none', { stroke: CREAM, 'stroke-width': 6 }),
    stroke(`M1400 ${y + 4}q30-26 62-14`, CREAM, 6),
    ...[170, 485, 800].map(
      x => `${circle(x + 58, y - 58, 26, LEAF)}${stroke(`M${x + 46} ${y - 58}l9 10 16-20`, CREAM, 6)}`,
    ),
    stroke(arc(1115, y, 98, -30, 210), TOMATO, 9, { 'stroke-linecap': 'round' }),
  );
  // The razor.
  sheet.add(
    group(
      [
        rect(0, 0, 250, 20, INK, { rx: 10 }),
        rect(206, -18, 124, 54, PAPER, { rx: 6 }),
        rect(206, -18, 124, 54, 'none', { rx: 6, stroke: INK, 'stroke-width': 5 }),
        rect(248, 4, 50, 9, INK, { rx: 4 }),
      ],
      { transform: 'translate(96 250) rotate(31)' },
    ),
  );
  return sheet.finish(61);
};

export const lunchInTwelveMinutes = (): string => {
  const sheet = new Sheet(TOMATO);
  const [cx, cy, r] = [800, 500, 420];
  // Table cloth: checks.
  sheet.add(rect(0, 0, 1600, 1000, sheet.checks('#b93a20', 132, 66, 0, 0.5)));
  sheet.add(
    overprint(circle(cx + 18, cy + 26, r + 8, '#d79a86')),
    circle(cx, cy, r, CREAM),
    ring(cx, cy, r - 92, '#dccbae', 4),
    ring(cx, cy, r - 6, '#e4d6bd', 6),
  );
  // Twelve minutes on the rim, ten of them gone.
  for (let i = 0; i < 12; i++) {
    const a = i * 30;
    const p = around(cx, cy, r - 24, a);
    const q = around(cx, cy, r - 74, a);
    sheet.add(line(p[0], p[1], q[0], q[1], INK, i % 3 ? 7 : 15));
    for (let k = 1; k < 5; k++) {
      const s = around(cx, cy, r - 24, a + k * 6);
      const t = around(cx, cy, r - 38, a + k * 6);
      sheet.add(line(s[0], s[1], t[0], t[1], INK, 3));
    }
  }
  sheet.add(stroke(arc(cx, cy, r - 100, 0, 240), TOMATO, 13));
  // Lunch.
  const inner = circle(cx, cy, 292, '#000');
  sheet.add(
    sheet.inside(
      inner,
      path(sector(cx, cy, 0, 300, 0, 120), WHEAT),
      path(sector(cx, cy, 0, 300, 0, 120), sheet.dots(CRUST, 22, 5)),
      path(sector(cx, cy, 0, 300, 120, 240), LEAF),
      path(sector(cx, cy, 0, 300, 120, 240), sheet.hatch('#46602a', 20, 6, 30)),
      path(sector(cx, cy, 0, 300, 240, 360), '#f2b34c'),
    ),
  );
  // Tomato slices, peas, an egg.
  const slice = (x: number, y: number, s: number) =>
    [
      circle(x, y, s, TOMATO),
      ring(x, y, s - 9, '#f0876c', 5),
      ...[0, 1, 2, 3, 4].map(i =>
        ellipse(x, y - s * 0.45, s * 0.14, s * 0.24, WHEAT, { transform: `rotate(${i * 72} ${x} ${y})` }),
      ),
    ].join('');
  sheet.add(
    slice(716, 348, 70),
    slice(614, 444, 62),
    slice(700, 482, 46),
    ...(
      [
        [760, 650],
        [830, 690],
        [880, 640],
        [790, 720],
        [860, 742],
        [720, 700],
        [930, 700],
      ] as const
    ).map(([x, y]) => `${circle(x, y, 23, '#88a355')}${circle(x - 6, y - 6, 7, '#c9d79a')}`),
    ellipse(950, 420, 92, 104, CREAM, { transform: 'rotate(24 950 420)' }),
    circle(956, 428, 47, '#f2b34c'),
    circle(942, 414, 11, CREAM),
  );
  // Fork and knife tell the time.
  const fork = [
    rect(-9, -120, 18, 420, INK, { rx: 9 }),
    path('M-38-300V-196Q-38-140 0-130Q38-140 38-196V-300H24V-200H8V-300H-8V-200H-24V-300Z', INK),
  ];
  const knife = [rect(-9, 20, 18, 270, INK, { rx: 9 }), path('M-11 30V-280Q34-250 34-120Q34-20 11 30Z', INK)];
  sheet.add(
    group([overprint(group(fork, { transform: 'translate(8 10)', opacity: 0.25 })), ...fork], {
      transform: `translate(214 520)`,
    }),
    group(knife, { transform: `translate(1386 520)` }),
    // the hand of the dial
    line(cx, cy, around(cx, cy, r - 84, 240)[0], around(cx, cy, r - 84, 240)[1], INK, 13, {
      'stroke-linecap': 'round',
    }),
    circle(cx, cy, 26, INK),
    circle(cx, cy, 9, CREAM),
  );
  return sheet.finish(62);
};

export const aRecipeFormatThatScales = (): string => {
  const sheet = new Sheet(PAPER);
  // Everything is drawn from one point: a half, one, two.
  const [vx, vy] = [70, 800];
  const cup = (scale: number, at: number, level: number, fill: string, screen: string): string => {
    const p = (x: number, y: number): Point => [vx + (at + x) * scale, vy - y * scale];
    const [w, h, lean] = [300, 330, 30];
    const outline = polygon([p(0, h), p(w, h), p(w - lean, 0), p(lean, 0)], '#000');
    const handle = `M${p(w - 6, 270)
      .map(n)
      .join(' ')}C${p(w + 120, 280)
      .map(n)
      .join(' ')} ${p(w + 100, 70)
      .map(n)
      .join(' ')} ${p(w - 20, 70)
      .map(n)
      .join(' ')}`;
    return [
      stroke(handle, INK, 34 * scale),
      stroke(handle, fill, 14 * scale),
      polygon([p(0, h), p(w, h), p(w - lean, 0), p(lean, 0)], CREAM),
      sheet.inside(
        outline,
        polygon([p(-20, h * level), p(w + 20, h * level), p(w, -10), p(0, -10)], fill),
        polygon([p(-20, h * level), p(w + 20, h * level), p(w, -10), p(0, -10)], screen),
      ),
      polygon([p(0, h), p(w, h), p(w - lean, 0), p(lean, 0)], 'none', {
        stroke: INK,
        'stroke-width': 12 * scale,
        'stroke-linejoin': 'round',
      }),
      ...[1, 2, 3, 4, 5, 6, 7].map(i => {
        const [a, b] = [p(lean * (1 - i / 8), (h * i) / 8), p(lean * (1 - i / 8) + (i % 2 ? 34 : 64), (h * i) / 8)];
        return line(a[0], a[1], b[0], b[1], INK, 7 * scale);
      }),
      polygon([p(-14, h + 6), p(30, h + 6), p(30, h - 8), p(-4, h - 8)], INK),
    ].join('');
  };
  sheet.add(
    rect(0, vy, 1600, 200, LEAF),
    rect(0, vy, 1600, 10, INK),
    overprint(rect(0, vy + 10, 1600, 190, sheet.hatch('#c9d2b0', 22, 6, 0))),
    polygon(
      [
        [vx, vy],
        [vx + 990, 0],
        [1600, 0],
        [1600, vy],
      ],
      '#f1e2c4',
    ),
    sheet.inside(
      polygon(
        [
          [vx, vy],
          [vx + 990, 0],
          [1600, 0],
          [1600, vy],
        ],
        '#000',
      ),
      halftone(560, 0, 1040, 790, 22, WHEAT, (u, v) => u * 0.9 + v * 0.2 - 0.25),
    ),
    line(vx, vy, vx + 1100, vy - 1100 * (330 / 408), TOMATO, 4),
    line(vx, vy, 1700, vy - 1630 * (206.25 / 419), TOMATO, 3, { 'stroke-dasharray': '18 12' }),
    line(vx, vy, 1700, vy - 1630 * (82.5 / 430), TOMATO, 3, { 'stroke-dasharray': '4 12' }),
  );
  sheet.add(
    cup(1.76, 408, 0.625, TOMATO, sheet.dots('#b5371e', 28, 7)),
    cup(0.88, 408, 0.625, '#e9a13b', sheet.hatch('#c57f20', 18, 5, 45)),
    cup(0.44, 408, 0.625, LEAF, sheet.dots('#46602a', 14, 3.6)),
  );
  sheet.add(circle(vx, vy, 22, TOMATO), circle(vx, vy, 9, CREAM));
  // Proportion along the counter: one, two, four.
  const marks = [0.44, 0.88, 1.76].map(s => vx + (408 + 150) * s);
  marks.forEach((x, i) => {
    for (let k = 0; k < 2 ** i; k++) {
      const step = 58;
      sheet.add(
        rect(x - ((2 ** i - 1) * step) / 2 + k * step - 21, 880, 42, 42, CREAM),
        k % 2 ? rect(x - ((2 ** i - 1) * step) / 2 + k * step - 21, 880, 42, 42, sheet.hatch(CRUST, 12, 4, 45)) : '',
      );
    }
    sheet.add(line(x, vy + 10, x, 872, CREAM, 4));
  });
  return sheet.finish(63);
};

export default {
  'sourdough-is-a-build-pipeline': sourdoughIsABuildPipeline,
  'lunch-in-twelve-minutes': lunchInTwelveMinutes,
  'a-recipe-format-that-scales': aRecipeFormatThatScales,
};
