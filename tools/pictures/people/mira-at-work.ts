/** The owner at work: the harbor in the window, the desk, a drawing under her hand. 1200 by 1500. */

import {
  CREAM,
  circle,
  ellipse,
  group,
  halftone,
  INK,
  line,
  n,
  overprint,
  path,
  polygon,
  rect,
  Sheet,
  stroke,
} from '../posts/print.ts';
import { AMBER, NIGHT, PETROL, VERMILION } from './inks.ts';
import { MIRA, miraHead } from './mira-castellan.ts';
import { roll } from './wear.ts';

export const miraAtWork = (): string => {
  const sheet = new Sheet('#d9c9a8', 1200, 1500);
  const pane = { x: 96, y: 84, w: 1008, h: 800 };
  const view = rect(pane.x, pane.y, pane.w, pane.h, '#000');
  const sea = 520;
  const boat = (x: number, h: number, w: number, sail: string): string =>
    [
      rect(x - 3, sea - h, 6, h, NIGHT),
      polygon(
        [
          [x - 8, sea - h + 14],
          [x - 8, sea - 16],
          [x - w, sea - 16],
        ],
        sail,
      ),
      polygon(
        [
          [x + 8, sea - h + 34],
          [x + 8, sea - 16],
          [x + w * 0.7, sea - 16],
        ],
        CREAM,
      ),
      path(`M${x - w} ${sea - 8}H${n(x + w * 0.85)}L${n(x + w * 0.6)} ${sea + 22}H${n(x - w * 0.72)}Z`, NIGHT),
    ].join('');
  sheet.add(
    rect(0, 0, 1200, 1500, '#cbb98f'),
    ...Array.from({ length: 13 }, (_, i) => rect(0, 30 + i * 92, 1200, 3, '#bba878')),
    // the window
    rect(pane.x - 34, pane.y - 34, pane.w + 68, pane.h + 68, '#7a3f1b'),
    sheet.inside(
      view,
      rect(pane.x, pane.y, pane.w, pane.h, AMBER),
      halftone(pane.x, pane.y, pane.w, 430, 20, '#e79a3c', (_u, v) => 0.75 - v * 0.85),
      circle(872, 300, 118, CREAM),
      // far shore, the lighthouse
      path(`M96 ${sea}L96 452L210 420L330 452L470 430L620 ${sea}Z`, '#c9743a'),
      path(`M760 ${sea}L900 470L1010 486L1110 450V${sea}Z`, '#c9743a'),
      polygon(
        [
          [1015, 500],
          [1053, 500],
          [1046, 356],
          [1022, 356],
        ],
        CREAM,
      ),
      rect(1019, 400, 30, 24, VERMILION),
      rect(1021, 332, 26, 24, NIGHT),
      polygon(
        [
          [1014, 334],
          [1054, 334],
          [1034, 296],
        ],
        VERMILION,
      ),
      path(`M980 ${sea}L1010 488L1060 492L1110 460V${sea}Z`, '#b8632e'),
      // the water
      rect(96, sea, 1008, 400, PETROL),
      ...[110, 70, 130, 50, 96, 120, 64, 84, 40, 70, 52].map((half, i) =>
        rect(872 - half, sea + 18 + i * 26, half * 2, 7, i < 3 ? CREAM : AMBER),
      ),
      ...Array.from({ length: 12 }, (_, i) =>
        rect(110 + ((i * 211) % 560), sea + 40 + ((i * 67) % 300), 60 + ((i * 37) % 90), 5, '#3b7488'),
      ),
      boat(250, 220, 88, VERMILION),
      // the quay: roofs of the rope works
      rect(96, 760, 1008, 140, '#143a48'),
      ...Array.from({ length: 5 }, (_, i) => rect(96, 786 + i * 24, 1008, 3, '#0f2d38')),
      polygon(
        [
          [96, 760],
          [96, 690],
          [190, 640],
          [284, 690],
          [284, 760],
        ],
        '#8a3a1c',
      ),
      polygon(
        [
          [96, 690],
          [190, 640],
          [284, 690],
          [284, 704],
          [190, 654],
          [96, 704],
        ],
        NIGHT,
      ),
      rect(140, 700, 36, 40, AMBER),
      rect(204, 700, 36, 40, AMBER),
      ...[880, 960, 1040].map(x => rect(x, 716, 22, 60, NIGHT) + rect(x - 4, 708, 30, 12, CREAM)),
      stroke('M891 736Q931 772 971 736T1051 736T1140 740', CREAM, 5),
    ),
    rect(pane.x + 322, pane.y, 22, pane.h, '#7a3f1b'),
    rect(pane.x + 664, pane.y, 22, pane.h, '#7a3f1b'),
    rect(pane.x, pane.y + 236, pane.w, 20, '#7a3f1b'),
    rect(30, 914, 1140, 40, CREAM),
    rect(30, 954, 1140, 10, '#a88f5c'),
  );
  // A coil of rope on its hook.
  sheet.add(
    ...[0, 1, 2, 3].map(i =>
      ellipse(1110, 1066, 54 - i * 5, 84 - i * 9, 'none', { stroke: i % 2 ? '#b58a45' : '#8a6428', 'stroke-width': 9 }),
    ),
    rect(1080, 1030, 60, 26, '#8a6428', { rx: 8 }),
    rect(1104, 968, 12, 20, INK),
  );
  // Chair and Mira.
  const knit = sheet.hatch('#17424f', 20, 7, 90);
  const torso = 'M330 1290L344 1040Q360 976 456 950Q520 930 524 904H640Q644 930 708 950Q804 976 820 1040L834 1290Z';
  const leftArm = 'M462 948C330 972 246 1080 222 1236Q214 1336 330 1344L516 1338L508 1252L392 1236Q424 1160 432 1080Z';
  const rightArm = 'M702 948C834 972 918 1080 942 1236Q950 1336 834 1344L648 1338L656 1252L772 1236Q740 1160 732 1080Z';
  sheet.add(
    path('M380 1280V960Q386 900 450 900H720Q784 900 790 960V1280Z', '#8a3a1c'),
    path('M380 1280V960Q386 900 450 900H720Q784 900 790 960V1280Z', sheet.hatch('#6f2c13', 26, 8, 0)),
  );
  // The desk.
  sheet.add(
    polygon(
      [
        [0, 1226],
        [1200, 1226],
        [1200, 1500],
        [0, 1500],
      ],
      VERMILION,
    ),
    rect(0, 1226, 1200, 14, '#f3835c'),
    polygon(
      [
        [420, 1240],
        [640, 1240],
        [520, 1500],
        [250, 1500],
      ],
      '#ee8a4e',
    ),
    polygon(
      [
        [668, 1240],
        [884, 1240],
        [830, 1500],
        [556, 1500],
      ],
      '#ee8a4e',
    ),
    overprint(path('M222 1300Q260 1372 520 1366H650Q930 1372 950 1290Z', '#d9a38d')),
    path(torso, PETROL),
    path(torso, knit),
    sheet.inside(path(torso, '#000'), overprint(rect(300, 1226, 600, 120, '#b9c7ca'))),
    group([miraHead(sheet), roll(PETROL, '#17424f')], { transform: 'translate(102 320) scale(2)' }),
    // notebook
    overprint(
      polygon(
        [
          [392, 1346],
          [812, 1346],
          [862, 1472],
          [366, 1472],
        ],
        '#dba58a',
      ),
    ),
    polygon(
      [
        [408, 1330],
        [784, 1330],
        [836, 1456],
        [356, 1456],
      ],
      CREAM,
    ),
    polygon(
      [
        [592, 1330],
        [600, 1330],
        [602, 1456],
        [590, 1456],
      ],
      '#d9c9a8',
    ),
    ...[0, 1, 2, 3].map(i => line(430 - i * 9, 1376 + i * 19, 566 - i * 3, 1376 + i * 19, '#bba878', 4)),
    rect(676, 1384, 108, 52, 'none', { stroke: PETROL, 'stroke-width': 4 }),
    line(676, 1402, 784, 1402, PETROL, 4),
    line(712, 1402, 712, 1436, PETROL, 4),
    line(626, 1402, 656, 1402, PETROL, 4),
    line(622, 1420, 652, 1420, PETROL, 4),
    // arms
    path(leftArm, PETROL),
    path(leftArm, knit),
    path(rightArm, PETROL),
    path(rightArm, knit),
    sheet.inside(
      path(rightArm, '#000'),
      overprint(path('M702 948C834 972 918 1080 942 1236V1360H834L860 1240Q850 1060 702 948Z', '#c9d4d5')),
    ),
    stroke('M432 1080Q424 1160 392 1236L508 1252', '#0f3340', 6, { 'stroke-linejoin': 'round' }),
    stroke('M732 1080Q740 1160 772 1236L656 1252', '#0f3340', 6, { 'stroke-linejoin': 'round' }),
    // the left hand rests on the page
    ...[
      [520, 1282, 572, 1300],
      [524, 1296, 582, 1322],
      [522, 1310, 576, 1342],
      [514, 1322, 556, 1356],
    ].map(([x1, y1, x2, y2]) => stroke(`M${x1} ${y1}L${x2} ${y2}`, MIRA.skin.base, 25, { 'stroke-linecap': 'round' })),
    path('M500 1256Q548 1256 552 1292Q548 1336 506 1338Z', MIRA.skin.base),
    stroke('M540 1300L574 1314M540 1316L570 1334M532 1330L552 1348', MIRA.skin.line, 3.5, {
      'stroke-linecap': 'round',
    }),
    // the right one draws
    path('M664 1256Q606 1252 602 1298Q606 1340 664 1338Z', MIRA.skin.base),
    line(612, 1386, 664, 1226, INK, 12, { 'stroke-linecap': 'round' }),
    polygon(
      [
        [604, 1408],
        [605, 1382],
        [619, 1387],
      ],
      INK,
    ),
    line(657, 1248, 664, 1226, AMBER, 12, { 'stroke-linecap': 'round' }),
    stroke('M622 1276Q606 1312 618 1356', MIRA.skin.base, 25, { 'stroke-linecap': 'round' }),
    stroke('M652 1306Q648 1334 634 1354', MIRA.skin.base, 26, { 'stroke-linecap': 'round' }),
    stroke('M632 1296Q626 1322 628 1346', MIRA.skin.line, 3.5, { 'stroke-linecap': 'round' }),
    path('M486 1246L512 1249L520 1342L490 1344Z', '#17424f'),
    path('M690 1245L662 1249L654 1342L684 1344Z', '#17424f'),
    // laptop, turned aside
    overprint(
      polygon(
        [
          [930, 1346],
          [1200, 1322],
          [1200, 1376],
          [1000, 1392],
        ],
        '#d9a38d',
      ),
    ),
    polygon(
      [
        [906, 1130],
        [1168, 1092],
        [1196, 1318],
        [944, 1340],
      ],
      NIGHT,
    ),
    polygon(
      [
        [924, 1146],
        [1154, 1112],
        [1178, 1300],
        [958, 1320],
      ],
      '#22404b',
    ),
    circle(1050, 1216, 19, AMBER),
    polygon(
      [
        [944, 1340],
        [1196, 1318],
        [1200, 1318],
        [1200, 1334],
        [946, 1354],
      ],
      '#0d171b',
    ),
    // mug
    path('M92 1236H228V1330Q228 1368 190 1368H130Q92 1368 92 1330Z', CREAM),
    path('M92 1278H228V1300H92Z', PETROL),
    stroke('M92 1258c-56-4-56 74 4 72', CREAM, 15),
    ellipse(160, 1236, 68, 13, '#5a2f18'),
    // pencil tin shadow and rule
    rect(60, 1436, 250, 30, AMBER, { rx: 4 }),
    ...Array.from({ length: 12 }, (_, i) => rect(74 + i * 20, 1436, 3, i % 4 ? 9 : 16, NIGHT)),
  );
  return sheet.finish(16, 120);
};
