/** Technology: cylinders and tables, layers of pages, a menu that opens. Spruce, citron, ink. */

import {
  CREAM,
  circle,
  ellipse,
  group,
  halftone,
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
  type Point,
} from './print.ts';

const SPRUCE = '#12685f';
const CITRON = '#e2cf3f';
const PINE = '#0c3f3b';
const COAL = '#1a1f1d';

export const aMigrationWithoutDowntime = (): string => {
  const sheet = new Sheet(COAL);
  const floor = 830;
  sheet.add(
    halftone(0, 0, 1600, floor, 26, '#263330', (_u, v) => v * 0.8),
    rect(0, floor, 1600, 170, PINE),
    rect(0, floor, 1600, 8, CITRON),
    ...Array.from({ length: 40 }, (_, i) => rect(i * 41, 960, 20, 4, '#2c6b64')),
  );
  const cylinder = (
    cx: number,
    top: number,
    rx: number,
    height: number,
    bands: number,
    side: string,
    lid: string,
    screen: string,
    shade: string,
  ) => {
    const ry = rx * 0.3;
    const body = `M${cx - rx} ${top}V${top + height}A${rx} ${n(ry)} 0 0 0 ${cx + rx} ${top + height}V${top}Z`;
    return [
      path(body, side),
      sheet.inside(
        path(body, '#000'),
        rect(cx - rx, top - 80, rx * 2, height + 260, screen),
        rect(cx + rx * 0.52, top - 80, rx * 0.5, height + 260, shade),
      ),
      ...Array.from({ length: bands }, (_, i) =>
        stroke(
          `M${cx - rx} ${n(top + ((i + 1) * height) / (bands + 1))}A${rx} ${n(ry)} 0 0 0 ${cx + rx} ${n(top + ((i + 1) * height) / (bands + 1))}`,
          COAL,
          9,
        ),
      ),
      ellipse(cx, top, rx, ry, lid),
      ellipse(cx, top, rx * 0.8, ry * 0.76, COAL),
    ].join('');
  };
  const [lx, rx0] = [320, 1280];
  sheet.add(
    overprint(ellipse(lx + 20, 858, 270, 66, '#4c7d77')),
    overprint(ellipse(rx0 + 20, 858, 270, 66, '#4c7d77')),
    cylinder(lx, 420, 216, 390, 2, SPRUCE, '#2b8a80', sheet.hatch('#0e564f', 16, 4, 90), '#0e564f'),
    cylinder(rx0, 420, 216, 390, 2, CITRON, '#f0e27c', sheet.dots('#c7b32c', 18, 3.6), '#c7b32c'),
  );
  // The arc the tables travel, out of one lid into the other.
  const bow = 'M320 424C340 90 560 66 800 66S1260 90 1280 424';
  sheet.add(stroke(bow, CREAM, 3, { 'stroke-dasharray': '3 13', 'stroke-linecap': 'round' }));
  const table = (x: number, y: number, angle: number, size: number, head: string, lit: number) => {
    const [w, h] = [190, 150];
    const cells: string[] = [
      rect(-w / 2 + 8, -h / 2 + 9, w, h, '#0d1110'),
      rect(-w / 2, -h / 2, w, h, PAPER),
      rect(-w / 2, -h / 2, w, 34, head),
    ];
    for (let row = 0; row < 3; row++)
      for (let col = 0; col < 3; col++)
        cells.push(
          rect(
            -w / 2 + 14 + col * 58,
            -h / 2 + 50 + row * 32,
            col === 0 ? 28 : 44,
            14,
            row === lit ? CITRON : col === 0 ? SPRUCE : '#b9b29f',
          ),
        );
    cells.push(
      ...[0, 1].map(row => rect(-w / 2, -h / 2 + 71 + row * 32, w, 2.5, '#d5cab2')),
      rect(-w / 2, -h / 2, w, h, 'none', { stroke: COAL, 'stroke-width': 4 }),
    );
    return group(cells, { transform: `translate(${x} ${y}) rotate(${angle}) scale(${size})` });
  };
  sheet.add(
    sheet.inside(
      path('M0 0H1600V420H1128A172 50 0 0 0 1432 420H1600V0Z M0 0H640V426A200 60 0 0 1 160 430H0Z', '#000'),
      table(352, 372, -72, 0.9, SPRUCE, -1),
    ),
    table(474, 190, -38, 1, SPRUCE, -1),
    table(680, 122, -12, 1.12, SPRUCE, 0),
    table(920, 122, 12, 1.12, CITRON, 1),
    table(1126, 190, 38, 1, CITRON, 2),
    sheet.inside(rect(1000, 0, 600, 438, '#000'), table(1250, 376, 72, 0.9, CITRON, -1)),
  );
  // Meanwhile both answer: two lines to one small server, one of them switching.
  sheet.add(
    stroke('M536 640H700', CREAM, 7),
    stroke('M900 640H1064', CREAM, 7),
    ...[0, 1, 2].map(i =>
      [
        rect(700, 492 + i * 100, 200, 84, i === 1 ? CITRON : SPRUCE, { rx: 8 }),
        rect(724, 524 + i * 100, 92, 10, i === 1 ? COAL : PAPER),
        rect(724, 544 + i * 100, 60, 8, i === 1 ? COAL : '#5da59d'),
        circle(866, 534 + i * 100, 13, i === 1 ? SPRUCE : CITRON),
      ].join(''),
    ),
    polygon(
      [
        [724, 792],
        [876, 792],
        [912, 830],
        [688, 830],
      ],
      '#2c3a37',
    ),
    ...[590, 640].map(x => circle(x, 640, 12, CITRON)),
    ...[960, 1010].map(x => circle(x, 640, 12, CITRON)),
  );
  return sheet.finish(101);
};

export const cachingHtmlOnOneServer = (): string => {
  const sheet = new Sheet(SPRUCE);
  const cx = 800;
  // Isometric sheets: x to the right and down, y to the left and down.
  const iso = (x: number, y: number, z: number): Point => [cx + (x - y) * 0.866, 604 + (x + y) * 0.5 - z];
  const slab = (size: number, z: number, fill: string, rest: Record<string, string | number> = {}) =>
    polygon([iso(-size, -size, z), iso(size, -size, z), iso(size, size, z), iso(-size, size, z)], fill, rest);
  const onSheet = (x: number, y: number, w: number, h: number, z: number, fill: string) =>
    polygon([iso(x, y, z), iso(x + w, y, z), iso(x + w, y + h, z), iso(x, y + h, z)], fill);
  sheet.add(
    ...Array.from({ length: 21 }, (_, i) => line(-900 + i * 160, 0, 832 + i * 160, 1000, '#1c766c', 2.5)),
    ...Array.from({ length: 21 }, (_, i) => line(2500 - i * 160, 0, 768 - i * 160, 1000, '#1c766c', 2.5)),
    halftone(0, 700, 1600, 300, 24, PINE, (_u, v) => v * 0.72),
    overprint(slab(420, -150, '#7fb0a6')),
  );
  // One server.
  const s = 310;
  const [top, bottom] = [-30, -150];
  const left = polygon([iso(-s, s, top), iso(s, s, top), iso(s, s, bottom), iso(-s, s, bottom)], COAL);
  const right = polygon([iso(s, -s, top), iso(s, s, top), iso(s, s, bottom), iso(s, -s, bottom)], PINE);
  sheet.add(left, right, slab(s, top, '#2a3532'), slab(s - 26, top, '#1f2826'));
  for (let i = 0; i < 3; i++) {
    const z = top - 22 - i * 34;
    sheet.add(
      polygon([iso(-s + 40, s, z), iso(-s + 330, s, z), iso(-s + 330, s, z - 14), iso(-s + 40, s, z - 14)], '#3c4b47'),
      circle(iso(s - 60, s, z - 7)[0], iso(s - 60, s, z - 7)[1], 8, i === 1 ? CITRON : '#5da59d'),
      circle(iso(s - 100, s, z - 7)[0], iso(s - 100, s, z - 7)[1], 8, CITRON),
    );
    sheet.add(
      polygon([iso(s, s - 40, z), iso(s, -s + 40, z), iso(s, -s + 40, z - 10), iso(s, s - 40, z - 10)], '#145a53'),
    );
  }
  // The pages it keeps, each ready; the top one is being handed out.
  const inks = ['#5da59d', PAPER, '#5da59d', PAPER, '#5da59d', CITRON];
  for (const [i, ink] of inks.entries()) {
    const z = 8 + i * 46 + (i === 5 ? 44 : 0);
    const size = 268;
    sheet.add(
      overprint(
        polygon(
          [
            iso(-size, -size, z - (i === 5 ? 70 : 28)),
            iso(size, -size, z - (i === 5 ? 70 : 28)),
            iso(size, size, z - (i === 5 ? 70 : 28)),
            iso(-size, size, z - (i === 5 ? 70 : 28)),
          ],
          '#9fb7ae',
        ),
      ),
    );
    sheet.add(
      slab(size, z, ink),
      polygon([iso(-size, size, z), iso(size, size, z), iso(size, size, z - 10), iso(-size, size, z - 10)], COAL),
      polygon([iso(size, -size, z), iso(size, size, z), iso(size, size, z - 10), iso(size, -size, z - 10)], '#2a3532'),
    );
    if (i < 5) sheet.add(onSheet(-size + 30, size - 60, 300, 16, z, i % 2 ? '#b9b29f' : SPRUCE));
    else {
      sheet.add(
        onSheet(-230, -230, 460, 50, z, COAL),
        onSheet(-212, -214, 70, 18, z, CITRON),
        onSheet(120, -214, 36, 18, z, PAPER),
        onSheet(172, -214, 36, 18, z, PAPER),
        onSheet(-230, -150, 200, 190, z, SPRUCE),
        ...[230, 190, 220, 150, 200].map((width, k) => onSheet(0, -150 + k * 42, width, 16, z, COAL)),
        ...[0, 1, 2].map(k => onSheet(-230 + k * 158, 80, 142, 100, z, k === 1 ? SPRUCE : '#b7a62a')),
        onSheet(-230, 204, 300, 16, z, COAL),
      );
    }
  }
  // Asked from the right, answered to the left, and never a trip to the back.
  const topZ = 282;
  const [qx, qy] = iso(268, 0, topZ);
  const [px, py] = iso(0, 268, topZ);
  sheet.add(
    stroke(`M1600 ${n(qy - 40)}H1290Q1240 ${n(qy - 40)} ${n(qx + 40)} ${n(qy + 6)}`, CREAM, 7),
    polygon(
      [
        [qx + 16, qy + 20],
        [qx + 34, qy - 18],
        [qx + 62, qy + 18],
      ],
      CREAM,
    ),
    stroke(`M${n(px - 30)} ${n(py + 10)}Q${n(px - 130)} ${n(py + 62)} ${n(px - 190)} ${n(py + 62)}H40`, CITRON, 7),
    polygon(
      [
        [12, py + 62],
        [52, py + 40],
        [52, py + 84],
      ],
      CITRON,
    ),
    ...[0, 1, 2, 3].map(i => circle(1420 + i * 46, qy - 40, 11, CREAM)),
    ...[0, 1, 2, 3].map(i =>
      rect(92 + i * 74, py + 38, 40, 48, i % 2 ? PAPER : CITRON, { stroke: COAL, 'stroke-width': 4 }),
    ),
  );
  return sheet.finish(102);
};

export const menusWithThePopoverAttribute = (): string => {
  const sheet = new Sheet(CITRON);
  // The page below, quiet.
  sheet.add(
    halftone(0, 0, 1600, 1000, 26, '#cbb72c', (u, v) => 0.75 - u * 0.3 - v * 0.55),
    rect(120, 90, 1360, 1000, PAPER),
    rect(120, 90, 1360, 1000, 'none', { stroke: COAL, 'stroke-width': 8 }),
    rect(120, 90, 1360, 92, COAL),
    rect(160, 124, 120, 24, CITRON),
    ...[0, 1, 2].map(i => rect(330 + i * 130, 130, 90, 12, '#6f7f7a')),
    rect(180, 250, 520, 34, '#cfc4ab'),
    rect(180, 300, 380, 34, '#cfc4ab'),
    ...[440, 470, 420, 460, 300, 450, 430, 220].map((width, i) => rect(180, 390 + i * 40, width, 12, '#ddd3bd')),
    rect(180, 740, 470, 300, '#ddd3bd'),
    polygon(
      [
        [180, 1040],
        [340, 850],
        [460, 960],
        [560, 880],
        [650, 970],
        [650, 1040],
      ],
      '#c9bd9f',
    ),
    ...[0, 1, 2, 3, 4, 5].map(i => rect(1250, 260 + i * 120, 180, 84, '#e4dac5')),
  );
  // The top layer: a menu, outlined outwards like a thing that rises.
  const m = { x: 660, y: 372, w: 520, h: 540 };
  for (let i = 5; i > 0; i--)
    sheet.add(
      rect(m.x - i * 20, m.y - i * 20 + 16, m.w + i * 40, m.h + i * 40, 'none', {
        rx: 26 + i * 18,
        stroke: SPRUCE,
        'stroke-width': 3,
        opacity: n(0.75 - i * 0.12),
      }),
    );
  sheet.add(
    overprint(rect(m.x + 34, m.y + 44, m.w, m.h, sheet.dots('#5f8f87', 14, 5.2), { rx: 26 })),
    rect(m.x, m.y, m.w, m.h, CREAM, { rx: 26 }),
    rect(m.x, m.y, m.w, m.h, 'none', { rx: 26, stroke: COAL, 'stroke-width': 9 }),
    polygon(
      [
        [848, 374],
        [890, 330],
        [932, 374],
      ],
      CREAM,
    ),
    stroke('M844 372L890 326L936 372', COAL, 9, { 'stroke-linejoin': 'round' }),
  );
  const row = (i: number) => m.y + 34 + i * 96;
  sheet.add(
    rect(m.x + 20, row(1) - 4, m.w - 40, 88, SPRUCE, { rx: 14 }),
    ...[210, 270, 170, 240, 190].map((width, i) => rect(m.x + 130, row(i) + 34, width, 16, i === 1 ? CREAM : COAL)),
    rect(m.x + 420, row(1) + 32, 54, 20, '#5da59d', { rx: 4 }),
    rect(m.x + 420, row(0) + 32, 54, 20, '#ddd3bd', { rx: 4 }),
    rect(m.x + 420, row(3) + 32, 54, 20, '#ddd3bd', { rx: 4 }),
    rect(m.x + 20, row(3) - 12, m.w - 40, 4, '#ddd3bd'),
    circle(m.x + 74, row(0) + 42, 24, CITRON),
    rect(m.x + 52, row(1) + 20, 44, 44, CITRON, { rx: 8 }),
    polygon(
      [
        [m.x + 74, row(2) + 16],
        [m.x + 100, row(2) + 64],
        [m.x + 48, row(2) + 64],
      ],
      SPRUCE,
    ),
    ring(m.x + 74, row(3) + 42, 19, COAL, 9),
    path(`M${m.x + 50} ${row(4) + 64}V${row(4) + 42}A24 24 0 0 1 ${m.x + 98} ${row(4) + 42}V${row(4) + 64}Z`, CITRON),
  );
  // The button that opened it.
  sheet.add(
    rect(690, 222, 400, 96, '#0b3431', { rx: 48 }),
    rect(690, 214, 400, 96, SPRUCE, { rx: 48 }),
    rect(690, 214, 400, 96, 'none', { rx: 48, stroke: COAL, 'stroke-width': 9 }),
    rect(748, 254, 190, 18, CREAM),
    stroke('M1000 276l26-26 26 26', CREAM, 11, { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
    rect(672, 196, 436, 132, 'none', {
      rx: 66,
      stroke: COAL,
      'stroke-width': 5,
      'stroke-dasharray': '4 11',
      'stroke-linecap': 'round',
    }),
  );
  // The pointer.
  sheet.add(
    group(
      [
        path('M0 0L0 148L36 114L62 172L94 158L68 102L118 100Z', COAL, {
          stroke: CREAM,
          'stroke-width': 9,
          'stroke-linejoin': 'round',
        }),
      ],
      { transform: 'translate(1072 516) scale(1.1)' },
    ),
  );
  return sheet.finish(103);
};

export default {
  'a-migration-without-downtime': aMigrationWithoutDowntime,
  'caching-html-on-one-server': cachingHtmlOnOneServer,
  'menus-with-the-popover-attribute': menusWithThePopoverAttribute,
};
