import { encode } from 'uqr';
import { sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import type { BillingDocument, LineItem } from '../contract/documents.ts';
import { fillText } from '../rules/document-texts/texts.ts';
import { formatEpcCode } from '../rules/epc-code.ts';
import { formatAmount, formatCount, formatQuantity, languageOf, listLineDetails, textsOf } from '../rules/labels.ts';
import { formatMethod } from '../rules/payment-instructions.ts';
import { totalRows } from '../rules/total-rows.ts';
import {
  CELL_GAP,
  createColumn,
  createFigureRow,
  createLinkBlock,
  createParagraph,
  createTermItem,
  type Paragraph,
} from './blocks.ts';
import { type Element, type LayoutBlock, type LayoutColumn, measureHeight, type PageLayout } from './page-layout.ts';
import { drawLetterhead, drawStamp } from './letterheads.ts';
import type { PrintedDocument } from './printable.ts';
import { colors } from './theme.ts';
import type { TextStyle } from './typesetter.ts';

/** Draws a document: its letterhead, line items and totals, how to pay, and the terms. */
export function drawBillingDocument(layout: PageLayout, root: Element, document: PrintedDocument): void {
  drawLetterhead(layout, root, document);
  drawLineItems(layout, root, document);
  const { settlement, paymentInstructions, paymentUrl, terms } = document;
  const canPay = paymentInstructions.length > 0 || paymentUrl !== null;
  if (settlement == null && canPay) drawWaysToPay(layout, root, document);
  if (terms.length > 0) drawTerms(layout, root, document);
}

interface Cell {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Draws the line items as a table, with the totals. */
function drawLineItems(layout: PageLayout, root: Element, document: PrintedDocument): void {
  const hasTax = document.taxBehavior === 'inclusive' && document.taxAmount !== 0;
  const isStatement = document.kind === 'account_statement';
  const labels = textsOf(document);
  const { styles, accent, rowPadding, layout: name } = layout.theme;
  const headings = isStatement
    ? [labels.description, labels.amount, labels.balance]
    : [labels.description, labels.quantity, labels.unitPrice, hasTax ? labels.amountWithTax : labels.amount];
  const texts = isStatement ? formatBalances(document) : document.lineItems.map(line => formatFigures(line, document));
  const isPanel = name === 'modern';
  const headStyle = isPanel ? { ...styles.label, color: '#ffffff' } : styles.label;
  const inset = isPanel ? HEAD_INSET : 0;
  const cells = layOutCells(layout, headings, texts, inset);
  const headCells = cells.map((cell, index) => createCell(layout, cell, headings[index] ?? '', headStyle, 'TH'));
  const table = layout.element(root, 'Table');
  const height = measureHeight(headCells);
  const rows = document.lineItems.map((line, index) => toRow(layout, cells, document, line, texts[index] ?? []));
  const totals = layOutTotals(layout, document);

  layout.ensure(height + 2 * rowPadding + measureHeight(rows[0] ?? []) + (rows.length === 1 ? totals.height : 0));
  const head = { cells, headings, style: headStyle, height };
  if (isPanel) {
    layout.panel(layout.left, layout.width, height + 2 * HEAD_PADDING, accent);
    layout.y += HEAD_PADDING;
  }
  layout.place(layout.element(layout.element(table, 'THead'), 'TR'), headCells);
  if (isPanel) layout.y += HEAD_PADDING;
  else {
    layout.space(4);
    layout.rule(accent);
  }
  layout.repeatedHeader = y => drawHead(layout, head, y);

  const body = layout.element(table, 'TBody');
  for (const [index, row] of rows.entries()) {
    const isLast = index === rows.length - 1;
    // Keep the totals on one page with at least one line.
    layout.ensure(measureHeight(row) + 2 * rowPadding + (isLast ? totals.height : 0));
    layout.space(rowPadding);
    layout.place(layout.element(body, 'TR'), row);
    layout.y += rowPadding;
    layout.rule(isLast ? accent : colors.rule);
  }
  layout.repeatedHeader = undefined;
  layout.ensure(totals.height);
  drawStamp(layout, root, document);
  totals.draw(layout.element(root, 'Table'));
  if (document.notes === undefined) return;
  const box = { x: layout.left, width: layout.width, tag: 'Div' };
  const column = createColumn(layout, box, [document.notes, styles.small]);
  layout.ensure(NOTE_SPACE + measureHeight([column]));
  layout.space(NOTE_SPACE);
  layout.place(root, [column]);
}

/** Space above the issuer's note, in points. */
const NOTE_SPACE = 10;

function formatFigures(line: LineItem, document: BillingDocument): string[] {
  const language = languageOf(document);
  const format = (amount: LineItem['amount']) => formatAmount(amount, document.currency, language);
  return [formatQuantity(line, language), format(line.unitAmount), format(line.amount)];
}

/** Formats the lines of a statement, each with the balance after it. */
function formatBalances(document: BillingDocument): string[][] {
  let balance = ZERO;
  return document.lineItems.map(({ amount }) => {
    balance = sumAmounts([balance, amount]);
    return [amount, balance].map(figure => formatAmount(figure, document.currency, languageOf(document)));
  });
}

/** Sizes figure columns by their widest figure; the description gets the rest. */
function layOutCells(
  layout: PageLayout,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  inset: number,
): Cell[] {
  const { styles } = layout.theme;
  const widths = headings.slice(1).map((heading, column) => {
    const head = layout.typesetter.widthOf(heading, styles.label);
    const figures = rows.map(row => layout.typesetter.widthOf(row[column] ?? '', styles.figure));
    return Math.ceil(Math.max(head, ...figures)) + 1;
  });
  const cells: Cell[] = [];
  let right = layout.right - inset;
  for (const width of widths.toReversed()) {
    cells.unshift({ x: right - width, width, align: 'right' });
    right -= width + CELL_GAP;
  }
  return [{ x: layout.left + inset, width: right - layout.left - inset, align: 'left' }, ...cells];
}

function createCell(layout: PageLayout, cell: Cell, text: string, style: TextStyle, tag: 'TH' | 'TD'): LayoutColumn {
  const { align, ...box } = cell;
  const scope = tag === 'TH' ? ({ scope: 'Column' } as const) : {};
  return createColumn(layout, { ...box, tag, ...scope }, [text, style, { align }]);
}

function toRow(
  layout: PageLayout,
  cells: readonly Cell[],
  document: BillingDocument,
  line: LineItem,
  figures: readonly string[],
): LayoutColumn[] {
  const { styles } = layout.theme;
  const [first, ...others] = cells;
  if (!first) return [];
  const { description, detail, term } = line;
  return [
    createColumn(
      layout,
      { x: first.x, width: first.width, tag: 'TD' },
      [description, styles.text],
      detail !== null && [detail, styles.small, { before: 1 }],
      ...listLineDetails(line, document).map((text): Paragraph => [text, styles.label, { before: 1 }]),
      term !== null && [
        fillText(textsOf(document).term, { number: formatCount(term, languageOf(document)) }),
        styles.label,
        { before: 1 },
      ],
    ),
    ...others.map((cell, index) => createCell(layout, cell, figures[index] ?? '', styles.figure, 'TD')),
  ];
}

/** Space around the labels of a filled table head, in points. */
const [HEAD_PADDING, HEAD_INSET] = [4, 8];

interface TableHead {
  readonly cells: readonly Cell[];
  readonly headings: readonly string[];
  readonly style: TextStyle;
  readonly height: number;
}

/** Repeats the table head on each page, as an artifact so screen readers skip it. Returns its height. */
function drawHead(layout: PageLayout, { cells, headings, style, height }: TableHead, top: number): number {
  const { accent, rowPadding, layout: name } = layout.theme;
  const padding = name === 'modern' ? HEAD_PADDING : 0;
  layout.artifact('Pagination', () => {
    if (padding > 0) layout.pdf.rect(layout.left, top, layout.width, height + 2 * padding).fill(accent);
    for (const [index, cell] of cells.entries()) {
      const [line] = layout.typesetter.set(headings[index] ?? '', style, cell.width);
      const x = cell.align === 'right' && line ? cell.x + cell.width - line.width : cell.x;
      if (line) layout.draw(line, x, top + padding);
    }
    if (padding > 0) return;
    layout.pdf.moveTo(layout.left, top + height + 4).lineTo(layout.right, top + height + 4);
    layout.pdf.lineWidth(0.5).stroke(accent);
  });
  return height + (padding > 0 ? 2 * padding : 4) + rowPadding;
}

/** Space between the last row of the totals and the ones above, in points. */
const DUE_SPACE = 4;

/** Lays out the totals in the right half of the page: label and figure on one line if they fit, else below each other. */
function layOutTotals(layout: PageLayout, document: PrintedDocument) {
  const { styles, accent, layout: name } = layout.theme;
  const isPanel = name === 'modern';
  const due = isPanel ? { ...styles.due, color: '#ffffff' } : styles.due;
  const stylesBySize = {
    small: { style: styles.text, figure: styles.figure, padding: name === 'compact' ? 1 : 2 },
    total: { style: styles.total, figure: styles.totalFigure, padding: 2 },
    due: { style: due, figure: due, padding: isPanel ? 8 : 5 },
  } as const;
  const x = layout.gridX(6);
  const inset = isPanel ? HEAD_INSET : 0;
  const rows = totalRows(document, document.settlement ?? null).map(({ label, note, amount, size }, index) => {
    const { style, figure, padding } = stylesBySize[size];
    const notes: Paragraph[] = note === undefined ? [] : [[note, styles.small]];
    const value = formatAmount(amount, document.currency, languageOf(document));
    const box = { x: x + inset, right: layout.right - inset, width: layout.typesetter.widthOf(value, figure) + 1 };
    const before = size === 'due' && index > 0 ? DUE_SPACE : 0;
    return { size, before, padding, columns: createFigureRow(layout, box, [label, style], [value, figure], ...notes) };
  });
  const draw = (table: Element) => {
    layout.space(6);
    for (const { size, before, padding, columns } of rows) {
      layout.y += before;
      if (size === 'due' && isPanel) {
        layout.panel(x, layout.right - x, measureHeight(columns) + 2 * padding, accent);
      } else if (size === 'due') layout.rule(accent, x);
      layout.y += padding;
      layout.place(layout.element(table, 'TR'), columns);
      layout.y += padding;
    }
  };
  const heights = rows.map(({ before, padding, columns }) => before + measureHeight(columns) + 2 * padding);
  return { draw, height: heights.reduce((sum, height) => sum + height, 6) };
}

function drawWaysToPay(layout: PageLayout, root: Element, document: BillingDocument): void {
  const { paymentInstructions, paymentUrl } = document;
  const { styles } = layout.theme;
  const [language, texts] = [languageOf(document), textsOf(document)];
  const transfer = formatEpcCode(document, document.amountDue);
  const codes: [content: string, caption: string][] = [];
  if (transfer !== null) codes.push([transfer, texts.scanWithBank]);
  if (paymentUrl !== null) codes.push([paymentUrl, texts.scanToPay]);
  const width = layout.gridWidth(codes.length === 0 ? 12 : codes.length === 1 ? 8 : 6);
  const blocks: LayoutBlock[] = [];
  const addName = (name: string) =>
    blocks.push(createParagraph(layout, [name, styles.name, { before: blocks.length > 0 ? 6 : 0 }], width));
  for (const { method, text } of paymentInstructions) {
    addName(formatMethod(method, language));
    blocks.push(createParagraph(layout, [text, styles.small, { before: 1 }], width));
  }
  if (paymentUrl !== null) {
    addName(texts.payOnline);
    blocks.push(createLinkBlock(layout, paymentUrl, width, texts.payOnline));
  }
  const columns: LayoutColumn[] = [
    { x: layout.left, width, tag: 'Div', blocks },
    ...codes.map(([content, caption], index) => {
      const x = layout.right - CODE_SIZE - (codes.length - 1 - index) * (CODE_SIZE + CODE_GAP);
      return createCodeColumn(
        layout,
        { content, caption, alt: content === paymentUrl ? `QR code for ${content}` : caption },
        x,
      );
    }),
  ];
  drawHeading(layout, root, texts.howToPay, measureHeight(columns));
  layout.place(root, columns);
}

/** Space below a term, in points. */
const ROW_SPACE = 3;

function drawTerms(layout: PageLayout, root: Element, document: BillingDocument): void {
  const box = { x: layout.left, width: layout.width };
  const language = languageOf(document);
  const rows = document.terms.map(({ number, text }) =>
    createTermItem(layout, box, { number: formatCount(number, language), text }, layout.theme.styles.small),
  );
  const height = rows.reduce((sum, row) => sum + measureHeight(row) + ROW_SPACE, 0);
  drawHeading(layout, root, textsOf(document).terms, height);
  const list = layout.element(root, 'L');
  for (const row of rows) {
    layout.place(layout.element(list, 'LI'), row);
    layout.y += ROW_SPACE;
  }
  if (document.termsNote === undefined) return;
  const note = createColumn(layout, { ...box, tag: 'Div' }, [document.termsNote, layout.theme.styles.label]);
  layout.ensure(measureHeight([note]));
  layout.place(root, [note]);
}

/** Space above a heading, in points. */
const HEADING_SPACE = 22;

/** Content higher than this may continue on the next page, in points. */
const MAX_KEPT_HEIGHT = 200;

/** Draws a heading; `contentHeight` is the height of the content it must stay with, in points. */
function drawHeading(layout: PageLayout, root: Element, text: string, contentHeight: number): void {
  const box = { x: layout.left, width: layout.width, tag: 'Div' };
  const column = createColumn(layout, box, [text, layout.theme.styles.heading, { tag: 'H2' }]);
  layout.ensure(HEADING_SPACE + measureHeight([column]) + 6 + Math.min(contentHeight, MAX_KEPT_HEIGHT));
  layout.space(HEADING_SPACE);
  layout.place(root, [column]);
  layout.y += 6;
}

/** Width of a QR code, and the space next to it, in points. */
const [CODE_SIZE, CODE_GAP] = [92, 18];

interface QrCode {
  readonly content: string;
  readonly caption: string;
  readonly alt: string;
}

function createCodeColumn(layout: PageLayout, { content, caption, alt }: QrCode, x: number): LayoutColumn {
  const code: LayoutBlock = {
    tag: 'Figure',
    alt,
    items: [{ before: 0, height: CODE_SIZE, draw: (left, top) => drawCode(layout, content, left, top) }],
  };
  const text = createParagraph(layout, [caption, layout.theme.styles.label, { before: 4 }], CODE_SIZE);
  return { x, width: CODE_SIZE, tag: 'Div', blocks: [code, text] };
}

/** Draws adjacent modules of a row as one, since viewers show seams between them. */
function drawCode(layout: PageLayout, content: string, left: number, top: number): void {
  const { data, size } = encode(content, { ecc: 'M', border: 0 });
  const module = CODE_SIZE / size;
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (x < size && row[x]) x += 1;
      layout.pdf.rect(left + from * module, top + y * module, (x - from) * module, module);
    }
  }
  layout.pdf.fill(colors.ink);
}
