/** Kerning in font units by the left glyph, then the right one; pairs that are set without kerning are left out. */
export type Kerning = Map<number, Map<number, number>>;

const PAIR_POSITIONING = 2;
const EXTENSION = 9;
/** A value record that holds nothing but the pen's extra move to the right. */
const X_ADVANCE_ONLY = 4;

/**
 * The pair kerning of a GPOS table (OpenType 1.9, lookup type 2) for glyphs 0 to `count` - 1. For each pair the first
 * subtable that knows it decides. Contextual kerning is not read.
 */
export function readKerning(gpos: Buffer, count: number): Kerning {
  const kerning: Kerning = new Map();
  const decide = (left: number, right: number, value: number) => {
    const row = kerning.get(left) ?? new Map<number, number>();
    if (!row.has(right)) row.set(right, value);
    kerning.set(left, row);
  };
  for (const pairs of pairSubtables(gpos)) {
    if (pairs.readUInt16BE(4) !== X_ADVANCE_ONLY || pairs.readUInt16BE(6) !== 0) continue;
    const lefts = readCoverage(pairs.subarray(pairs.readUInt16BE(2)));
    if (pairs.readUInt16BE(0) === 1) readPairs(pairs, lefts, decide);
    else readClassPairs(pairs, lefts, count, decide);
  }
  for (const [left, row] of kerning) {
    for (const [right, value] of row) if (value === 0) row.delete(right);
    if (row.size === 0) kerning.delete(left);
  }
  return kerning;
}

type Decide = (left: number, right: number, value: number) => void;

function readPairs(pairs: Buffer, lefts: readonly number[], decide: Decide): void {
  for (const [index, left] of lefts.entries()) {
    const set = pairs.subarray(pairs.readUInt16BE(10 + 2 * index));
    for (let at = 2; at < 2 + 4 * set.readUInt16BE(0); at += 4)
      decide(left, set.readUInt16BE(at), set.readInt16BE(at + 2));
  }
}

function readClassPairs(pairs: Buffer, lefts: readonly number[], count: number, decide: Decide): void {
  const leftClasses = readClasses(pairs.subarray(pairs.readUInt16BE(8)));
  const rightClasses = readClasses(pairs.subarray(pairs.readUInt16BE(10)));
  const columns = pairs.readUInt16BE(14);
  for (const left of lefts) {
    const row = 16 + 2 * columns * (leftClasses.get(left) ?? 0);
    for (let right = 0; right < count; right += 1)
      decide(left, right, pairs.readInt16BE(row + 2 * (rightClasses.get(right) ?? 0)));
  }
}

function pairSubtables(gpos: Buffer): Buffer[] {
  const lookups = gpos.subarray(gpos.readUInt16BE(8));
  const found: Buffer[] = [];
  for (let index = 0; index < lookups.readUInt16BE(0); index += 1) {
    const lookup = lookups.subarray(lookups.readUInt16BE(2 + 2 * index));
    for (let part = 0; part < lookup.readUInt16BE(4); part += 1) {
      const subtable = lookup.subarray(lookup.readUInt16BE(6 + 2 * part));
      const extended = lookup.readUInt16BE(0) === EXTENSION;
      const type = extended ? subtable.readUInt16BE(2) : lookup.readUInt16BE(0);
      if (type === PAIR_POSITIONING) found.push(extended ? subtable.subarray(subtable.readUInt32BE(4)) : subtable);
    }
  }
  return found;
}

function readCoverage(coverage: Buffer): number[] {
  const glyphs: number[] = [];
  const ranges = coverage.readUInt16BE(0) === 2;
  for (let index = 0; index < coverage.readUInt16BE(2); index += 1) {
    if (!ranges) glyphs.push(coverage.readUInt16BE(4 + 2 * index));
    else
      for (let glyph = coverage.readUInt16BE(4 + 6 * index); glyph <= coverage.readUInt16BE(6 + 6 * index); glyph += 1)
        glyphs.push(glyph);
  }
  return glyphs;
}

function readClasses(definition: Buffer): Map<number, number> {
  const classes = new Map<number, number>();
  if (definition.readUInt16BE(0) === 1) {
    const first = definition.readUInt16BE(2);
    for (let index = 0; index < definition.readUInt16BE(4); index += 1)
      classes.set(first + index, definition.readUInt16BE(6 + 2 * index));
    return classes;
  }
  for (let at = 4; at < 4 + 6 * definition.readUInt16BE(2); at += 6) {
    for (let glyph = definition.readUInt16BE(at); glyph <= definition.readUInt16BE(at + 2); glyph += 1) {
      classes.set(glyph, definition.readUInt16BE(at + 4));
    }
  }
  return classes;
}
