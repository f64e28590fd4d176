import { encode } from 'uqr';
import type { BillingDocument } from '../contract/documents.ts';
import { createLinkBlock, createParagraph, createTermItem, createTextColumn } from './blocks.ts';
import type { PrintedDocument } from './printable.ts';
import { colors, textStyles } from './theme.ts';
import { type LayoutBlock, type LayoutColumn, type Element, measureHeight, type PageLayout } from './page-layout.ts';

/** Draws the payment instructions and the terms, each only if the document has any. */
export function drawPaymentAndTerms(sheets: PageLayout, root: Element, document: PrintedDocument): void {
  const isSettled = document.settlement != null;
  if (!isSettled && (document.paymentInstructions.length > 0 || document.paymentUrl !== null))
    drawWaysToPay(sheets, root, document);
  if (document.terms.length > 0) drawTerms(sheets, root, document.terms);
}

function drawWaysToPay(sheets: PageLayout, root: Element, { paymentInstructions, paymentUrl }: BillingDocument): void {
  const width = sheets.gridWidth(paymentUrl === null ? 12 : 8);
  const ways: LayoutBlock[] = paymentInstructions.flatMap(({ method, text }, place) => [
    createParagraph(sheets, method, textStyles.name, width, { before: place === 0 ? 0 : 6 }),
    createParagraph(sheets, text, textStyles.small, width, { before: 1 }),
  ]);
  const online: LayoutBlock[] =
    paymentUrl === null
      ? []
      : [
          createParagraph(sheets, 'Pay online', textStyles.name, width, { before: ways.length > 0 ? 6 : 0 }),
          createLinkBlock(sheets, paymentUrl, { ...textStyles.label, color: colors.ink }, width, 1),
        ];
  const columns: LayoutColumn[] = [{ x: sheets.left, width, tag: 'Div', blocks: [...ways, ...online] }];
  if (paymentUrl !== null) columns.push(codeColumn(sheets, paymentUrl));
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
  const column = createTextColumn(sheets, place, text, textStyles.heading, { tag: 'H2' });
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
  const caption = createParagraph(sheets, 'Scan to pay', textStyles.label, CODE_SIZE, { before: 4 });
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
