import { Blob, Buffer as TextBuffer, ClusterLevel, Direction, Face, Font, shape } from 'harfbuzzjs';

/** A glyph and where it is drawn, in font units. */
export interface ShapedGlyph {
  readonly id: number;
  /** The index in the text of the first character of the glyph. */
  readonly cluster: number;
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

const buffer = new TextBuffer();

/** A TrueType font, shaped with HarfBuzz. */
export class Shaper {
  readonly unitsPerEm: number;
  private readonly font: Font;

  constructor(bytes: Uint8Array) {
    const face = new Face(new Blob(bytes));
    this.unitsPerEm = face.upem;
    this.font = new Font(face);
  }

  /** Returns the glyphs of a text in one script and direction, from left to right. */
  shape(text: string, rightToLeft = false): ShapedGlyph[] {
    buffer.reset();
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR);
    shape(this.font, buffer);
    const positions = buffer.getGlyphPositions();
    return buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      return { id: codepoint, cluster, xAdvance, xOffset, yOffset };
    });
  }

  /** Returns the glyph that draws a single character. */
  glyphOf(code: number): number | undefined {
    return this.font.nominalGlyph(code);
  }

  /** Returns a glyph's extent from the baseline, in font units; negative below it. */
  inkOf(glyph: number): { top: number; bottom: number } {
    const { yBearing = 0, height = 0 } = this.font.glyphExtents(glyph) ?? {};
    return { top: yBearing, bottom: yBearing + height };
  }

  /** Returns the outline of a glyph as SVG path data with y pointing up. */
  pathOf(glyph: number): string {
    return this.font.glyphToPath(glyph);
  }
}
