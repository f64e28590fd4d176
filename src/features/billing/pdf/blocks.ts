import { textStyles } from './theme.ts';
import type { LayoutBlock, LayoutColumn, Element, PageLayout } from './page-layout.ts';
import type { TextStyle } from './typesetter.ts';

interface Setting {
  /** Standard structure type of PDF; a paragraph by default. */
  readonly tag?: string;
  /** Space above, in points. */
  readonly before?: number;
  readonly align?: 'left' | 'right';
}

/** Creates a paragraph with lines of at most `width` points. */
export function createParagraph(
  sheets: PageLayout,
  text: string,
  style: TextStyle,
  width: number,
  { tag = 'P', before = 0, align = 'left' }: Setting = {},
): LayoutBlock {
  return {
    tag,
    items: sheets.typesetter.set(text, style, width).map((line, place) => ({
      before: place === 0 ? before : 0,
      height: style.leading,
      draw: (x, y, room) => sheets.draw(line, align === 'right' ? x + room - line.width : x, y),
    })),
  };
}

/** Creates a column with one paragraph. */
export function createTextColumn(
  sheets: PageLayout,
  place: Omit<LayoutColumn, 'blocks'>,
  text: string,
  style: TextStyle,
  setting?: Setting,
): LayoutColumn {
  return { ...place, blocks: [createParagraph(sheets, text, style, place.width, setting)] };
}

/** Space between cells, in points. */
export const CELL_GAP = 16;

/** Creates a table row from `x` to `right`: a label, and a figure at the right edge in a cell of `width` points. */
export function createFigureRow(
  sheets: PageLayout,
  { x, right, width }: { readonly x: number; readonly right: number; readonly width: number },
  [label, labelStyle]: readonly [text: string, style: TextStyle],
  [figure, figureStyle]: readonly [text: string, style: TextStyle],
): LayoutColumn[] {
  const head = { x, width: right - x - width - CELL_GAP, tag: 'TH', scope: 'Row' } as const;
  const cell = { x: right - width, width, tag: 'TD' };
  return [
    createTextColumn(sheets, head, label, labelStyle),
    createTextColumn(sheets, cell, figure, figureStyle, { align: 'right' }),
  ];
}

const NUMBER_WIDTH = 22;

/** Creates a list item from `x`, `width` points wide: a payment term with its number. */
export function createTermItem(
  sheets: PageLayout,
  { x, width }: { readonly x: number; readonly width: number },
  { number, text }: { readonly number: string | number; readonly text: string },
  style: TextStyle,
): LayoutColumn[] {
  const label = { ...textStyles.label, leading: textStyles.small.leading };
  const body = { x: x + NUMBER_WIDTH, width: width - NUMBER_WIDTH, tag: 'LBody' };
  return [
    createTextColumn(sheets, { x, width: NUMBER_WIDTH, tag: 'Lbl' }, String(number), label, { tag: 'Span' }),
    createTextColumn(sheets, body, text, style),
  ];
}

/** Creates a web address with each line linked. */
export function createLinkBlock(
  sheets: PageLayout,
  url: string,
  style: TextStyle,
  width: number,
  before: number,
): LayoutBlock {
  return {
    tag: 'Link',
    items: sheets.typesetter.set(url, style, width).map((line, place) => ({
      before: place === 0 ? before : 0,
      height: line.style.leading,
      draw: (x: number, y: number, _width: number, element: Element) => {
        sheets.draw(line, x, y);
        const options = { structParent: element, Contents: new String(`Pay online: ${url}`) };
        sheets.pdf.link(x, y, line.width, line.style.leading, new URL(url).href, options as object);
      },
    })),
  };
}
