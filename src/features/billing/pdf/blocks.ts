import { colors, textStyles } from './theme.ts';
import type { LayoutBlock, LayoutColumn, Element, PageLayout } from './page-layout.ts';
import type { TextStyle } from './typesetter.ts';

interface Setting {
  /** Standard structure type of PDF; a paragraph by default. */
  readonly tag?: string;
  /** Space above, in points. */
  readonly before?: number;
  readonly align?: 'left' | 'right';
}

export type Paragraph = readonly [text: string, style: TextStyle, setting?: Setting];

/** Creates a paragraph with lines of at most `width` points. */
export function createParagraph(
  sheets: PageLayout,
  [text, style, { tag = 'P', before = 0, align = 'left' } = {}]: Paragraph,
  width: number,
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

/** Creates a column of paragraphs; those that are `false` or null are left out. */
export function createColumn(
  sheets: PageLayout,
  place: Omit<LayoutColumn, 'blocks'>,
  ...paragraphs: readonly (Paragraph | false | null)[]
): LayoutColumn {
  return { ...place, blocks: paragraphs.flatMap(each => (each ? createParagraph(sheets, each, place.width) : [])) };
}

/** Creates a column of paragraphs over `count` of the grid's twelve columns. */
export function createGridColumn(
  sheets: PageLayout,
  from: number,
  count: number,
  ...paragraphs: readonly (Paragraph | false | null)[]
): LayoutColumn {
  const place = { x: sheets.gridX(from), width: sheets.gridWidth(count), tag: 'Div' };
  return createColumn(sheets, place, ...paragraphs);
}

/** Space between cells, in points. */
export const CELL_GAP = 16;

/** Creates a table row from `x` to `right`: a label, and a figure at the right edge in a cell of `width` points. */
export function createFigureRow(
  sheets: PageLayout,
  { x, right, width }: { readonly x: number; readonly right: number; readonly width: number },
  label: Paragraph,
  [figure, style]: Paragraph,
): LayoutColumn[] {
  return [
    createColumn(sheets, { x, width: right - x - width - CELL_GAP, tag: 'TH', scope: 'Row' }, label),
    createColumn(sheets, { x: right - width, width, tag: 'TD' }, [figure, style, { align: 'right' }]),
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
  return [
    createColumn(sheets, { x, width: NUMBER_WIDTH, tag: 'Lbl' }, [String(number), label, { tag: 'Span' }]),
    createColumn(sheets, { x: x + NUMBER_WIDTH, width: width - NUMBER_WIDTH, tag: 'LBody' }, [text, style]),
  ];
}

/** Creates a web address with each line linked. */
export function createLinkBlock(sheets: PageLayout, url: string, width: number): LayoutBlock {
  const style = { ...textStyles.label, color: colors.ink };
  return {
    tag: 'Link',
    items: sheets.typesetter.set(url, style, width).map((line, place) => ({
      before: place === 0 ? 1 : 0,
      height: style.leading,
      draw: (x: number, y: number, _width: number, element: Element) => {
        sheets.draw(line, x, y);
        const options = { structParent: element, Contents: new String(`Pay online: ${url}`) };
        sheets.pdf.link(x, y, line.width, style.leading, new URL(url).href, options as object);
      },
    })),
  };
}

interface Party {
  readonly name: string;
  readonly addressLines?: readonly string[];
  readonly email: string | null;
  readonly phone?: string | null;
  readonly taxId?: string | null;
}

/** Returns a name with its contact details. `before` is the space above, in points. */
export function describeParty({ name, addressLines = [], email, phone, taxId }: Party, before: number): Paragraph[] {
  const ways = [email, phone, taxId && `Tax ID ${taxId}`].filter(way => typeof way === 'string');
  return [
    [name, textStyles.name, { before }],
    ...addressLines.map((line): Paragraph => [line, textStyles.small]),
    ...ways.map((way, place): Paragraph => [way, textStyles.small, { before: place === 0 ? 4 : 0 }]),
  ];
}
