/** Health & Fitness: hands over keys, bars and plates, the moon. Brick, slate, powder. */

import {
  arc,
  around,
  CREAM,
  circle,
  group,
  halftone,
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

const BRICK = '#cf4d38';
const SLATE = '#25405c';
const POWDER = '#aac8d0';
const MIDNIGHT = '#152838';

export const tenYearsOfTyping = (): string => {
  const sheet = new Sheet(POWDER);
  // Ten years: rings that start at each wrist.
  const wrists = [
    [428, 842],
    [1172, 842],
  ] as const;
  for (const [x, y] of wrists)
    for (let i = 0; i < 10; i++) sheet.add(ring(x, y, 150 + i * 58, '#8fb3bf', i === 9 ? 6 : 3));
  // A keyboard in two halves, turned as wrists are.
  const half = (mirror: boolean) => {
    const keys: string[] = [
      rect(-290, -206, 580, 424, SLATE, { rx: 34 }),
      rect(-290, -206, 580, 400, '#31506e', { rx: 34 }),
    ];
    for (let row = 0; row < 4; row++) {
      for (let col = 0; col < 6; col++) {
        const home = row === 2 && col === (mirror ? 1 : 4);
        const wide = row === 3 && col > 3;
        if (row === 3 && (col < 1 || col === 5)) continue;
        const x = -268 + col * 91;
        keys.push(
          rect(x, -184 + row * 91, wide ? 172 : 80, 80, MIDNIGHT, { rx: 14 }),
          rect(x, -184 + row * 91, wide ? 172 : 80, 72, home ? BRICK : row === 2 ? CREAM : PAPER, { rx: 14 }),
        );
        if (row === 2) keys.push(rect(x + 26, -124 + row * 91, 28, 5, home ? CREAM : '#cdbfa6'));
      }
    }
    return keys;
  };
  sheet.add(
    group(overprint(rect(-280, -180, 590, 430, '#8fa9b5', { rx: 34 })), { transform: 'translate(452 330) rotate(13)' }),
    group(overprint(rect(-310, -180, 590, 430, '#8fa9b5', { rx: 34 })), {
      transform: 'translate(1148 330) rotate(-13)',
    }),
    group(half(false), { transform: 'translate(452 330) rotate(13)' }),
    group(half(true), { transform: 'translate(1148 330) rotate(-13)' }),
  );
  // The hands: fingers are arcs from the wrist.
  const hand = (skin: string, shade: string) => {
    const finger = (x1: number, y1: number, cx: number, cy: number, x2: number, y2: number, w: number) =>
      stroke(`M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}`, skin, w, { 'stroke-linecap': 'round' });
    const shape = [
      path(
        'M-112 420L-84 170Q-80 120-104 40Q-134-40-134-96Q-134-140-90-142H86Q132-142 132-92Q132-30 112 40Q82 120 86 170L112 420Z',
        skin,
      ),
      finger(-100, -96, -140, -170, -146, -236, 62),
      finger(-38, -120, -58, -220, -62, -306, 64),
      finger(30, -122, 24, -230, 22, -328, 64),
      finger(96, -104, 106, -200, 104, -282, 62),
      finger(84, 40, 176, 16, 212, -70, 66),
    ];
    return [
      ...shape,
      // arcs that start at the wrist
      ...[100, 130, 160].map((r, i) =>
        stroke(arc(0, 178, r, -26 + i * 5, 26 - i * 5), shade, 6, { 'stroke-linecap': 'round' }),
      ),
      path('M-150 460L-128 258H128L150 460Z', SLATE),
      path('M-150 460L-128 258H128L150 460Z', sheet.hatch('#1b3149', 20, 6, 0)),
      rect(-134, 246, 268, 28, CREAM, { rx: 8 }),
      circle(0, 178, 70, BRICK),
      ring(0, 178, 50, '#f0a08f', 5),
      ring(0, 178, 30, '#f0a08f', 5),
      circle(0, 178, 11, CREAM),
    ];
  };
  const skin = '#e3ab85';
  sheet.add(
    group(hand(skin, '#c9835c'), { transform: `translate(452 690) rotate(10)` }),
    group(hand(skin, '#c9835c'), { transform: `translate(1148 690) rotate(-10) scale(-1 1)` }),
  );
  return sheet.finish(91);
};

export const strengthTrainingForProgrammers = (): string => {
  const sheet = new Sheet(BRICK);
  const cx = 800;
  sheet.add(
    rect(486, 104, 628, 758, '#c64530'),
    rect(486, 104, 628, 758, sheet.hatch('#bb3f2b', 30, 10, 0)),
    rect(0, 862, 1600, 138, MIDNIGHT),
    rect(0, 862, 1600, 12, POWDER),
    // the rack
    rect(452, 96, 34, 766, SLATE),
    rect(1114, 96, 34, 766, SLATE),
    ...Array.from(
      { length: 17 },
      (_, i) => circle(469, 132 + i * 42, 7, POWDER) + circle(1131, 132 + i * 42, 7, POWDER),
    ),
    rect(410, 838, 118, 24, SLATE),
    rect(1072, 838, 118, 24, SLATE),
    rect(452, 78, 696, 26, SLATE),
  );
  const bar = (y: number, kind: 'ghost' | 'pale' | 'full') => {
    const out: string[] = [];
    const tone = kind === 'ghost' ? '#b9402c' : '#94301f';
    const [steel, plate, inner, small] = kind === 'full' ? [CREAM, MIDNIGHT, SLATE, POWDER] : [tone, tone, tone, tone];
    out.push(rect(108, y - 11, 1384, 22, steel, { rx: 11 }));
    const sizes: [number, number, string][] = [
      [44, 330, plate],
      [44, 330, inner],
      [34, 224, small],
      [24, 140, plate],
    ];
    for (const side of [-1, 1]) {
      let x = 412;
      for (const [w, h, color] of sizes) {
        out.push(rect(side < 0 ? cx - x - w : cx + x, y - h / 2, w, h, color, { rx: 12 }));
        x += w + 8;
      }
      if (kind === 'full')
        out.push(
          rect(side < 0 ? cx - 412 : cx + 388, y - 30, 24, 60, POWDER, { rx: 6 }),
          rect(side < 0 ? cx - x - 26 : cx + x, y - 24, 26, 48, CREAM, { rx: 5 }),
        );
    }
    return out.join('');
  };
  // Three moments of one lift.
  sheet.add(bar(694, 'ghost'), bar(482, 'pale'));
  for (const side of [-1, 1]) {
    const x = cx + side * 700;
    sheet.add(
      stroke(`M${x} 694Q${x + side * 46} 480 ${x} 300`, CREAM, 6),
      polygon(
        [
          [x - 17, 310],
          [x, 274],
          [x + 19, 314],
        ],
        CREAM,
      ),
    );
  }
  sheet.add(bar(244, 'full'));
  // Knurling, where the hands go: braces.
  for (const x of [620, 910]) sheet.add(rect(x, 233, 70, 22, sheet.hatch(SLATE, 7, 2.4, 45)));
  // One plate, seen from its face, leans on the rack.
  sheet.add(
    overprint(circle(822, 676, 196, '#d9a092')),
    circle(800, 664, 198, MIDNIGHT),
    halftone(602, 466, 396, 396, 17, SLATE, (u, v) =>
      Math.hypot(u - 0.5, v - 0.5) < 0.49 ? 1.02 - u * 0.75 - v * 0.6 : 0,
    ),
    ring(800, 664, 176, POWDER, 4),
    circle(800, 664, 116, SLATE),
    ring(800, 664, 116, CREAM, 6),
    ...[0, 1, 2].map(i =>
      stroke(arc(800, 664, 146, i * 120 - 34, i * 120 + 34), POWDER, 15, { 'stroke-linecap': 'round' }),
    ),
    circle(800, 664, 48, CREAM),
    circle(800, 664, 22, MIDNIGHT),
  );
  // Sets, counted on the floor.
  sheet.add(
    ...Array.from({ length: 5 }, (_, i) =>
      rect(620 + i * 78, 916, 48, 34, i < 3 ? POWDER : 'none', { rx: 6, stroke: POWDER, 'stroke-width': 5 }),
    ),
  );
  return sheet.finish(92);
};

export const sleepIsADependency = (): string => {
  const sheet = new Sheet(MIDNIGHT);
  const moon = (x: number, y: number, r: number, phase: number, lit = PAPER): string => {
    // phase 0 new, 0.5 full, 1 new again
    const waxing = phase <= 0.5;
    const k = Math.cos(phase * 2 * Math.PI);
    const sweepLimb = waxing ? 1 : 0;
    const rx = Math.abs(k) * r;
    const sweepTerm = waxing ? (k > 0 ? 0 : 1) : k > 0 ? 1 : 0;
    const d = `M${n(x)} ${n(y - r)}A${r} ${r} 0 0 ${sweepLimb} ${n(x)} ${n(y + r)}A${n(rx)} ${r} 0 0 ${sweepTerm} ${n(x)} ${n(y - r)}Z`;
    return circle(x, y, r, '#2a4560') + (phase === 0.5 ? circle(x, y, r, lit) : path(d, lit));
  };
  // One night's arc above the roof of the world.
  const [ax, ay, ar] = [800, 1010, 790];
  sheet.add(
    halftone(0, 0, 1600, 900, 25, '#213c55', (u, v) => 0.9 - Math.hypot((u - 0.5) * 1.4, v - 0.36) * 1.25),
    stroke(arc(ax, ay, ar, -76, 76), POWDER, 3, { 'stroke-dasharray': '3 13', 'stroke-linecap': 'round' }),
  );
  const moons = [
    [-66, 0.1],
    [-50, 0.17],
    [-34.5, 0.25],
    [-19, 0.37],
    [0, 0.5],
    [19, 0.63],
    [34.5, 0.75],
    [50, 0.83],
    [66, 0.9],
  ] as const;
  const root = around(ax, ay, ar, 0);
  // The graph: everything of the next day hangs on the full one.
  const nodes = [
    [470, 520],
    [690, 560],
    [910, 560],
    [1130, 520],
  ] as const;
  const leaves = [
    [370, 700, 0],
    [540, 700, 0],
    [690, 716, 1],
    [910, 716, 2],
    [1060, 700, 3],
    [1230, 700, 3],
  ] as const;
  for (const [x, y] of nodes)
    sheet.add(
      stroke(`M${root[0]} ${root[1] + 100}C${root[0]} ${root[1] + 250} ${x} ${y - 150} ${x} ${y - 30}`, POWDER, 5),
    );
  for (const [x, y, of] of leaves)
    sheet.add(stroke(`M${nodes[of][0]} ${nodes[of][1]}C${nodes[of][0]} ${y - 60} ${x} ${y - 90} ${x} ${y}`, POWDER, 4));
  for (const [angle, phase] of moons) {
    const [x, y] = around(ax, ay, ar, angle);
    if (phase === 0.5) {
      sheet.add(
        circle(x, y, 148, MIDNIGHT),
        ring(x, y, 146, POWDER, 3),
        circle(x, y, 122, PAPER),
        sheet.inside(
          circle(x, y, 122, '#000'),
          halftone(x - 122, y - 122, 244, 244, 15, '#d9c9a8', (u, v) => (Math.hypot(u - 0.36, v - 0.34) - 0.36) * 1.5),
          circle(x - 38, y - 30, 24, '#e2d4b8'),
          circle(x + 34, y + 22, 36, '#e2d4b8'),
          circle(x + 46, y - 52, 14, '#e2d4b8'),
        ),
      );
    } else sheet.add(circle(x, y, 66, MIDNIGHT), moon(n2(x), n2(y), 52, phase));
  }
  nodes.forEach(([x, y], i) => {
    sheet.add(
      i % 2 ? rect(x - 34, y - 34, 68, 68, BRICK) : circle(x, y, 38, BRICK),
      i % 2 ? rect(x - 15, y - 15, 30, 30, MIDNIGHT) : circle(x, y, 16, MIDNIGHT),
    );
  });
  leaves.forEach(([x, y], i) => sheet.add(i % 2 ? circle(x, y, 24, POWDER) : rect(x - 22, y - 22, 44, 44, POWDER)));
  // The bed.
  const cover = 'M330 960Q300 862 452 856Q720 772 1010 838Q1230 880 1352 792Q1420 748 1470 806Q1524 870 1524 960Z';
  sheet.add(
    rect(36, 786, 40, 214, SLATE, { rx: 14 }),
    rect(1530, 820, 36, 180, SLATE, { rx: 14 }),
    rect(60, 924, 1490, 90, POWDER),
    rect(60, 924, 1490, 90, sheet.hatch('#8fb1bb', 26, 5, 0)),
    path('M92 930Q66 818 150 806Q270 786 384 812Q436 830 412 930Z', PAPER),
    overprint(path('M92 930Q66 818 150 806Q196 798 230 798Q130 830 150 930Z', '#d8cfbe')),
    circle(338, 836, 66, '#d99a73'),
    path('M272 846A66 66 0 0 1 402 820Q350 800 330 838Q322 882 296 888Q272 870 272 846Z', '#3a231b'),
    stroke('M352 852q14 11 28 0', '#3a231b', 5, { 'stroke-linecap': 'round' }),
    path(cover, BRICK),
    sheet.inside(
      path(cover, '#000'),
      rect(300, 720, 1260, 260, sheet.hatch('#b43d2a', 44, 13, -18)),
      path('M330 960Q300 862 452 856L560 826Q440 880 470 970Z', PAPER),
    ),
  );
  sheet.add(
    ...(
      [
        [250, 168],
        [430, 88],
        [1210, 120],
        [1370, 226],
        [160, 420],
        [1440, 452],
        [620, 392],
        [1010, 400],
      ] as const
    ).map(([x, y], i) =>
      i % 3
        ? circle(x, y, 5, PAPER)
        : group([rect(-2.5, -16, 5, 32, PAPER), rect(-16, -2.5, 32, 5, PAPER)], { transform: `translate(${x} ${y})` }),
    ),
  );
  return sheet.finish(93);
};

const n2 = (value: number): number => Math.round(value * 100) / 100;

export default {
  'ten-years-of-typing': tenYearsOfTyping,
  'strength-training-for-programmers': strengthTrainingForProgrammers,
  'sleep-is-a-dependency': sleepIsADependency,
};
