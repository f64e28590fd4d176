/** Personal Finance: ledger rules, stacked books, columns, a calendar that runs late. Bottle green, mint, red. */

import {
  arched,
  CREAM,
  circle,
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
  stroke,
} from './print.ts';

const GREEN = '#1d5a48';
const MINT = '#a5cbb0';
const RED = '#d8442d';
const FOREST = '#123a2f';

export const howIPriceAFixedFee = (): string => {
  const sheet = new Sheet(PAPER);
  // A ledger's page: its rules, its red margin.
  sheet.add(
    ...Array.from({ length: 17 }, (_, i) => rect(0, 62 + i * 52, 1600, 2.5, MINT)),
    rect(204, 0, 4, 1000, RED),
    rect(216, 0, 4, 1000, RED),
    rect(1396, 0, 3, 1000, MINT),
    rect(1486, 0, 3, 1000, MINT),
    rect(0, 892, 1600, 108, GREEN),
    rect(0, 892, 1600, 10, FOREST),
  );
  // Left: what a price is made of. Books, each as thick as its share.
  const books: [number, number, string, number][] = [
    [138, 430, GREEN, 0],
    [92, 380, MINT, 30],
    [66, 410, FOREST, 4],
    [112, 356, '#d9e4cf', 44],
    [48, 396, RED, 18],
    [84, 340, GREEN, 40],
    [58, 376, MINT, 8],
  ];
  let y = 892;
  const screens = [
    sheet.hatch(FOREST, 16, 5, 0),
    sheet.dots(GREEN, 16, 3.4),
    '',
    sheet.hatch(MINT, 20, 4, 90),
    '',
    sheet.dots(FOREST, 16, 3.6),
    sheet.hatch(GREEN, 14, 3, 0),
  ];
  books.forEach(([height, width, color, shift], i) => {
    y -= height;
    const x = 316 + shift;
    sheet.add(
      rect(x, y, width, height - 4, color, { rx: 8 }),
      screens[i] ? rect(x + 66, y + 10, width - 130, height - 24, screens[i]) : '',
      rect(x + 34, y, 10, height - 4, i % 2 ? GREEN : CREAM),
      rect(x + width - 44, y, 10, height - 4, i % 2 ? GREEN : CREAM),
    );
  });
  const top = y;
  // Right: one price, one block, the same height.
  sheet.add(
    overprint(
      polygon(
        [
          [1276, top + 60],
          [1440, top + 180],
          [1600, top + 330],
          [1600, 892],
          [1276, 892],
        ],
        '#cfe0c8',
      ),
    ),
    rect(936, top, 340, 892 - top, GREEN),
    halftone(936, top, 340, 892 - top, 22, FOREST, (u, v) => u * 0.55 + v * 0.5 - 0.2),
    rect(936, top, 340, 14, MINT),
    rect(996, top + 90, 220, 176, CREAM),
    rect(1008, top + 102, 196, 152, 'none', { stroke: GREEN, 'stroke-width': 4 }),
    rect(1040, top + 156, 132, 44, RED),
    rect(936, 806, 340, 12, MINT),
    rect(936, 832, 340, 12, MINT),
  );
  // The rule that says they are equal.
  sheet.add(
    line(280, top - 2, 1330, top - 2, RED, 5, { 'stroke-dasharray': '22 12' }),
    stroke(`M864 ${top}H842V890H864`, INK, 6),
    circle(842, (top + 890) / 2, 58, PAPER),
    ring(842, (top + 890) / 2, 50, INK, 6),
    rect(816, (top + 890) / 2 - 17, 52, 11, INK),
    rect(816, (top + 890) / 2 + 7, 52, 11, INK),
  );
  return sheet.finish(41);
};

export const threeAccountsAndASpreadsheet = (): string => {
  const sheet = new Sheet(GREEN);
  // The spreadsheet behind everything.
  sheet.add(
    ...Array.from({ length: 13 }, (_, i) => rect(80 + i * 128, 0, 2.5, 1000, '#2f6d5a')),
    ...Array.from({ length: 16 }, (_, i) => rect(0, 40 + i * 64, 1600, 2.5, '#2f6d5a')),
    rect(0, 0, 1600, 40, FOREST),
    rect(0, 0, 80, 1000, FOREST),
    ...Array.from({ length: 15 }, (_, i) => rect(28, 68 + i * 64, 24, 8, '#4c8572')),
    ...Array.from({ length: 12 }, (_, i) => rect(128 + i * 128, 16, 32, 8, '#4c8572')),
  );
  // One stream comes in, three go out, each as wide as its share.
  const flow = (x: number, from: number, to: number, width: number, color: string) =>
    stroke(`M${from} -10V150C${from} 300 ${to} 230 ${to} 420`, color, width, { opacity: x });
  sheet.add(flow(1, 726, 392, 92, CREAM), flow(1, 800, 800, 56, MINT), flow(1, 866, 1208, 76, RED));
  sheet.add(
    rect(680, 0, 92, 104, CREAM),
    rect(772, 0, 56, 104, MINT),
    rect(828, 0, 76, 104, RED),
    rect(660, 104, 264, 26, INK),
    rect(660, 86, 264, 18, '#e9dfcc'),
  );
  const column = (x: number, fill: number, color: string, screen: string, rules: number) => {
    const [w, top, bottom] = [288, 410, 900];
    const shape = arched(x, top, w, bottom - top, 144);
    const level = bottom - (bottom - top) * fill;
    return [
      path(shape, FOREST),
      sheet.inside(
        path(shape, '#000'),
        rect(x, level, w, 600, color),
        rect(x, level, w, 600, screen),
        rect(x, level, w, 12, PAPER),
        ...Array.from({ length: rules }, (_, i) =>
          rect(x + w - 64, bottom - 54 - i * 54, i % 2 ? 64 : 40, 4, INK, { opacity: 0.55 }),
        ),
      ),
      path(shape, 'none', { stroke: CREAM, 'stroke-width': 8 }),
    ].join('');
  };
  sheet.add(
    column(248, 0.74, CREAM, sheet.dots('#d8ccb4', 20, 4.4), 6),
    column(656, 0.36, MINT, sheet.hatch('#86b394', 18, 5, 0), 6),
    column(1064, 0.56, RED, sheet.hatch('#b8331f', 20, 6, 45), 6),
    rect(168, 896, 1264, 24, CREAM),
    rect(168, 920, 1264, 10, FOREST),
  );
  // Coins on their way, and the one selected cell.
  sheet.add(
    circle(392, 452, 19, CREAM),
    circle(392, 500, 19, CREAM),
    circle(800, 516, 17, MINT),
    circle(800, 604, 17, MINT),
    circle(1208, 520, 18, RED),
    rect(1360, 232, 128, 64, 'none', { stroke: CREAM, 'stroke-width': 7 }),
    rect(1478, 286, 20, 20, CREAM),
    rect(1384, 256, 78, 14, RED),
    rect(112, 256, 78, 14, '#4c8572'),
    rect(112, 320, 60, 14, '#4c8572'),
    rect(1384, 320, 60, 14, '#4c8572'),
    rect(1384, 192, 70, 14, '#4c8572'),
  );
  return sheet.finish(42);
};

export const whatALateInvoiceCosts = (): string => {
  const sheet = new Sheet('#16241f');
  const [x0, y0, cell, gap] = [150, 206, 148, 14];
  // Two binding rings' worth of calendar.
  sheet.add(
    halftone(0, 0, 1600, 1000, 26, '#1f362e', (u, v) => u * 0.8 - v * 0.2),
    rect(110, 92, 1204, 850, FOREST, { rx: 20 }),
    rect(110, 92, 1204, 88, GREEN, { rx: 20 }),
    rect(110, 140, 1204, 40, GREEN),
    ...[0, 1, 2, 3, 4, 5, 6].map(i => rect(x0 + i * (cell + gap) + 44, 140, 60, 10, MINT)),
    ...[0, 1, 2, 3, 4, 5, 6].map(i => rect(x0 + 65 + i * (cell + gap), 62, 18, 62, CREAM, { rx: 9 })),
  );
  const due = 9;
  for (let i = 0; i < 28; i++) {
    const x = x0 + (i % 7) * (cell + gap);
    const y = y0 + Math.floor(i / 7) * (cell + gap + 16);
    const h = cell + 16;
    const weekend = i % 7 > 4;
    if (i < due) {
      sheet.add(rect(x, y, cell, h, weekend ? '#2a6552' : GREEN), rect(x + 16, y + 16, 26, 8, MINT));
      sheet.add(stroke(`M${x + 54} ${y + 90}l18 20 34-44`, MINT, 8));
    } else if (i === due) {
      sheet.add(
        rect(x, y, cell, h, CREAM),
        rect(x + 16, y + 16, 26, 8, GREEN),
        ring(x + cell / 2, y + h / 2 + 6, 48, RED, 9),
        circle(x + cell / 2, y + h / 2 + 6, 15, RED),
      );
    } else {
      // Each late day stands higher than the last.
      const part = Math.min(1, (i - due) / 17);
      sheet.add(
        rect(x, y, cell, h, '#1c4a3b'),
        rect(x, y + h * (1 - part), cell, h * part, RED),
        rect(x, y + h * (1 - part), cell, h * part, i % 2 ? sheet.hatch('#b8331f', 16, 4, 45) : 'none'),
        rect(x + 16, y + 16, 26, 8, part > 0.9 ? CREAM : MINT),
      );
    }
  }
  // The invoice, gone over the edge of the page.
  const sheetOfPaper = [
    rect(14, 16, 330, 440, '#0b1512'),
    rect(0, 0, 330, 440, CREAM),
    rect(34, 38, 96, 30, GREEN),
    rect(236, 38, 60, 12, MINT),
    rect(236, 58, 60, 12, MINT),
    ...[150, 120, 170, 104].map(
      (width, i) =>
        rect(34, 120 + i * 44, width, 10, '#b9ad98') +
        rect(250, 120 + i * 44, 46, 10, '#b9ad98') +
        rect(34, 146 + i * 44, 262, 2.5, '#d9cfbb'),
    ),
    rect(34, 316, 262, 5, INK),
    rect(206, 340, 90, 24, RED),
    rect(34, 390, 110, 8, '#b9ad98'),
    rect(34, 408, 84, 8, '#b9ad98'),
  ];
  sheet.add(group(sheetOfPaper, { transform: 'translate(1196 470) rotate(17)' }));
  sheet.add(
    stroke('M395 372C520 300 900 250 1180 330S1360 420 1352 486', CREAM, 4, {
      'stroke-dasharray': '3 13',
      'stroke-linecap': 'round',
    }),
  );
  return sheet.finish(43);
};

export default {
  'how-i-price-a-fixed-fee': howIPriceAFixedFee,
  'three-accounts-and-a-spreadsheet': threeAccountsAndASpreadsheet,
  'what-a-late-invoice-costs': whatALateInvoiceCosts,
};
