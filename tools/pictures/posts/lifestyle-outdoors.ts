/** Lifestyle out of doors: footpaths and contour lines, in the inks of the rooms. */

import { MOSS, OLIVE, RUST, STRAW } from './lifestyle.ts';
import { circle, group, INK, PAPER, path, polygon, rect, ring, Sheet, stroke, through, type Point } from './print.ts';

type Segment = readonly [Point, Point];

/** Height lines of an invented hill country, by marching squares. */
const contours = (
  height: (x: number, y: number) => number,
  level: number,
  step: number,
  box: readonly [number, number, number, number],
): string => {
  const [x0, y0, x1, y1] = box;
  const corner = (x: number, y: number) => ({ x, y, above: height(x, y) - level });
  const segments: Segment[] = [];
  for (let y = y0; y < y1; y += step) {
    for (let x = x0; x < x1; x += step) {
      const nw = corner(x, y);
      const ne = corner(x + step, y);
      const se = corner(x + step, y + step);
      const sw = corner(x, y + step);
      const sides = [
        [nw, ne],
        [ne, se],
        [se, sw],
        [sw, nw],
      ] as const;
      const [a, b, c, d] = sides.flatMap(([p, q]): Point[] => {
        if (p.above > 0 === q.above > 0) return [];
        const t = p.above / (p.above - q.above);
        return [[p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t]];
      });
      if (a && b) segments.push([a, b]);
      if (c && d) segments.push([c, d]);
    }
  }
  // Join the pieces into lines, those with a loose end first: they have to start there.
  const key = ([x, y]: Point) => `${x.toFixed(2)},${y.toFixed(2)}`;
  const ends = new Map<string, Segment[]>();
  const meetingAt = (point: Point): Segment[] => ends.get(key(point)) ?? [];
  for (const segment of segments) for (const end of segment) ends.set(key(end), [...meetingAt(end), segment]);
  const isInner = (segment: Segment) => segment.every(end => meetingAt(end).length === 2);
  const used = new Set<Segment>();
  let d = '';
  for (const first of segments.toSorted((a, b) => Number(isInner(a)) - Number(isInner(b)))) {
    if (used.has(first)) continue;
    const start = first.find(end => meetingAt(end).length === 1) ?? first[0];
    const points = [start];
    let here = start;
    for (let next: Segment | undefined = first; next; next = meetingAt(here).find(segment => !used.has(segment))) {
      used.add(next);
      const [a, b]: Segment = next;
      here = key(a) === key(here) ? b : a;
      points.push(here);
    }
    const closed = key(here) === key(start);
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
  const walk = [
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
  ] as const;
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
  for (const [i, [x, y]] of [walk[3], walk[6], walk[9], walk[12]].entries()) {
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
  'four-kilometers-per-decision': fourKilometersPerDecision,
};
