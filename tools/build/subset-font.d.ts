/** The part of the npm package `subset-font` (which has no types) that the build uses. */
declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat: 'truetype' | 'woff2';
    /** OpenType layout features to keep; all by default. */
    readonly keepFeatures?: readonly string[];
    /** A number pins an axis; a range narrows it. */
    readonly variationAxes?: Readonly<Record<string, number | { min: number; max: number; default?: number }>>;
    readonly noHinting?: boolean;
    readonly dropTables?: readonly string[];
    /** Keeps every glyph; the text must then be empty. */
    readonly keepAllGlyphs?: boolean;
  }
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>;
}
