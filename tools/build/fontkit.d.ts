/** The part of the npm package `fontkit` (which has no types) that the build uses. All lengths are in font units. */
declare module 'fontkit' {
  type Command = 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
  interface Path {
    readonly commands: readonly { readonly command: Command; readonly args: readonly number[] }[];
  }
  interface List<Item> {
    get(index: number): Item;
    toArray(): Item[];
  }
  interface GlyphRange {
    readonly start: number;
    readonly end: number;
  }
  type Coverage =
    | { readonly version: 1; readonly glyphs: readonly number[] }
    | { readonly version: 2; readonly rangeRecords: readonly GlyphRange[] };
  type Classes =
    | { readonly version: 1; readonly startGlyph: number; readonly classValueArray: readonly number[] }
    | { readonly version: 2; readonly classRangeRecord: readonly (GlyphRange & { readonly class: number })[] };
  interface Adjustment {
    readonly value1: { readonly xAdvance?: number };
  }
  type PairPositioning = { readonly coverage: Coverage } & (
    | { readonly version: 1; readonly pairSets: List<readonly (Adjustment & { readonly secondGlyph: number })[]> }
    | {
        readonly version: 2;
        readonly classDef1: Classes;
        readonly classDef2: Classes;
        readonly classRecords: List<List<Adjustment>>;
      }
  );
  interface Lookup {
    readonly lookupType: number;
    readonly subTables: readonly { readonly lookupType?: number; readonly extension?: object }[];
  }
  interface Font {
    readonly unitsPerEm: number;
    readonly characterSet: readonly number[];
    readonly hhea: { readonly numberOfMetrics: number };
    readonly hmtx: { readonly metrics: List<{ readonly advance: number }> };
    readonly GPOS?: { readonly lookupList: List<Lookup> };
    glyphForCodePoint(code: number): Glyph;
  }
}
