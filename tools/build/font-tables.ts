/** The tables of a TrueType file by their tag (OpenType 1.9, "Font file"). */
export type FontTables = Map<string, Buffer>;

const TABLE_RECORD = 16;
const HEADER = 12;

export function readTables(font: Buffer): FontTables {
  const tables: FontTables = new Map();
  const count = font.readUInt16BE(4);
  for (let record = HEADER; record < HEADER + count * TABLE_RECORD; record += TABLE_RECORD) {
    const offset = font.readUInt32BE(record + 8);
    const tag = font.toString('latin1', record, record + 4);
    tables.set(tag, font.subarray(offset, offset + font.readUInt32BE(record + 12)));
  }
  return tables;
}

/** A table that every font has. Throws an Error naming one that is missing. */
export function table(tables: FontTables, tag: string): Buffer {
  const bytes = tables.get(tag);
  if (!bytes) throw new Error(`The font has no table ${tag}.`);
  return bytes;
}

/** Which glyph draws each code point (`cmap`, formats 4 and 12). */
export function readCharacters(tables: FontTables): Map<number, number> {
  const cmap = table(tables, 'cmap');
  const glyphs = new Map<number, number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const part = cmap.subarray(cmap.readUInt32BE(8 + 8 * index));
    const format = part.readUInt16BE(0);
    if (format === 4) readSegments(part, glyphs);
    else if (format === 12) readGroups(part, glyphs);
  }
  return glyphs;
}

function readSegments(part: Buffer, glyphs: Map<number, number>): void {
  const width = part.readUInt16BE(6);
  for (let at = 14; at < 14 + width; at += 2) {
    const [first, delta, rangeAt] = [
      part.readUInt16BE(at + 2 + width),
      part.readUInt16BE(at + 2 + 2 * width),
      at + 2 + 3 * width,
    ];
    const range = part.readUInt16BE(rangeAt);
    for (let code = first; code <= part.readUInt16BE(at) && code !== 0xff_ff; code += 1) {
      const glyph = range === 0 ? (code + delta) & 0xff_ff : part.readUInt16BE(rangeAt + range + 2 * (code - first));
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}

function readGroups(part: Buffer, glyphs: Map<number, number>): void {
  for (let at = 16; at < 16 + 12 * part.readUInt32BE(12); at += 12) {
    const [first, last, glyph] = [part.readUInt32BE(at), part.readUInt32BE(at + 4), part.readUInt32BE(at + 8)];
    for (let code = first; code <= last; code += 1) glyphs.set(code, glyph + code - first);
  }
}

/** How far a glyph moves the pen, in font units. */
export function advanceOf(tables: FontTables, glyph: number): number {
  const full = table(tables, 'hhea').readUInt16BE(34);
  return table(tables, 'hmtx').readUInt16BE(4 * Math.min(glyph, full - 1));
}

/** The heights that browsers lay lines out by, as parts of the font size; `descent` is positive. */
export interface LineMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
}

const USE_TYPO_METRICS = 1 << 7;

export function lineMetricsOf(tables: FontTables): LineMetrics {
  const os2 = table(tables, 'OS/2');
  const typographic = (os2.readUInt16BE(62) & USE_TYPO_METRICS) !== 0;
  const [source, at] = typographic ? [os2, 68] : [table(tables, 'hhea'), 4];
  const em = unitsPerEmOf(tables);
  return {
    ascent: source.readInt16BE(at) / em,
    descent: -source.readInt16BE(at + 2) / em,
    lineGap: source.readInt16BE(at + 4) / em,
  };
}

export function unitsPerEmOf(tables: FontTables): number {
  return table(tables, 'head').readUInt16BE(18);
}

export function glyphCountOf(tables: FontTables): number {
  return table(tables, 'maxp').readUInt16BE(4);
}
