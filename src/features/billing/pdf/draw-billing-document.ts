import { encode } from 'uqr';
import { formatPlainDate } from '#shared/time.ts';
import type { BillingDocument, LineItem } from '../contract/documents.ts';
import { formatAmount, formatReference, getKindLabels, settledWord } from '../rules/labels.ts';
import { totalRows } from '../rules/total-rows.ts';
import {
  CELL_GAP,
  createColumn,
  createFigureRow,
  createGridColumn,
  createLinkBlock,
  createParagraph,
  createTermItem,
  describeParty,
  type Paragraph,
} from './blocks.ts';
import { type Element, type LayoutBlock, type LayoutColumn, measureHeight, type PageLayout } from './page-layout.ts';
import type { PrintedDocument } from './printable.ts';
import { colors, textStyles } from './theme.ts';
import type { TextStyle } from './typesetter.ts';

/** Draws a document: its letterhead, line items and totals, how to pay, and the terms. */
export function drawBillingDocument(sheets: PageLayout, root: Element, document: PrintedDocument): void {
  drawLetterhead(sheets, root, document);
  drawLineItems(sheets, root, document);
  const { settlement, paymentInstructions, paymentUrl, terms } = document;
  const canPay = paymentInstructions.length > 0 || paymentUrl !== null;
  if (settlement == null && canPay) drawWaysToPay(sheets, root, document);
  if (terms.length > 0) drawTerms(sheets, root, terms);
}

/** Draws the document's title, parties, dates and subject. */
function drawLetterhead(sheets: PageLayout, root: Element, document: PrintedDocument): void {
  const { kind, number, issuedOn, dueOn, issuer, client, order, reference, settlement } = document;
  const words = getKindLabels(kind);
  const title: Paragraph = [words.title, textStyles.title, { tag: 'H1' }];
  sheets.place(root, [
    createGridColumn(sheets, 0, 7, title, [number, textStyles.number, { before: 2 }]),
    createGridColumn(sheets, 7, 5, ...describeParty(issuer, 10)),
  ]);
  sheets.space(20);
  sheets.rule(colors.strongRule);
  sheets.space(10);
  const columns = [createGridColumn(sheets, 0, 5, ['Client', textStyles.label], ...describeParty(client, 1))];
  const addDay = (label: string, day: string, from: number) =>
    columns.push(
      createGridColumn(sheets, from, 2, [label, textStyles.label], [formatPlainDate(day), textStyles.figure]),
    );
  addDay('Issued', issuedOn, 5);
  if (dueOn !== null) {
    addDay(settlement ? settledWord(settlement) : words.until, settlement?.statusDate ?? dueOn, 7);
  }
  if (order || reference) {
    // Without a due date, the subject moves into its place.
    const from = dueOn === null ? 7 : 9;
    columns.push(
      createGridColumn(
        sheets,
        from,
        12 - from,
        [order ? 'Order' : words.about, textStyles.label],
        order && [order.orderNumber, textStyles.figure],
        order && [order.title, textStyles.small],
        order && reference && [words.about, textStyles.label, { before: 6 }],
        reference && [formatReference(reference), textStyles.small],
      ),
    );
  }
  sheets.place(root, columns);
  sheets.space(20);
}

const ROW_PADDING = 6;

interface Cell {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Draws the line items as a table, with the totals. */
function drawLineItems(sheets: PageLayout, root: Element, document: PrintedDocument): void {
  const hasTax = document.taxBehavior === 'inclusive' && document.tax.basisPoints !== 0;
  const heads = ['Description', 'Quantity', 'Price', hasTax ? 'Amount with tax' : 'Amount'];
  const texts = document.lineItems.map(line => figuresOf(line, document.currency));
  const cells = cellsOf(sheets, heads, texts);
  const headCells = cells.map((cell, place) => textCell(sheets, cell, heads[place] ?? '', textStyles.label, 'TH'));
  const table = sheets.element(root, 'Table');
  const height = measureHeight(headCells);
  const rows = document.lineItems.map((line, place) => rowOf(sheets, cells, line, texts[place] ?? []));
  const totals = layOutTotals(sheets, document);

  sheets.ensure(height + 2 * ROW_PADDING + measureHeight(rows[0] ?? []) + (rows.length === 1 ? totals.height : 0));
  sheets.place(sheets.element(sheets.element(table, 'THead'), 'TR'), headCells);
  sheets.space(4);
  sheets.rule(colors.strongRule);
  sheets.repeatedHeader = y => repeatHead(sheets, cells, heads, y, height);

  const body = sheets.element(table, 'TBody');
  for (const [place, row] of rows.entries()) {
    const isLast = place === rows.length - 1;
    // Keep the totals on one page with at least one line.
    sheets.ensure(measureHeight(row) + 2 * ROW_PADDING + (isLast ? totals.height : 0));
    sheets.space(ROW_PADDING);
    sheets.place(sheets.element(body, 'TR'), row);
    sheets.y += ROW_PADDING;
    sheets.rule(isLast ? colors.strongRule : colors.rule);
  }
  sheets.repeatedHeader = undefined;
  sheets.ensure(totals.height);
  totals.draw(sheets.element(root, 'Table'));
}

function figuresOf(line: LineItem, currency: string): string[] {
  return [
    line.quantity.toLocaleString('en-US'),
    formatAmount(line.unitAmount, currency),
    formatAmount(line.amount, currency),
  ];
}

/** Sizes figure columns by their widest figure; the description gets the rest. */
function cellsOf(sheets: PageLayout, heads: readonly string[], rows: readonly (readonly string[])[]): Cell[] {
  const widths = [0, 1, 2].map(column => {
    const head = sheets.typesetter.widthOf(heads[column + 1] ?? '', textStyles.label);
    const figures = rows.map(row => sheets.typesetter.widthOf(row[column] ?? '', textStyles.figure));
    return Math.ceil(Math.max(head, ...figures)) + 1;
  });
  const cells: Cell[] = [];
  let right = sheets.right;
  for (const width of widths.toReversed()) {
    cells.unshift({ x: right - width, width, align: 'right' });
    right -= width + CELL_GAP;
  }
  return [{ x: sheets.left, width: right - sheets.left, align: 'left' }, ...cells];
}

function textCell(sheets: PageLayout, cell: Cell, text: string, style: TextStyle, tag: 'TH' | 'TD'): LayoutColumn {
  const { align, ...place } = cell;
  const scope = tag === 'TH' ? ({ scope: 'Column' } as const) : {};
  return createColumn(sheets, { ...place, tag, ...scope }, [text, style, { align }]);
}

function rowOf(sheets: PageLayout, cells: readonly Cell[], line: LineItem, figures: readonly string[]): LayoutColumn[] {
  const [first, ...others] = cells;
  if (!first) return [];
  const { description, detail, term } = line;
  return [
    createColumn(
      sheets,
      { x: first.x, width: first.width, tag: 'TD' },
      [description, textStyles.text],
      detail !== null && [detail, textStyles.small, { before: 1 }],
      term !== null && [`Payment term ${term}`, textStyles.label, { before: 1 }],
    ),
    ...others.map((cell, place) => textCell(sheets, cell, figures[place] ?? '', textStyles.figure, 'TD')),
  ];
}

/** Repeats the table head on each page, as an artifact so that screen readers skip it. */
function repeatHead(sheets: PageLayout, cells: readonly Cell[], heads: readonly string[], y: number, height: number) {
  sheets.artifact('Pagination', () => {
    for (const [place, cell] of cells.entries()) {
      const [line] = sheets.typesetter.set(heads[place] ?? '', textStyles.label, cell.width);
      if (line) sheets.draw(line, cell.align === 'right' ? cell.x + cell.width - line.width : cell.x, y);
    }
    sheets.pdf.moveTo(sheets.left, y + height + 4).lineTo(sheets.right, y + height + 4);
    sheets.pdf.lineWidth(0.5).stroke(colors.strongRule);
  });
  return height + 4 + ROW_PADDING;
}

/** Lays out the totals in the right half of the page: label and figure on one line if they fit, else below each other. */
function layOutTotals(sheets: PageLayout, document: PrintedDocument) {
  const looks = {
    small: { style: textStyles.text, figure: textStyles.figure, padding: 2 },
    total: { style: textStyles.total, figure: textStyles.totalFigure, padding: 2 },
    due: { style: textStyles.due, figure: textStyles.due, padding: 5 },
  } as const;
  const x = sheets.gridX(6);
  const rows = totalRows(document, document.settlement ?? null).map(({ label, amount, size }) => {
    const { style, figure, padding } = looks[size];
    const value = formatAmount(amount, document.currency);
    const place = { x, right: sheets.right, width: sheets.typesetter.widthOf(value, figure) + 1 };
    return { size, padding, columns: createFigureRow(sheets, place, [label, style], [value, figure]) };
  });
  const draw = (table: Element) => {
    sheets.space(6);
    for (const { size, padding, columns } of rows) {
      if (size === 'due') sheets.rule(colors.strongRule, x);
      sheets.y += padding;
      sheets.place(sheets.element(table, 'TR'), columns);
      sheets.y += padding;
    }
  };
  return { draw, height: rows.reduce((sum, { columns, padding }) => sum + (measureHeight(columns) + 2 * padding), 6) };
}

function drawWaysToPay(sheets: PageLayout, root: Element, { paymentInstructions, paymentUrl }: BillingDocument): void {
  const width = sheets.gridWidth(paymentUrl === null ? 12 : 8);
  const blocks: LayoutBlock[] = [];
  const addName = (name: string) =>
    blocks.push(createParagraph(sheets, [name, textStyles.name, { before: blocks.length > 0 ? 6 : 0 }], width));
  for (const { method, text } of paymentInstructions) {
    addName(method);
    blocks.push(createParagraph(sheets, [text, textStyles.small, { before: 1 }], width));
  }
  const columns: LayoutColumn[] = [{ x: sheets.left, width, tag: 'Div', blocks }];
  if (paymentUrl !== null) {
    addName('Pay online');
    blocks.push(createLinkBlock(sheets, paymentUrl, width));
    columns.push(codeColumn(sheets, paymentUrl));
  }
  drawHeading(sheets, root, 'How to pay', measureHeight(columns));
  sheets.place(root, columns);
}

/** Space below a term, in points. */
const ROW_SPACE = 3;

function drawTerms(sheets: PageLayout, root: Element, terms: BillingDocument['terms']): void {
  const place = { x: sheets.left, width: sheets.width };
  const rows = terms.map(term => createTermItem(sheets, place, term, textStyles.small));
  const height = rows.reduce((sum, row) => sum + measureHeight(row) + ROW_SPACE, 0);
  drawHeading(sheets, root, 'Payment terms that apply', height);
  const list = sheets.element(root, 'L');
  for (const row of rows) {
    sheets.place(sheets.element(list, 'LI'), row);
    sheets.y += ROW_SPACE;
  }
}

/** Space above a heading, in points. */
const HEADING_SPACE = 22;

/** Content higher than this may continue on the next page, in points. */
const KEPT_BELOW = 200;

/** Draws a heading; `below` is the height of the content it must stay with, in points. */
function drawHeading(sheets: PageLayout, root: Element, text: string, below: number): void {
  const place = { x: sheets.left, width: sheets.width, tag: 'Div' };
  const column = createColumn(sheets, place, [text, textStyles.heading, { tag: 'H2' }]);
  sheets.ensure(HEADING_SPACE + measureHeight([column]) + 6 + Math.min(below, KEPT_BELOW));
  sheets.space(HEADING_SPACE);
  sheets.place(root, [column]);
  sheets.y += 6;
}

const CODE_SIZE = 92;

function codeColumn(sheets: PageLayout, address: string): LayoutColumn {
  const x = sheets.right - CODE_SIZE;
  const code: LayoutBlock = {
    tag: 'Figure',
    alt: `QR code that leads to ${address}`,
    items: [{ before: 0, height: CODE_SIZE, draw: (left, top) => drawCode(sheets, address, left, top) }],
  };
  const caption = createParagraph(sheets, ['Scan to pay', textStyles.label, { before: 4 }], CODE_SIZE);
  return { x, width: CODE_SIZE, tag: 'Div', blocks: [code, caption] };
}

/** Draws adjacent modules of a row as one, since viewers show seams between them. */
function drawCode(sheets: PageLayout, address: string, left: number, top: number): void {
  const { data, size } = encode(address, { ecc: 'M', border: 0 });
  const module = CODE_SIZE / size;
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (x < size && row[x]) x += 1;
      sheets.pdf.rect(left + from * module, top + y * module, (x - from) * module, module);
    }
  }
  sheets.pdf.fill(colors.ink);
}
