import { colors } from './theme.ts';
import type { LayoutBlock, LayoutColumn, Element, PageLayout } from './page-layout.ts';
import type { TextStyle } from './typesetter.ts';

interface ParagraphOptions {
  /** Standard structure type of PDF; a paragraph by default. */
  readonly tag?: string;
  /** Space above, in points. */
  readonly before?: number;
  readonly align?: 'left' | 'right';
}

export type Paragraph = readonly [text: string, style: TextStyle, options?: ParagraphOptions];

/** Creates a paragraph with lines of at most `width` points. */
export function createParagraph(
  layout: PageLayout,
  [text, style, { tag = 'P', before = 0, align = 'left' } = {}]: Paragraph,
  width: number,
): LayoutBlock {
  return {
    tag,
    items: layout.typesetter.set(text, style, width).map((line, index) => ({
      before: index === 0 ? before : 0,
      height: style.leading,
      draw: (x, y, room) => layout.draw(line, align === 'right' || line.startsRight ? x + room - line.width : x, y),
    })),
  };
}

/** Creates a column of paragraphs; those that are `false` or null are left out. */
export function createColumn(
  layout: PageLayout,
  box: Omit<LayoutColumn, 'blocks'>,
  ...paragraphs: readonly (Paragraph | false | null)[]
): LayoutColumn {
  return { ...box, blocks: paragraphs.flatMap(each => (each ? createParagraph(layout, each, box.width) : [])) };
}

/** Creates a column of paragraphs over `count` of the grid's twelve columns. */
export function createGridColumn(
  layout: PageLayout,
  from: number,
  count: number,
  ...paragraphs: readonly (Paragraph | false | null)[]
): LayoutColumn {
  const box = { x: layout.gridX(from), width: layout.gridWidth(count), tag: 'Div' };
  return createColumn(layout, box, ...paragraphs);
}

/** Space between cells, in points. */
export const CELL_GAP = 16;

/**
 * Creates a table row from `x` to `right`: a label with details below it, and a figure at the right edge in a cell of
 * `width` points.
 */
export function createFigureRow(
  layout: PageLayout,
  { x, right, width }: { readonly x: number; readonly right: number; readonly width: number },
  label: Paragraph,
  [figure, style]: Paragraph,
  ...details: readonly Paragraph[]
): LayoutColumn[] {
  return [
    createColumn(layout, { x, width: right - x - width - CELL_GAP, tag: 'TH', scope: 'Row' }, label, ...details),
    createColumn(layout, { x: right - width, width, tag: 'TD' }, [figure, style, { align: 'right' }]),
  ];
}

const NUMBER_WIDTH = 22;

/** Creates a list item from `x`, `width` points wide: a payment term with its number. */
export function createTermItem(
  layout: PageLayout,
  { x, width }: { readonly x: number; readonly width: number },
  { number, text }: { readonly number: string | number; readonly text: string },
  style: TextStyle,
): LayoutColumn[] {
  const { styles } = layout.theme;
  const label = { ...styles.label, leading: styles.small.leading };
  return [
    createColumn(layout, { x, width: NUMBER_WIDTH, tag: 'Lbl' }, [String(number), label, { tag: 'Span' }]),
    createColumn(layout, { x: x + NUMBER_WIDTH, width: width - NUMBER_WIDTH, tag: 'LBody' }, [text, style]),
  ];
}

/** Creates a web address with each line linked. */
export function createLinkBlock(layout: PageLayout, url: string, width: number, label = 'Pay online'): LayoutBlock {
  const style: TextStyle = { ...layout.theme.styles.label, face: 'mono', color: colors.ink };
  return {
    tag: 'Link',
    items: layout.typesetter.set(url, style, width).map((line, index) => ({
      before: index === 0 ? 1 : 0,
      height: style.leading,
      draw: (x: number, y: number, _width: number, element: Element) => {
        layout.draw(line, x, y);
        const options = { structParent: element, Contents: new String(`${label}: ${url}`) };
        layout.pdf.link(x, y, line.width, style.leading, new URL(url).href, options as object);
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
export function describeParty(
  { theme: { styles: textStyles } }: PageLayout,
  { name, addressLines = [], email, phone, taxId }: Party,
  before: number,
  taxIdLabel = 'Tax ID',
): Paragraph[] {
  const contacts = [email, phone, taxId && `${taxIdLabel} ${taxId}`].filter(way => typeof way === 'string');
  return [
    [name, textStyles.name, { before }],
    ...addressLines.map((line): Paragraph => [line, textStyles.small]),
    ...contacts.map((way, index): Paragraph => [way, textStyles.small, { before: index === 0 ? 4 : 0 }]),
  ];
}
