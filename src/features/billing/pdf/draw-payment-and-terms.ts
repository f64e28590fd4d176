import { encode } from 'uqr';
import type { BusinessDocument } from '../contract/documents.ts';
import { linkBlock, paragraph } from './blocks.ts';
import type { PrintedDocument } from './printable.ts';
import { colors, styles } from './theme.ts';
import { type Block, type Column, type Element, heightOf, type Sheets } from './page-layout.ts';

/** How it can be paid, and the terms that apply. Each part is left out where the document says nothing of it. */
export function drawClosing(sheets: Sheets, root: Element, document: PrintedDocument): void {
  const isSettled = document.settlement != null;
  if (!isSettled && (document.howToPay.length > 0 || document.paymentAddress !== null))
    drawWaysToPay(sheets, root, document);
  if (document.terms.length > 0) drawTerms(sheets, root, document.terms);
}

function drawWaysToPay(sheets: Sheets, root: Element, { howToPay, paymentAddress }: BusinessDocument): void {
  const width = sheets.gridWidth(paymentAddress === null ? 12 : 8);
  const ways: Block[] = howToPay.flatMap(({ method, text }, place) => [
    paragraph(sheets, method, styles.name, width, { before: place === 0 ? 0 : 6 }),
    paragraph(sheets, text, styles.small, width, { before: 1 }),
  ]);
  const online: Block[] =
    paymentAddress === null
      ? []
      : [
          paragraph(sheets, 'Pay online', styles.name, width, { before: ways.length > 0 ? 6 : 0 }),
          linkBlock(sheets, paymentAddress, { ...styles.label, color: colors.ink }, width, 1),
        ];
  const columns: Column[] = [{ x: sheets.left, width, tag: 'Div', blocks: [...ways, ...online] }];
  if (paymentAddress !== null) columns.push(codeColumn(sheets, paymentAddress));
  drawHeading(sheets, root, 'How to pay', heightOf(columns));
  sheets.place(root, columns);
}

/** White below a term, in points. */
const ROW_SPACE = 3;

function drawTerms(sheets: Sheets, root: Element, terms: BusinessDocument['terms']): void {
  const numberWidth = 22;
  const width = sheets.width - numberWidth;
  const rows = terms.map(({ number, text }): Column[] => [
    {
      x: sheets.left,
      width: numberWidth,
      tag: 'Lbl',
      blocks: [
        paragraph(sheets, String(number), { ...styles.label, leading: styles.small.leading }, numberWidth, {
          tag: 'Span',
        }),
      ],
    },
    { x: sheets.left + numberWidth, width, tag: 'LBody', blocks: [paragraph(sheets, text, styles.small, width)] },
  ]);
  const height = rows.reduce((sum, row) => sum + heightOf(row) + ROW_SPACE, 0);
  drawHeading(sheets, root, 'Payment terms that apply', height);
  const list = sheets.element(root, 'L');
  for (const row of rows) {
    sheets.place(sheets.element(list, 'LI'), row);
    sheets.y += ROW_SPACE;
  }
}

/** White above a heading, in points. */
const HEADING_SPACE = 22;

/** What is longer than this may go on on the next page, in points. */
const KEPT_BELOW = 200;

/** A heading; `below` is how high that is which it stands above, in points. */
function drawHeading(sheets: Sheets, root: Element, text: string, below: number): void {
  const heading = paragraph(sheets, text, styles.heading, sheets.width, { tag: 'H2' });
  const column = { x: sheets.left, width: sheets.width, tag: 'Div', blocks: [heading] };
  sheets.ensure(HEADING_SPACE + heightOf([column]) + 6 + Math.min(below, KEPT_BELOW));
  sheets.space(HEADING_SPACE);
  sheets.place(root, [column]);
  sheets.y += 6;
}

const CODE_SIZE = 92;

function codeColumn(sheets: Sheets, address: string): Column {
  const x = sheets.right - CODE_SIZE;
  const code: Block = {
    tag: 'Figure',
    alt: `QR code that leads to ${address}`,
    items: [{ before: 0, height: CODE_SIZE, draw: (left, top) => drawCode(sheets, address, left, top) }],
  };
  const caption = paragraph(sheets, 'Scan to pay', styles.label, CODE_SIZE, { before: 4 });
  return { x, width: CODE_SIZE, tag: 'Div', blocks: [code, caption] };
}

/** Squares of a row that touch are drawn as one, since viewers show seams between them. */
function drawCode(sheets: Sheets, address: string, left: number, top: number): void {
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
