import { directedRuns, inVisualOrder, isRightToLeft, levelsOf } from '#platform/text/direction.ts';
import { RIGHT_TO_LEFT } from '#platform/text/directions.ts';
import { type Face, type Faces, printable } from '#platform/text/faces.ts';
import { lineParts } from '#platform/text/line-parts.ts';

export interface TextStyle {
  readonly face: Face;
  readonly size: number;
  /** Distance between baselines. */
  readonly leading: number;
  readonly color: string;
}

/** Part of a line in one font and direction; `width` is in points. */
export interface TextRun {
  readonly font: string;
  readonly text: string;
  readonly rightToLeft: boolean;
  readonly width: number;
}

/** A laid-out line, its runs from left to right. */
export interface TextLine {
  readonly style: TextStyle;
  readonly pieces: readonly TextRun[];
  readonly width: number;
  /** Set in paragraphs of several lines that run from right to left. */
  readonly startsRight?: true;
  /** The text in reading order, if glyphs are reordered or combined. */
  readonly actualText?: string;
}

/** Returns the width of a text at 1 point. */
export type MeasureText = (font: string, text: string, rightToLeft: boolean) => number;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Combining marks, which may be drawn before or around the letter they follow. Right-to-left lines get no `actualText`:
 * PDF readers reverse such lines and would reverse it too.
 */
const MARKS = /\p{M}/u;

/** Breaks texts into lines and splits these by font and direction. */
export class Typesetter {
  private readonly faces: Faces;
  private readonly measure: MeasureText;

  constructor(faces: Faces, measure: MeasureText) {
    this.faces = faces;
    this.measure = measure;
  }

  widthOf(text: string, style: TextStyle): number {
    const runs = this.faces.runsOf(style.face, printable(text));
    const widths = runs.map(run => this.measure(run.font, run.text, RIGHT_TO_LEFT.test(run.text)));
    return widths.reduce((sum, width) => sum + width, 0) * style.size;
  }

  /** Breaks a text into lines of at most `width` points. Longer words are broken, too. */
  set(text: string, style: TextStyle, width: number): TextLine[] {
    return printable(text)
      .split('\n')
      .map(paragraph => paragraph.trim())
      .filter(paragraph => paragraph !== '')
      .flatMap(paragraph => this.setParagraph(paragraph, style, width));
  }

  /**
   * Lines are broken by word widths, which can differ slightly from line widths where scripts and directions mix; then
   * the lines are broken again at a narrower width.
   */
  private setParagraph(paragraph: string, style: TextStyle, width: number): TextLine[] {
    const levels = levelsOf(paragraph);
    for (let narrower = width; ; narrower *= 0.94) {
      const breaks = this.breaksOf(paragraph, style, narrower);
      const lines = breaks.map(([start, end]) => this.layOut(paragraph, start, end, levels, style));
      if (narrower >= width / 2 && lines.some(line => line.width >= width + 0.01)) continue;
      return lines.length > 1 && isRightToLeft(paragraph) ? lines.map(line => ({ ...line, startsRight: true })) : lines;
    }
  }

  /** Returns the start and end of each line, without trailing spaces. */
  private breaksOf(paragraph: string, style: TextStyle, width: number): [start: number, end: number][] {
    const lines: [number, number][] = [];
    let [start, end, used] = [0, 0, 0];
    const close = () => {
      if (end > start) lines.push([start, start + paragraph.slice(start, end).trimEnd().length]);
      [start, used] = [end, 0];
    };
    for (const word of this.wordsOf(paragraph, style, width)) {
      const wordWidth = this.widthOf(word, style);
      if (end > start && used + this.widthOf(word.trimEnd(), style) > width) close();
      end += word.length;
      used += wordWidth;
    }
    close();
    return lines;
  }

  /** Splits a paragraph at possible line breaks, no part wider than a line. */
  private *wordsOf(paragraph: string, style: TextStyle, width: number): Generator<string> {
    for (const word of lineParts(paragraph)) {
      if (this.widthOf(word.trimEnd(), style) <= width) yield word;
      else yield* this.partsOf(word, style, width);
    }
  }

  /**
   * Splits a word into parts that fit on a line, as in an email address after @ or a dot, else between graphemes.
   * Measures single graphemes first, since a part may have thousands.
   */
  private *partsOf(word: string, style: TextStyle, width: number): Generator<string> {
    let [part, used] = ['', 0];
    for (const { segment } of graphemes.segment(word)) {
      const own = this.widthOf(segment, style);
      while (
        part !== '' &&
        (used + own > width || (used > width * 0.8 && this.widthOf(part + segment, style) > width))
      ) {
        const end = Math.max(part.lastIndexOf('@'), part.lastIndexOf('.')) + 1 || part.length;
        yield part.slice(0, end);
        part = part.slice(end);
        used = this.widthOf(part, style);
      }
      part += segment;
      used += own;
    }
    yield part;
  }

  private layOut(text: string, start: number, end: number, levels: Uint8Array | undefined, style: TextStyle): TextLine {
    const runs = directedRuns(text, start, end, levels).flatMap(({ text: part, level }) =>
      this.faces.runsOf(style.face, part).map(run => ({ ...run, level })),
    );
    const pieces = inVisualOrder(runs).map(({ font, text: part, level }) => {
      const rightToLeft = level % 2 === 1;
      return { font, text: part, rightToLeft, width: this.measure(font, part, rightToLeft) * style.size };
    });
    const line = text.slice(start, end);
    return {
      style,
      pieces,
      width: pieces.reduce((width, piece) => width + piece.width, 0),
      ...(MARKS.test(line) && !levels ? { actualText: line } : {}),
    };
  }
}
