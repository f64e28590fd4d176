import type { LineItem } from '../contract/documents.ts';
import { CELL_GAP, createFigureRow, createParagraph, createTextColumn } from './blocks.ts';
import type { PrintedDocument } from './printable.ts';
import { colors, textStyles } from './theme.ts';
import { type LayoutColumn, type Element, measureHeight, type PageLayout } from './page-layout.ts';
import type { TextStyle } from './typesetter.ts';
import { totalRows } from '../rules/total-rows.ts';
import { formatAmount } from '../rules/labels.ts';

const ROW_PADDING = 6;

interface Cell {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Draws the line items as a table, with the totals. */
export function drawLineItems(sheets: PageLayout, root: Element, document: PrintedDocument): void {
  const heads = [
    'Description',
    'Quantity',
    'Price',
    document.taxBehavior === 'inclusive' ? 'Amount with tax' : 'Amount',
  ];
  if (document.tax.basisPoints === 0) heads[3] = 'Amount';
  const texts = document.lineItems.map(line => figuresOf(line, document.currency));
  const cells = cellsOf(sheets, heads, texts);
  const headCells = cells.map((cell, place) => textCell(sheets, cell, heads[place] ?? '', textStyles.label, 'TH'));
  const table = sheets.element(root, 'Table');
  const height = measureHeight(headCells);
  const rows = document.lineItems.map((line, place) => rowOf(sheets, cells, line, texts[place] ?? []));
  const totals = rowsBelow(sheets, document);
  const totalsHeight = totals.reduce((sum, row) => sum + row.height, 0);

  sheets.ensure(height + 2 * ROW_PADDING + measureHeight(rows[0] ?? []) + (rows.length === 1 ? totalsHeight : 0));
  sheets.place(sheets.element(sheets.element(table, 'THead'), 'TR'), headCells);
  sheets.space(4);
  sheets.rule(colors.strongRule);
  sheets.repeatedHeader = y => repeatHead(sheets, cells, heads, y, height);

  const body = sheets.element(table, 'TBody');
  for (const [place, row] of rows.entries()) {
    const isLast = place === rows.length - 1;
    // Keep the totals on one page with at least one line.
    sheets.ensure(measureHeight(row) + 2 * ROW_PADDING + (isLast ? totalsHeight : 0));
    sheets.space(ROW_PADDING);
    sheets.place(sheets.element(body, 'TR'), row);
    sheets.y += ROW_PADDING;
    sheets.rule(isLast ? colors.strongRule : colors.rule);
  }
  sheets.repeatedHeader = undefined;
  sheets.ensure(totalsHeight);
  const sums = sheets.element(root, 'Table');
  for (const row of totals) row.draw(sums);
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
  const place = { x: cell.x, width: cell.width, tag, ...(tag === 'TH' ? { scope: 'Column' as const } : {}) };
  return createTextColumn(sheets, place, text, style, { align: cell.align });
}

function rowOf(sheets: PageLayout, cells: readonly Cell[], line: LineItem, figures: readonly string[]): LayoutColumn[] {
  const [first, ...others] = cells;
  if (!first) return [];
  const { width } = first;
  const description = [
    createParagraph(sheets, line.description, textStyles.text, width),
    ...(line.detail === null ? [] : [createParagraph(sheets, line.detail, textStyles.small, width, { before: 1 })]),
    ...(line.term === null
      ? []
      : [createParagraph(sheets, `Payment term ${line.term}`, textStyles.label, width, { before: 1 })]),
  ];
  return [
    { x: first.x, width, tag: 'TD', blocks: description },
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

interface TotalRow {
  readonly height: number;
  readonly draw: (table: Element) => void;
}

/** Returns the rows of the totals, in the right half of the page. */
function rowsBelow(sheets: PageLayout, document: PrintedDocument): TotalRow[] {
  const look = {
    small: [textStyles.text, textStyles.figure],
    total: [textStyles.total, textStyles.totalFigure],
    due: [textStyles.due, textStyles.due],
  } as const;
  const rows = totalRows(document, document.settlement ?? null).map(({ label, amount, size }) => {
    const [style, figure] = look[size];
    return totalRow(sheets, label, formatAmount(amount, document.currency), style, figure);
  });
  return [{ height: 6, draw: () => sheets.space(6) }, ...rows];
}

/** Puts label and figure on one line if they fit, else below each other. */
function totalRow(sheets: PageLayout, label: string, value: string, style: TextStyle, figure: TextStyle): TotalRow {
  const x = sheets.gridX(6);
  const place = { x, right: sheets.right, width: sheets.typesetter.widthOf(value, figure) + 1 };
  const columns = createFigureRow(sheets, place, [label, style], [value, figure]);
  const padding = style === textStyles.due ? 5 : 2;
  return {
    height: measureHeight(columns) + 2 * padding,
    draw: table => {
      if (style === textStyles.due) sheets.rule(colors.strongRule, x);
      sheets.y += padding;
      sheets.place(sheets.element(table, 'TR'), columns);
      sheets.y += padding;
    },
  };
}
