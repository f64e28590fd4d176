import { encode } from 'uqr';
import { sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { BillingDocument, LineItem } from '../contract/documents.ts';
import {
  formatAmount,
  formatQuantity,
  formatReference,
  formatServicePeriod,
  getKindLabels,
  listLineDetails,
  listTaxNotes,
  settledLabel,
} from '../rules/labels.ts';
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
export function drawBillingDocument(layout: PageLayout, root: Element, document: PrintedDocument): void {
  drawLetterhead(layout, root, document);
  drawLineItems(layout, root, document);
  const { settlement, paymentInstructions, paymentUrl, terms } = document;
  const canPay = paymentInstructions.length > 0 || paymentUrl !== null;
  if (settlement == null && canPay) drawWaysToPay(layout, root, document);
  if (terms.length > 0) drawTerms(layout, root, terms);
}

/** Draws the document's title, parties, dates and subject. */
function drawLetterhead(layout: PageLayout, root: Element, document: PrintedDocument): void {
  const { kind, number, issuedOn, dueOn, issuer, client, order, reference, settlement, servicePeriod } = document;
  const labels = getKindLabels(kind);
  const title: Paragraph = [labels.title, textStyles.title, { tag: 'H1' }];
  layout.place(root, [
    createGridColumn(layout, 0, 7, title, [number, textStyles.number, { before: 2 }]),
    createGridColumn(layout, 7, 5, ...describeParty(issuer, 10)),
  ]);
  layout.space(20);
  layout.rule(colors.strongRule);
  layout.space(10);
  const columns = [createGridColumn(layout, 0, 5, ['Bill to', textStyles.label], ...describeParty(client, 1))];
  const addDay = (label: string, day: string, from: number) =>
    columns.push(
      createGridColumn(layout, from, 2, [label, textStyles.label], [formatPlainDate(day), textStyles.figure]),
    );
  addDay('Issued', issuedOn, 5);
  if (dueOn !== null) {
    addDay(settlement ? settledLabel(settlement) : labels.until, settlement?.statusDate ?? dueOn, 7);
  }
  if (order || reference || servicePeriod) {
    // Without a due date, the subject moves into its place.
    const from = dueOn === null ? 7 : 9;
    const service = servicePeriod && formatServicePeriod(servicePeriod);
    columns.push(
      createGridColumn(
        layout,
        from,
        12 - from,
        (order || reference) && [order ? 'Order' : labels.about, textStyles.label],
        order && [order.orderNumber, textStyles.figure],
        order && [order.title, textStyles.small],
        order && reference && [labels.about, textStyles.label, { before: 6 }],
        reference && [formatReference(reference), textStyles.small],
        service !== undefined && [service[0], textStyles.label, { before: order || reference ? 6 : 0 }],
        service !== undefined && [service[1], textStyles.figure],
      ),
    );
  }
  layout.place(root, columns);
  layout.space(20);
}

const ROW_PADDING = 6;

interface Cell {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Draws the line items as a table, with the totals. */
function drawLineItems(layout: PageLayout, root: Element, document: PrintedDocument): void {
  const hasTax = document.taxBehavior === 'inclusive' && document.taxAmount !== 0;
  const isStatement = document.kind === 'account_statement';
  const headings = isStatement
    ? ['Description', 'Amount', 'Balance']
    : ['Description', 'Quantity', 'Unit price', hasTax ? 'Amount (incl. tax)' : 'Amount'];
  const texts = isStatement
    ? formatBalances(document)
    : document.lineItems.map(line => formatFigures(line, document.currency));
  const cells = layOutCells(layout, headings, texts);
  const headCells = cells.map((cell, index) => createCell(layout, cell, headings[index] ?? '', textStyles.label, 'TH'));
  const table = layout.element(root, 'Table');
  const height = measureHeight(headCells);
  const rows = document.lineItems.map((line, index) => toRow(layout, cells, [line, document], texts[index] ?? []));
  const totals = layOutTotals(layout, document);

  layout.ensure(height + 2 * ROW_PADDING + measureHeight(rows[0] ?? []) + (rows.length === 1 ? totals.height : 0));
  layout.place(layout.element(layout.element(table, 'THead'), 'TR'), headCells);
  layout.space(4);
  layout.rule(colors.strongRule);
  layout.repeatedHeader = y => drawHead(layout, cells, headings, y, height);

  const body = layout.element(table, 'TBody');
  for (const [index, row] of rows.entries()) {
    const isLast = index === rows.length - 1;
    // Keep the totals on one page with at least one line.
    layout.ensure(measureHeight(row) + 2 * ROW_PADDING + (isLast ? totals.height : 0));
    layout.space(ROW_PADDING);
    layout.place(layout.element(body, 'TR'), row);
    layout.y += ROW_PADDING;
    layout.rule(isLast ? colors.strongRule : colors.rule);
  }
  layout.repeatedHeader = undefined;
  layout.ensure(totals.height);
  totals.draw(layout.element(root, 'Table'));
  for (const note of [...listTaxNotes(document), ...(document.notes === undefined ? [] : [document.notes])]) {
    const box = { x: layout.left, width: layout.width, tag: 'Div' };
    const column = createColumn(layout, box, [note, textStyles.small]);
    layout.ensure(NOTE_SPACE + measureHeight([column]));
    layout.space(NOTE_SPACE);
    layout.place(root, [column]);
  }
}

/** Space above a note, in points. */
const NOTE_SPACE = 10;

function formatFigures(line: LineItem, currency: string): string[] {
  return [formatQuantity(line), formatAmount(line.unitAmount, currency), formatAmount(line.amount, currency)];
}

/** Formats the lines of a statement, each with the balance after it. */
function formatBalances({ lineItems, currency }: BillingDocument): string[][] {
  let balance = ZERO;
  return lineItems.map(({ amount }) => {
    balance = sumAmounts([balance, amount]);
    return [formatAmount(amount, currency), formatAmount(balance, currency)];
  });
}

/** Sizes figure columns by their widest figure; the description gets the rest. */
function layOutCells(layout: PageLayout, headings: readonly string[], rows: readonly (readonly string[])[]): Cell[] {
  const widths = headings.slice(1).map((heading, column) => {
    const head = layout.typesetter.widthOf(heading, textStyles.label);
    const figures = rows.map(row => layout.typesetter.widthOf(row[column] ?? '', textStyles.figure));
    return Math.ceil(Math.max(head, ...figures)) + 1;
  });
  const cells: Cell[] = [];
  let right = layout.right;
  for (const width of widths.toReversed()) {
    cells.unshift({ x: right - width, width, align: 'right' });
    right -= width + CELL_GAP;
  }
  return [{ x: layout.left, width: right - layout.left, align: 'left' }, ...cells];
}

function createCell(layout: PageLayout, cell: Cell, text: string, style: TextStyle, tag: 'TH' | 'TD'): LayoutColumn {
  const { align, ...box } = cell;
  const scope = tag === 'TH' ? ({ scope: 'Column' } as const) : {};
  return createColumn(layout, { ...box, tag, ...scope }, [text, style, { align }]);
}

function toRow(
  layout: PageLayout,
  cells: readonly Cell[],
  [line, document]: readonly [LineItem, BillingDocument],
  figures: readonly string[],
): LayoutColumn[] {
  const [first, ...others] = cells;
  if (!first) return [];
  const { description, detail, term } = line;
  return [
    createColumn(
      layout,
      { x: first.x, width: first.width, tag: 'TD' },
      [description, textStyles.text],
      detail !== null && [detail, textStyles.small, { before: 1 }],
      ...listLineDetails(line, document).map((text): Paragraph => [text, textStyles.label, { before: 1 }]),
      term !== null && [`Payment term ${term}`, textStyles.label, { before: 1 }],
    ),
    ...others.map((cell, index) => createCell(layout, cell, figures[index] ?? '', textStyles.figure, 'TD')),
  ];
}

/** Repeats the table head on each page, as an artifact so that screen readers skip it. */
function drawHead(layout: PageLayout, cells: readonly Cell[], headings: readonly string[], y: number, height: number) {
  layout.artifact('Pagination', () => {
    for (const [index, cell] of cells.entries()) {
      const [line] = layout.typesetter.set(headings[index] ?? '', textStyles.label, cell.width);
      if (line) layout.draw(line, cell.align === 'right' ? cell.x + cell.width - line.width : cell.x, y);
    }
    layout.pdf.moveTo(layout.left, y + height + 4).lineTo(layout.right, y + height + 4);
    layout.pdf.lineWidth(0.5).stroke(colors.strongRule);
  });
  return height + 4 + ROW_PADDING;
}

/** Lays out the totals in the right half of the page: label and figure on one line if they fit, else below each other. */
function layOutTotals(layout: PageLayout, document: PrintedDocument) {
  const stylesBySize = {
    small: { style: textStyles.text, figure: textStyles.figure, padding: 2 },
    total: { style: textStyles.total, figure: textStyles.totalFigure, padding: 2 },
    due: { style: textStyles.due, figure: textStyles.due, padding: 5 },
  } as const;
  const x = layout.gridX(6);
  const rows = totalRows(document, document.settlement ?? null).map(({ label, amount, size }) => {
    const { style, figure, padding } = stylesBySize[size];
    const value = formatAmount(amount, document.currency);
    const box = { x, right: layout.right, width: layout.typesetter.widthOf(value, figure) + 1 };
    return { size, padding, columns: createFigureRow(layout, box, [label, style], [value, figure]) };
  });
  const draw = (table: Element) => {
    layout.space(6);
    for (const { size, padding, columns } of rows) {
      if (size === 'due') layout.rule(colors.strongRule, x);
      layout.y += padding;
      layout.place(layout.element(table, 'TR'), columns);
      layout.y += padding;
    }
  };
  return { draw, height: rows.reduce((sum, { columns, padding }) => sum + (measureHeight(columns) + 2 * padding), 6) };
}

function drawWaysToPay(layout: PageLayout, root: Element, { paymentInstructions, paymentUrl }: BillingDocument): void {
  const width = layout.gridWidth(paymentUrl === null ? 12 : 8);
  const blocks: LayoutBlock[] = [];
  const addName = (name: string) =>
    blocks.push(createParagraph(layout, [name, textStyles.name, { before: blocks.length > 0 ? 6 : 0 }], width));
  for (const { method, text } of paymentInstructions) {
    addName(method);
    blocks.push(createParagraph(layout, [text, textStyles.small, { before: 1 }], width));
  }
  const columns: LayoutColumn[] = [{ x: layout.left, width, tag: 'Div', blocks }];
  if (paymentUrl !== null) {
    addName('Pay online');
    blocks.push(createLinkBlock(layout, paymentUrl, width));
    columns.push(createCodeColumn(layout, paymentUrl));
  }
  drawHeading(layout, root, 'How to pay', measureHeight(columns));
  layout.place(root, columns);
}

/** Space below a term, in points. */
const ROW_SPACE = 3;

function drawTerms(layout: PageLayout, root: Element, terms: BillingDocument['terms']): void {
  const box = { x: layout.left, width: layout.width };
  const rows = terms.map(term => createTermItem(layout, box, term, textStyles.small));
  const height = rows.reduce((sum, row) => sum + measureHeight(row) + ROW_SPACE, 0);
  drawHeading(layout, root, 'Payment terms', height);
  const list = layout.element(root, 'L');
  for (const row of rows) {
    layout.place(layout.element(list, 'LI'), row);
    layout.y += ROW_SPACE;
  }
}

/** Space above a heading, in points. */
const HEADING_SPACE = 22;

/** Content higher than this may continue on the next page, in points. */
const MAX_KEPT_HEIGHT = 200;

/** Draws a heading; `contentHeight` is the height of the content it must stay with, in points. */
function drawHeading(layout: PageLayout, root: Element, text: string, contentHeight: number): void {
  const box = { x: layout.left, width: layout.width, tag: 'Div' };
  const column = createColumn(layout, box, [text, textStyles.heading, { tag: 'H2' }]);
  layout.ensure(HEADING_SPACE + measureHeight([column]) + 6 + Math.min(contentHeight, MAX_KEPT_HEIGHT));
  layout.space(HEADING_SPACE);
  layout.place(root, [column]);
  layout.y += 6;
}

const CODE_SIZE = 92;

function createCodeColumn(layout: PageLayout, url: string): LayoutColumn {
  const x = layout.right - CODE_SIZE;
  const code: LayoutBlock = {
    tag: 'Figure',
    alt: `QR code for ${url}`,
    items: [{ before: 0, height: CODE_SIZE, draw: (left, top) => drawCode(layout, url, left, top) }],
  };
  const caption = createParagraph(layout, ['Scan to pay', textStyles.label, { before: 4 }], CODE_SIZE);
  return { x, width: CODE_SIZE, tag: 'Div', blocks: [code, caption] };
}

/** Draws adjacent modules of a row as one, since viewers show seams between them. */
function drawCode(layout: PageLayout, url: string, left: number, top: number): void {
  const { data, size } = encode(url, { ecc: 'M', border: 0 });
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
