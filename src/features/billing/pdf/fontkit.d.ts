/** Types of the used part of `fontkit`, which ships none. All lengths are in font units. */
declare module 'fontkit' {
  export interface Glyph {
    readonly id: number;
    readonly advanceWidth: number;
    readonly path: Path;
  }
  export interface Path {
    toSVG(): string;
  }
  export interface Layout {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
    readonly advanceWidth: number;
  }
  export interface Font {
    readonly unitsPerEm: number;
    /** `characters`: the code points that the glyph represents; only the first call sets them. */
    getGlyph(id: number, characters?: readonly number[]): Glyph;
    layout: (text: string, features?: readonly string[]) => Layout;
  }
  export function create(bytes: Uint8Array): Font;
}
