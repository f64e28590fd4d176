import { classicTheme, colors, margins, type PaperSize, paperDimensions, textStyles, type Theme } from './theme.ts';
import { RIGHT_TO_LEFT } from './shaped-font.ts';
import type { MeasureText, TextLine, Typesetter } from './typesetter.ts';

type Pdf = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;

/** An item of known height in a column: a line or a figure. */
export interface LayoutItem {
  /** Space above, in points, unless it is the first on its page. */
  readonly before: number;
  readonly height: number;
  readonly draw: (x: number, y: number, width: number, element: Element) => void;
}

/** Items that are read together, such as the lines of a paragraph. `tag` is a standard structure type of PDF. */
export interface LayoutBlock {
  readonly tag: string;
  readonly alt?: string;
  readonly items: readonly LayoutItem[];
}

export interface LayoutColumn {
  readonly x: number;
  readonly width: number;
  readonly tag: string;
  readonly scope?: 'Row' | 'Column';
  readonly blocks: readonly LayoutBlock[];
}

/** Fills pages from top to bottom. Lengths are in points from the upper left corner. */
export class PageLayout {
  readonly pdf: Pdf;
  readonly typesetter: Typesetter;
  readonly theme: Theme;
  readonly left: number;
  readonly right: number;
  /** Drawn again on each new page, such as a table head; returns its height. */
  repeatedHeader: ((y: number) => number) | undefined;
  y: number = margins.top;
  private readonly bottom: number;
  private top: number = margins.top;

  constructor(pdf: Pdf, paper: PaperSize, typesetter: Typesetter, theme: Theme = classicTheme) {
    this.theme = theme;
    this.left = theme.left;
    this.pdf = pdf;
    this.typesetter = typesetter;
    this.right = paperDimensions[paper].width - margins.side;
    this.bottom = paperDimensions[paper].height - margins.bottom;
  }

  get width(): number {
    return this.right - this.left;
  }

  /** Number of the current page, from 1. */
  get page(): number {
    return this.pdf.bufferedPageRange().count;
  }

  /** Returns the left edge of column `index` of twelve. */
  gridX(index: number): number {
    return this.left + ((this.width + GUTTER) * index) / 12;
  }

  /** Returns the width of `count` columns of twelve, without the gutter after them. */
  gridWidth(count: number): number {
    return ((this.width + GUTTER) * count) / 12 - GUTTER;
  }

  /** Starts a new page unless `height` fits on this one, or would fit on none. */
  ensure(height: number): void {
    const fits = this.y + height <= this.bottom;
    if (!fits && this.y > this.top && height <= this.bottom - margins.top) this.startPage();
  }

  private startPage(): void {
    this.pdf.addPage();
    this.y = margins.top;
    this.y += this.repeatedHeader?.(this.y) ?? 0;
    this.top = this.y;
  }

  /** Adds space in points, except at the top of a page. */
  space(height: number): void {
    if (this.y > this.top) this.y += height;
  }

  /**
   * Draws columns side by side, to be read one after the other, over several pages if needed. Starts a new page if less
   * than `minHeight` points fit on this one; by default, the full height must fit.
   */
  place(parent: Element, columns: readonly LayoutColumn[], minHeight: number = measureHeight(columns)): void {
    this.ensure(minHeight);
    let unfinished = columns.map(column => this.begin(parent, column));
    while (unfinished.length > 0) {
      const ends = unfinished.map(column => this.fill(column));
      this.y = Math.max(this.y, ...ends);
      unfinished = unfinished.filter(({ pending }) => pending.length > 0);
      if (unfinished.length > 0) this.startPage();
    }
  }

  private begin(parent: Element, column: LayoutColumn) {
    const element = this.element(parent, column.tag, column.scope ? { scope: column.scope } : {});
    const filled = column.blocks.filter(({ items }) => items.length > 0);
    const pending = filled.map(({ tag, alt, items }) => ({
      element: this.element(element, tag, alt === undefined ? {} : { alt }),
      tag,
      items: [...items],
    }));
    return { x: column.x, width: column.width, pending };
  }

  /** Draws what fits on this page, at least one item, and returns the lower edge. */
  private fill(column: ReturnType<PageLayout['begin']>): number {
    let y = this.y;
    for (let block = column.pending[0]; block; block = column.pending[0]) {
      const content = this.pdf.markStructureContent(block.tag);
      for (let item = block.items[0]; item; item = block.items[0]) {
        const top = y + (y > this.y ? item.before : 0);
        if (top + item.height > this.bottom && (y > this.y || this.y > this.top)) break;
        if (y > this.y && this.leavesOneItem(block.items, top)) break;
        item.draw(column.x, top, column.width, block.element);
        y = top + item.height;
        block.items.shift();
      }
      this.pdf.endMarkedContent();
      block.element.add(content);
      if (block.items.length > 0) break;
      column.pending.shift();
    }
    return y;
  }

  /** Returns whether only the last item would move to the next page; the one before then moves with it. */
  private leavesOneItem([item, last, ...others]: readonly LayoutItem[], top: number): boolean {
    if (!item || !last || others.length > 0) return false;
    return top + item.height + last.before + last.height > this.bottom;
  }

  element(parent: Element, tag: string, options: { readonly alt?: string; readonly scope?: string } = {}): Element {
    const element = this.pdf.struct(tag, options);
    parent.add(element);
    return element;
  }

  /** Draws content that screen readers skip, such as rules and page numbers. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.pdf.markContent('Artifact', { type });
    draw();
    this.pdf.endMarkedContent();
  }

  /** Draws a hairline across the page, from `x`. */
  rule(color: string = colors.rule, x = this.left): void {
    this.artifact('Layout', () => {
      this.pdf.moveTo(x, this.y).lineTo(this.right, this.y).lineWidth(0.5).stroke(color);
    });
  }

  /** Fills a rectangle from the current line on. */
  panel(x: number, width: number, height: number, color: string): void {
    this.artifact('Layout', () => {
      this.pdf.rect(x, this.y, width, height).fill(color);
    });
  }

  /** Draws a line with its upper edge at `y`. */
  draw(line: TextLine, x: number, y: number): void {
    const { size, leading, color } = line.style;
    const baseline = y + leading / 2 + size * 0.33;
    if (line.actualText !== undefined) this.pdf.markContent('Span', { actual: line.actualText });
    let pen = x;
    for (const { font, text, rightToLeft, width } of line.pieces) {
      this.pdf.font(font).fontSize(size).fillColor(color);
      const measured: object = { textWidth: width, wordCount: 1 };
      this.pdf.text(text, pen, baseline, { ...PLACED, ...featuresOf(rightToLeft), ...measured });
      pen += width;
    }
    if (line.actualText !== undefined) this.pdf.endMarkedContent();
  }

  /** Writes the footer of every page, up to two lines, once all pages exist; `formatPage` returns its number. */
  writeFooters(text: string, formatPage = (page: number, count: number) => `Page ${page} of ${count}`): void {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.pdf.switchToPage(start + page);
      const pageText = formatPage(page + 1, count);
      const room = this.width - this.typesetter.widthOf(pageText, textStyles.foot) - GUTTER;
      const lines = this.typesetter.set(text, textStyles.foot, room).slice(0, 2);
      const y = this.bottom + 18 - (lines.length - 1) * textStyles.foot.leading;
      this.artifact('Pagination', () => {
        this.pdf.moveTo(this.left, y).lineTo(this.right, y).lineWidth(0.5).stroke(colors.rule);
        const [number] = this.typesetter.set(pageText, textStyles.foot, this.width);
        for (const [index, line] of lines.entries()) {
          this.draw(line, this.left, y + 7 + index * textStyles.foot.leading);
        }
        if (number) this.draw(number, this.right - number.width, y + 7);
      });
    }
  }
}

const GUTTER = 14;

const PLACED: PDFKit.Mixins.TextOptions = { lineBreak: false, baseline: 'alphabetic' };

/** With any `features`, PDFKit shapes each run in one piece instead of placing words from left to right. */
function featuresOf(rightToLeft: boolean): PDFKit.Mixins.TextOptions {
  return { features: rightToLeft ? [RIGHT_TO_LEFT] : [] };
}

export function measureHeight(columns: readonly LayoutColumn[]): number {
  const heights = columns.map(({ blocks }) =>
    blocks
      .flatMap(({ items }) => items)
      .reduce((height, { before, height: own }, index) => height + own + (index > 0 ? before : 0), 0),
  );
  return Math.max(0, ...heights);
}

/** Returns a cached text measurer that uses the document's fonts. */
export function createTextMeasurer(pdf: Pdf): MeasureText {
  const cache = new Map<string, number>();
  return (font, text, rightToLeft) => {
    const key = `${font} ${rightToLeft} ${text}`;
    let width = cache.get(key);
    if (width === undefined) {
      width = pdf.font(font).fontSize(1000).widthOfString(text, featuresOf(rightToLeft)) / 1000;
      cache.set(key, width);
    }
    return width;
  };
}
