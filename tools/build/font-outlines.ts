import { type FontTables, table } from './font-tables.ts';

interface Point {
  readonly x: number;
  readonly y: number;
  readonly onCurve: boolean;
}
type Contour = readonly Point[];

/**
 * The outline of a glyph as SVG path data in font units, with y pointing down and 0 on the baseline. Reads simple and
 * composite glyphs of the `glyf` table (OpenType 1.9); empty for a glyph without ink.
 */
export function readOutline(tables: FontTables, glyph: number): string {
  return contoursOf(tables, glyph).map(writeContour).join('');
}

function contoursOf(tables: FontTables, glyph: number): Contour[] {
  const long = table(tables, 'head').readInt16BE(50) === 1;
  const loca = table(tables, 'loca');
  const place = (index: number) => (long ? loca.readUInt32BE(4 * index) : 2 * loca.readUInt16BE(2 * index));
  const bytes = table(tables, 'glyf').subarray(place(glyph), place(glyph + 1));
  if (bytes.length === 0) return [];
  const contours = bytes.readInt16BE(0);
  return contours < 0 ? compositeContours(tables, bytes) : simpleContours(bytes, contours);
}

const ON_CURVE = 1;
const REPEAT = 8;
const AXES = [
  { short: 2, same: 16 },
  { short: 4, same: 32 },
] as const;

function simpleContours(bytes: Buffer, count: number): Contour[] {
  const ends = Array.from({ length: count }, (_, index) => bytes.readUInt16BE(10 + 2 * index));
  const points = (ends.at(-1) ?? -1) + 1;
  let at = 12 + 2 * count + bytes.readUInt16BE(10 + 2 * count);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = bytes.readUInt8(at);
    const times = flag & REPEAT ? bytes.readUInt8(at + 1) + 1 : 1;
    at += flag & REPEAT ? 2 : 1;
    for (let time = 0; time < times; time += 1) flags.push(flag);
  }
  const [xs = [], ys = []] = AXES.map(axis => {
    let value = 0;
    return flags.map(flag => {
      if (flag & axis.short) {
        value += flag & axis.same ? bytes.readUInt8(at) : -bytes.readUInt8(at);
        at += 1;
      } else if (!(flag & axis.same)) {
        value += bytes.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  });
  const all = flags.map((flag, index) => ({
    x: xs[index] ?? 0,
    y: -(ys[index] ?? 0),
    onCurve: (flag & ON_CURVE) !== 0,
  }));
  return ends.map((end, index) => all.slice((ends[index - 1] ?? -1) + 1, end + 1));
}

const WIDE_ARGUMENTS = 1;
const ARGUMENTS_ARE_OFFSETS = 2;
const ONE_SCALE = 8;
const MORE_PARTS = 32;
const TWO_SCALES = 64;
const MATRIX = 128;

function compositeContours(tables: FontTables, bytes: Buffer): Contour[] {
  const contours: Contour[] = [];
  for (let at = 10, flags = MORE_PARTS; flags & MORE_PARTS; ) {
    flags = bytes.readUInt16BE(at);
    if (!(flags & ARGUMENTS_ARE_OFFSETS))
      throw new Error('A glyph is put together by anchor points, which is not read.');
    const wide = (flags & WIDE_ARGUMENTS) !== 0;
    const dx = wide ? bytes.readInt16BE(at + 4) : bytes.readInt8(at + 4);
    const dy = wide ? bytes.readInt16BE(at + 6) : bytes.readInt8(at + 5);
    const part = contoursOf(tables, bytes.readUInt16BE(at + 2));
    at += wide ? 8 : 6;
    const scales = flags & MATRIX ? 4 : flags & TWO_SCALES ? 2 : flags & ONE_SCALE ? 1 : 0;
    const values = Array.from({ length: scales }, (_, index) => bytes.readInt16BE(at + 2 * index) / 2 ** 14);
    at += 2 * scales;
    const [xx, xy, yx, yy] = matrixOf(values);
    for (const contour of part) {
      contours.push(
        contour.map(({ x, y, onCurve }) => ({ x: x * xx - y * yx + dx, y: y * yy - x * xy - dy, onCurve })),
      );
    }
  }
  return contours;
}

/** How a part's x and y (pointing up) go into the glyph's: x' = xx·x + yx·y, y' = xy·x + yy·y. */
function matrixOf(values: readonly number[]): [xx: number, xy: number, yx: number, yy: number] {
  const [first = 1, second = first, third, fourth] = values;
  return third === undefined || fourth === undefined ? [first, 0, 0, second] : [first, second, third, fourth];
}

/** Two curve points in a row have a point on the outline halfway between them that the file leaves out. */
function writeContour(contour: Contour): string {
  const whole = contour.flatMap((point, index) => {
    const next = contour[(index + 1) % contour.length] ?? point;
    if (point.onCurve || next.onCurve) return [point];
    return [point, { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2, onCurve: true }];
  });
  const start = whole.findIndex(point => point.onCurve);
  const turned = [...whole.slice(start), ...whole.slice(0, start)];
  const commands = turned.map(({ x, y, onCurve }, index) => {
    const place = `${round(x)} ${round(y)}`;
    if (!onCurve) return `Q${place} `;
    if (index === 0) return `M${place}`;
    return turned[index - 1]?.onCurve ? `L${place}` : place;
  });
  const [first] = turned;
  const closing = turned.at(-1)?.onCurve === false && first ? `${round(first.x)} ${round(first.y)}` : '';
  return `${commands.join('')}${closing}Z`;
}

function round(value: number): number {
  return Math.round(value * 2) / 2;
}
