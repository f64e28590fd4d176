/** A font as outlines by character (made by the build, `dist/fonts/*.json`). All lengths are in font units. */
export interface DrawingFont {
  readonly unitsPerEm: number;
  /** SVG path data has its origin on the baseline at the pen, and y pointing down. */
  readonly glyphs: Readonly<Record<string, readonly [advance: number, path: string]>>;
  /** By the left character, then the right one. */
  readonly kerning: Readonly<Record<string, Readonly<Record<string, number>>>>;
}
