/** Business & Marketing: pages, frames, four figures drawn instead of written. Cobalt, orange, ink. */

import {
  CREAM,
  circle,
  ellipse,
  group,
  halftone,
  INK,
  line,
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

const COBALT = '#2a4f97';
const ORANGE = '#f0863a';
const NAVY = '#182b52';
const SKY = '#b9c8dc';

export const theTwoPageProposal = (): string => {
  const sheet = new Sheet(COBALT);
  sheet.add(
    halftone(0, 0, 1600, 1000, 24, NAVY, (u, v) => (u + v - 0.75) * 0.8),
    ...Array.from({ length: 7 }, (_, i) => rect(0, 76 + i * 141, 1600, 2, '#4468ab')),
  );
  // All the pages that were left out.
  for (let i = 7; i > 0; i--)
    sheet.add(
      group([rect(0, 0, 470, 660, 'none', { stroke: '#7f9ccb', 'stroke-width': 3 })], {
        transform: `translate(${800 + i * 46} ${180 - i * 9}) rotate(${i * 2.2})`,
      }),
    );
  const text = (x: number, y: number, widths: number[], color = '#b7ab97') =>
    widths.map((w, i) => rect(x, y + i * 27, w, 10, color)).join('');
  const page = (content: string[], x: number, y: number, angle: number) =>
    group([overprint(rect(18, 22, 500, 700, '#8d9dbd')), rect(0, 0, 500, 700, CREAM), ...content], {
      transform: `translate(${x} ${y}) rotate(${angle})`,
    });
  sheet.add(
    page(
      [
        rect(48, 50, 404, 12, INK),
        rect(48, 92, 330, 34, ORANGE),
        rect(48, 138, 210, 34, ORANGE),
        text(48, 216, [404, 380, 396, 240]),
        rect(48, 346, 404, 3, INK),
        circle(66, 394, 18, COBALT),
        text(104, 384, [320, 262]),
        circle(66, 472, 18, COBALT),
        text(104, 462, [300, 338]),
        circle(66, 550, 18, COBALT),
        text(104, 540, [340, 200]),
        rect(48, 646, 60, 8, INK),
        rect(440, 646, 12, 8, INK),
      ],
      262,
      152,
      -3,
    ),
    page(
      [
        rect(48, 50, 404, 12, INK),
        rect(48, 96, 404, 216, SKY),
        polygon(
          [
            [48, 312],
            [48, 262],
            [150, 224],
            [254, 244],
            [354, 168],
            [452, 132],
            [452, 312],
          ],
          COBALT,
        ),
        stroke('M48 262L150 224L254 244L354 168L452 132', INK, 6),
        circle(354, 168, 12, ORANGE),
        ...[180, 220, 150].map(
          (width, i) =>
            rect(48, 352 + i * 36, width, 10, '#b7ab97') +
            rect(372, 352 + i * 36, 80, 10, INK) +
            rect(48, 374 + i * 36, 404, 2.5, '#ddd0ba'),
        ),
        rect(308, 470, 144, 48, ORANGE),
        rect(328, 489, 104, 10, CREAM),
        line(48, 616, 250, 616, INK, 4),
        stroke(
          'M62 604C78 560 104 556 98 590S84 620 112 590S140 566 138 592S156 606 176 584S206 596 232 586',
          NAVY,
          6,
          { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
        ),
        rect(48, 646, 60, 8, INK),
        rect(424, 646, 12, 8, INK),
        rect(440, 646, 12, 8, INK),
      ],
      800,
      128,
      2.4,
    ),
  );
  // One clip holds both: it is enough.
  sheet.add(
    group(
      [stroke('M0 84V18A22 22 0 0 1 44 18V120A34 34 0 0 1 -24 120V36', ORANGE, 11, { 'stroke-linecap': 'round' })],
      { transform: 'translate(778 70) rotate(4)' },
    ),
  );
  // The pen.
  sheet.add(
    group(
      [
        rect(0, 0, 300, 34, INK, { rx: 6 }),
        rect(236, 0, 18, 34, ORANGE),
        polygon(
          [
            [300, 0],
            [372, 17],
            [300, 34],
          ],
          CREAM,
        ),
        polygon(
          [
            [348, 11],
            [372, 17],
            [348, 23],
          ],
          INK,
        ),
      ],
      { transform: 'translate(1486 620) rotate(143)' },
    ),
  );
  return sheet.finish(81);
};

export const writeTheCaseStudyFirst = (): string => {
  const sheet = new Sheet(ORANGE);
  // The wall, and the frame that already hangs there.
  sheet.add(
    ...Array.from({ length: 20 }, (_, i) => rect(40 + i * 82, 0, 3, 806, '#dd7328')),
    rect(0, 806, 1600, 194, NAVY),
    rect(0, 786, 1600, 20, CREAM),
  );
  const f = { x: 214, y: 118, w: 760, h: 560 };
  sheet.add(
    stroke(`M${f.x + f.w / 2 - 150} ${f.y}L${f.x + f.w / 2} 40L${f.x + f.w / 2 + 150} ${f.y}`, INK, 5),
    circle(f.x + f.w / 2, 40, 11, INK),
    overprint(rect(f.x + 22, f.y + 26, f.w, f.h, '#dba075')),
    rect(f.x, f.y, f.w, f.h, INK),
    rect(f.x + 16, f.y + 16, f.w - 32, f.h - 32, '#4a4038'),
    rect(f.x + 34, f.y + 34, f.w - 68, f.h - 68, CREAM),
    rect(f.x + 96, f.y + 96, f.w - 192, f.h - 192, PAPER, { stroke: '#d4c4a8', 'stroke-width': 4 }),
  );
  // Within: construction lines only.
  const [ix, iy, iw, ih] = [f.x + 96, f.y + 96, f.w - 192, f.h - 192];
  sheet.add(
    line(ix, iy, ix + iw, iy + ih, COBALT, 3, { 'stroke-dasharray': '14 10' }),
    line(ix + iw, iy, ix, iy + ih, COBALT, 3, { 'stroke-dasharray': '14 10' }),
    line(ix, iy + ih * 0.64, ix + iw, iy + ih * 0.64, COBALT, 3),
    line(ix + iw / 3, iy, ix + iw / 3, iy + ih, COBALT, 2),
    line(ix + (iw * 2) / 3, iy, ix + (iw * 2) / 3, iy + ih, COBALT, 2),
    ring(ix + (iw * 2) / 3, iy + ih * 0.36, 78, COBALT, 3, { 'stroke-dasharray': '14 10' }),
  );
  // The caption was there first.
  sheet.add(
    rect(f.x + 226, f.y + f.h + 24, 308, 66, CREAM),
    rect(f.x + 246, f.y + f.h + 40, 210, 10, INK),
    rect(f.x + 246, f.y + f.h + 60, 150, 8, '#b7ab97'),
    rect(f.x + 484, f.y + f.h + 40, 30, 28, COBALT),
  );
  // And the picture arrives.
  const p = (content: string[]) => group(content, { transform: 'translate(1064 356) rotate(9)' });
  const art = rect(0, 0, iw * 0.8, ih * 0.92, '#000');
  const [pw, ph] = [iw * 0.8, ih * 0.92];
  sheet.add(
    p([
      overprint(rect(16, 20, pw, ph, '#dba075')),
      rect(0, 0, pw, ph, SKY),
      sheet.inside(
        art,
        circle(pw * 0.66, ph * 0.36, 66, ORANGE),
        halftone(0, 0, pw, ph * 0.64, 18, '#8ea6c6', (_u, v) => 0.7 - v * 0.8),
        polygon(
          [
            [0, ph * 0.64],
            [0, ph * 0.5],
            [pw * 0.24, ph * 0.3],
            [pw * 0.46, ph * 0.64],
          ],
          COBALT,
        ),
        polygon(
          [
            [pw * 0.2, ph * 0.64],
            [pw * 0.52, ph * 0.44],
            [pw, ph * 0.6],
            [pw, ph * 0.64],
          ],
          NAVY,
        ),
        rect(0, ph * 0.64, pw, ph, COBALT),
        ...[60, 42, 54, 28].map((half, i) => rect(pw * 0.66 - half, ph * 0.7 + i * 24, half * 2, 7, ORANGE)),
      ),
      rect(0, 0, pw, ph, 'none', { stroke: INK, 'stroke-width': 6 }),
    ]),
    stroke('M1190 300C1140 220 1070 214 1014 262', INK, 6, { 'stroke-dasharray': '4 14', 'stroke-linecap': 'round' }),
    polygon(
      [
        [996, 280],
        [1006, 244],
        [1032, 270],
      ],
      INK,
    ),
  );
  // A ladder against the wall? No: a level, which is what the frame is for.
  sheet.add(
    overprint(ellipse(420, 930, 300, 16, '#8d9dbd')),
    rect(150, 870, 560, 56, CREAM, { rx: 6 }),
    rect(378, 882, 104, 30, ORANGE, { rx: 15 }),
    ellipse(430, 897, 18, 10, CREAM),
    rect(404, 880, 4, 34, INK),
    rect(452, 880, 4, 34, INK),
    circle(196, 898, 14, COBALT),
    circle(664, 898, 14, COBALT),
    ...Array.from({ length: 12 }, (_, i) => rect(960 + i * 44, 900, 3, i % 4 ? 16 : 30, SKY)),
    rect(960, 896, 487, 4, SKY),
  );
  return sheet.finish(82);
};

type Bar = { x: number; height: number; color: string; screen: string };

export const marketingInFourNumbers = (): string => {
  const sheet = new Sheet(PAPER);
  const base = 820;
  const w = 240;
  const enquiries: Bar = { x: 120, height: 560, color: COBALT, screen: sheet.hatch('#3d63ac', 20, 5, 0) };
  const fitting: Bar = { x: 490, height: 336, color: ORANGE, screen: sheet.dots('#d56d20', 20, 5) };
  const signed: Bar = { x: 860, height: 176, color: NAVY, screen: sheet.hatch('#2c447a', 18, 5, 45) };
  const earned: Bar = { x: 1230, height: 76, color: ORANGE, screen: '' };
  const bars = [enquiries, fitting, signed, earned];
  sheet.add(...Array.from({ length: 8 }, (_, i) => rect(0, 140 + i * 85, 1600, 2.5, '#dccfb6')));
  // What is left of each in the next.
  const between = (from: Bar, to: Bar, tint: string, ink: string) => {
    const shape = (fill: string) =>
      polygon(
        [
          [from.x + w, base - from.height],
          [to.x, base - to.height],
          [to.x, base],
          [from.x + w, base],
        ],
        fill,
      );
    const box = [from.x + w, base - from.height, to.x - from.x - w, from.height] as const;
    return (
      shape(tint) +
      sheet.inside(
        shape('#000'),
        halftone(...box, 18, ink, u => 0.7 - u * 0.75),
      )
    );
  };
  sheet.add(
    between(enquiries, fitting, '#ccd6e2', COBALT),
    between(fitting, signed, '#f6d6b4', ORANGE),
    between(signed, earned, '#d8d2c6', COBALT),
  );
  for (const { x, height, color, screen } of bars)
    sheet.add(rect(x, base - height, w, height, color), screen ? rect(x, base - height, w, height, screen) : '');
  // Above each, the same number as a part of the whole.
  for (const { x, height, color, screen } of bars) {
    const [px, py, r] = [x + w / 2, base - height - 112, 84];
    const share = height / enquiries.height;
    const part = (fill: string) =>
      share === 1 ? circle(px, py, r, fill) : path(sector(px, py, 0, r, 0, 360 * share), fill);
    sheet.add(
      circle(px, py, r, PAPER),
      part(color),
      screen ? part(screen) : '',
      ring(px, py, r, INK, 7),
      circle(px, py, 15, INK),
      line(px, py, px, py - r, INK, 5),
    );
  }
  // Baseline and the four keys below it.
  sheet.add(rect(0, base, 1600, 180, INK), rect(0, base + 14, 1600, 3, '#5b5147'));
  bars.forEach(({ x }, i) => {
    for (let k = 0; k <= i; k++) sheet.add(rect(x + k * 34, base + 62, 14, 66, k === i ? ORANGE : CREAM));
  });
  sheet.add(
    line(0, base - 336, 1600, base - 336, INK, 3, { 'stroke-dasharray': '3 13', 'stroke-linecap': 'round' }),
    line(0, base - 176, 1600, base - 176, INK, 3, { 'stroke-dasharray': '3 13', 'stroke-linecap': 'round' }),
  );
  return sheet.finish(83);
};

export default {
  'the-two-page-proposal': theTwoPageProposal,
  'write-the-case-study-first': writeTheCaseStudyFirst,
  'marketing-in-four-numbers': marketingInFourNumbers,
};
