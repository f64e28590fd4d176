/**
 * The print shop: everything the illustrations share. A sheet has a ground, a
 * few flat inks, screens (dots, hatching) made from SVG patterns, and overlaps
 * printed with multiply. All of it is deterministic.
 */

export const PAPER = '#f3eadb';
export const CREAM = '#fbf5ea';
export const INK = '#211c18';

export type Point = readonly [number, number];

type Attributes = Record<string, string | number | undefined>;

/** A number as short as it can be written without a visible difference. */
export const n = (value: number): string => String(Math.round(value * 100) / 100);

/** A small seeded random source (mulberry32). */
export const seeded = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

const attributes = (values: Attributes): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? n(value) : value}"`)
    .join('');

const element =
  (name: string) =>
  (values: Attributes): string =>
    `<${name}${attributes(values)}/>`;

const rectElement = element('rect');
const circleElement = element('circle');
const ellipseElement = element('ellipse');
const pathElement = element('path');

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  rest: Attributes = {},
): string => rectElement({ x, y, width, height, fill, ...rest });

export const circle = (cx: number, cy: number, r: number, fill: string, rest: Attributes = {}): string =>
  circleElement({ cx, cy, r, fill, ...rest });

export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, rest: Attributes = {}): string =>
  ellipseElement({ cx, cy, rx, ry, fill, ...rest });

export const path = (d: string, fill: string, rest: Attributes = {}): string => pathElement({ d, fill, ...rest });

export const stroke = (d: string, color: string, width: number, rest: Attributes = {}): string =>
  pathElement({ d, fill: 'none', stroke: color, 'stroke-width': width, ...rest });

export const line = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  color: string,
  width: number,
  rest: Attributes = {},
): string => stroke(`M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`, color, width, rest);

export const ring = (cx: number, cy: number, r: number, color: string, width: number, rest: Attributes = {}): string =>
  circleElement({ cx, cy, r, fill: 'none', stroke: color, 'stroke-width': width, ...rest });

export const polygon = (points: readonly Point[], fill: string, rest: Attributes = {}): string =>
  path(`M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`, fill, rest);

export const group = (content: string | readonly string[], values: Attributes = {}): string =>
  `<g${attributes(values)}>${typeof content === 'string' ? content : content.join('')}</g>`;

/** Prints what it holds over everything below, as a second pass of ink does. */
export const overprint = (...content: string[]): string => group(content, { style: 'mix-blend-mode:multiply' });

export const moved = (x: number, y: number, content: string | readonly string[]): string =>
  group(content, { transform: `translate(${n(x)} ${n(y)})` });

export const turned = (angle: number, cx: number, cy: number, content: string | readonly string[]): string =>
  group(content, { transform: `rotate(${n(angle)} ${n(cx)} ${n(cy)})` });

/** A point on a circle; 0 degrees is twelve o'clock, clockwise. */
export const around = (cx: number, cy: number, r: number, degrees: number): Point => {
  const a = ((degrees - 90) * Math.PI) / 180;
  return [cx + r * Math.cos(a), cy + r * Math.sin(a)];
};

/** An open arc, clockwise from one clock angle to another. */
export const arc = (cx: number, cy: number, r: number, from: number, to: number): string => {
  const [x1, y1] = around(cx, cy, r, from);
  const [x2, y2] = around(cx, cy, r, to);
  return `M${n(x1)} ${n(y1)}A${n(r)} ${n(r)} 0 ${to - from > 180 ? 1 : 0} 1 ${n(x2)} ${n(y2)}`;
};

/** A slice of a ring (or of a disc, when the inner radius is 0). */
export const sector = (cx: number, cy: number, inner: number, outer: number, from: number, to: number): string => {
  const large = to - from > 180 ? 1 : 0;
  const [x1, y1] = around(cx, cy, outer, from);
  const [x2, y2] = around(cx, cy, outer, to);
  if (inner === 0)
    return `M${n(cx)} ${n(cy)}L${n(x1)} ${n(y1)}A${n(outer)} ${n(outer)} 0 ${large} 1 ${n(x2)} ${n(y2)}Z`;
  const [x3, y3] = around(cx, cy, inner, to);
  const [x4, y4] = around(cx, cy, inner, from);
  return `M${n(x1)} ${n(y1)}A${n(outer)} ${n(outer)} 0 ${large} 1 ${n(x2)} ${n(y2)}L${n(x3)} ${n(y3)}A${n(inner)} ${n(inner)} 0 ${large} 0 ${n(x4)} ${n(y4)}Z`;
};

/** A smooth curve through points (Catmull–Rom). */
export const through = (points: readonly Point[], closed = false): string => {
  const count = points.length;
  const at = (index: number): Point => {
    const point = points[closed ? (index + count) % count : Math.max(0, Math.min(count - 1, index))];
    if (!point) throw new RangeError('A curve needs at least one point.');
    return point;
  };
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${n(p1[0] + (p2[0] - p0[0]) / 6)} ${n(p1[1] + (p2[1] - p0[1]) / 6)} ${n(p2[0] - (p3[0] - p1[0]) / 6)} ${n(p2[1] - (p3[1] - p1[1]) / 6)} ${n(p2[0])} ${n(p2[1])}`;
  }
  return closed ? `${d}Z` : d;
};

/** A rectangle whose top corners are round: a tab, a window, a silo. */
export const arched = (x: number, y: number, width: number, height: number, r: number): string =>
  `M${n(x)} ${n(y + height)}V${n(y + r)}A${n(r)} ${n(r)} 0 0 1 ${n(x + r)} ${n(y)}H${n(x + width - r)}A${n(r)} ${n(r)} 0 0 1 ${n(x + width)} ${n(y + r)}V${n(y + height)}Z`;

/**
 * A halftone that fades: dots on a turned grid over a box; `tone` gives how full
 * (0 to 1) the ink is at a place in the box (u, v from 0 to 1).
 */
export const halftone = (
  x: number,
  y: number,
  width: number,
  height: number,
  cell: number,
  color: string,
  tone: (u: number, v: number) => number,
): string => {
  let d = '';
  let row = 0;
  for (let py = y; py <= y + height; py += cell / 2, row++) {
    for (let px = x + (row % 2 ? cell / 2 : 0); px <= x + width; px += cell) {
      const value = Math.max(0, Math.min(1, tone((px - x) / width, (py - y) / height)));
      const r = value * cell * 0.46;
      if (r < cell * 0.06) continue;
      d += `M${n(px - r)} ${n(py)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`;
    }
  }
  return path(d, color);
};

/** One sheet: collects screens and clips, then the layers in the order they are printed. */
export class Sheet {
  width: number;
  height: number;
  private ground: string;
  private prefix: string;
  private definitions: string[] = [];
  private layers: string[] = [];

  constructor(ground: string, width = 1600, height = 1000, prefix = 'p') {
    this.ground = ground;
    this.width = width;
    this.height = height;
    this.prefix = prefix;
  }

  private define(make: (id: string) => string): string {
    const id = `${this.prefix}${this.definitions.length}`;
    this.definitions.push(make(id));
    return `url(#${id})`;
  }

  /** A screen of dots as a fill. */
  dots(color: string, cell = 16, r = 4, angle = 45): string {
    return this.define(
      id =>
        `<pattern id="${id}" width="${n(cell)}" height="${n(cell)}" patternUnits="userSpaceOnUse" patternTransform="rotate(${n(angle)})">${circle(cell / 2, cell / 2, r, color)}</pattern>`,
    );
  }

  /** A screen of parallel lines as a fill. */
  hatch(color: string, cell = 14, width = 4, angle = 45): string {
    return this.define(
      id =>
        `<pattern id="${id}" width="${n(cell)}" height="${n(cell)}" patternUnits="userSpaceOnUse" patternTransform="rotate(${n(angle)})">${rect(0, 0, cell, width, color)}</pattern>`,
    );
  }

  /** A woven screen (checks) as a fill. */
  checks(color: string, cell = 40, width = 14, angle = 0, opacity = 0.6): string {
    return this.define(
      id =>
        `<pattern id="${id}" width="${n(cell)}" height="${n(cell)}" patternUnits="userSpaceOnUse" patternTransform="rotate(${n(angle)})">${rect(0, 0, cell, width, color, { opacity })}${rect(0, 0, width, cell, color, { opacity })}</pattern>`,
    );
  }

  clip(shapes: string): string {
    return this.define(id => `<clipPath id="${id}">${shapes}</clipPath>`);
  }

  /** Content seen only inside a shape. */
  inside(shapes: string, ...content: string[]): string {
    return group(content, { 'clip-path': this.clip(shapes) });
  }

  add(...content: string[]): this {
    this.layers.push(...content);
    return this;
  }

  /** The finished sheet, with the tooth of the paper: a few specks where the ink did not take. */
  finish(seed = 7, specks = 170): string {
    const random = seeded(seed);
    const [w, h] = [613, 467];
    let light = '';
    let dark = '';
    for (let i = 0; i < specks; i++) {
      const [x, y, r] = [random() * w, random() * h, 0.7 + random() * random() * 1.7];
      const d = `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`;
      if (i % 3) light += d;
      else dark += d;
    }
    const tooth = this.define(
      id =>
        `<pattern id="${id}" width="${w}" height="${h}" patternUnits="userSpaceOnUse">${path(light, CREAM, { opacity: 0.4 })}${path(dark, INK, { opacity: 0.16 })}</pattern>`,
    );
    const { width, height } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${this.definitions.join('')}</defs>${rect(0, 0, width, height, this.ground)}${this.layers.join('')}${rect(0, 0, width, height, tooth)}</svg>`;
  }
}
