import { formatDay } from '#shared/time.ts';
import { paragraph } from './blocks.ts';
import type { PrintedDocument } from './printable.ts';
import { colors, styles } from './theme.ts';
import type { Block, Element, Sheets } from './page-layout.ts';
import { referenceText, settledWord, wordsOf } from '../rules/labels.ts';

/** What kind of document it is, from whom, for whom, of which day and for what. */
export function drawLetterhead(sheets: Sheets, root: Element, document: PrintedDocument): void {
  const words = wordsOf(document.kind);
  const titleWidth = sheets.gridWidth(7);
  const fromWidth = sheets.gridWidth(5);
  sheets.place(root, [
    {
      x: sheets.left,
      width: titleWidth,
      tag: 'Div',
      blocks: [
        paragraph(sheets, words.title, styles.title, titleWidth, { tag: 'H1' }),
        paragraph(sheets, document.number, styles.number, titleWidth, { before: 2 }),
      ],
    },
    { x: sheets.gridX(7), width: fromWidth, tag: 'Div', blocks: party(sheets, document.issuer, fromWidth, 10) },
  ]);
  sheets.space(20);
  sheets.rule(colors.strongRule);
  sheets.space(10);
  const labeled = (label: string, blocks: (width: number) => Block[], from: number, count: number) => {
    const width = sheets.gridWidth(count);
    const title = paragraph(sheets, label, styles.label, width);
    return { x: sheets.gridX(from), width, tag: 'Div', blocks: [title, ...blocks(width)] };
  };
  const day = (date: string) => (width: number) => [paragraph(sheets, formatDay(date), styles.figure, width)];
  const { dueOn, subject, reference, settlement } = document;
  const about = (width: number) => [
    ...(subject ? [paragraph(sheets, subject.orderNumber, styles.figure, width)] : []),
    ...(subject ? [paragraph(sheets, subject.title, styles.small, width)] : []),
    ...(subject && reference ? [paragraph(sheets, words.about, styles.label, width, { before: 6 })] : []),
    ...(reference ? [paragraph(sheets, referenceText(reference), styles.small, width)] : []),
  ];
  const client = (width: number) => party(sheets, document.client, width, 1);
  // A day that is missing leaves its place to what the document is for.
  const from = dueOn === null ? 7 : 9;
  sheets.place(root, [
    labeled('Client', client, 0, 5),
    labeled('Issued', day(document.issuedOn), 5, 2),
    ...(dueOn === null
      ? []
      : [labeled(settlement ? settledWord(settlement) : words.until, day(settlement?.on ?? dueOn), 7, 2)]),
    ...(subject || reference ? [labeled(subject ? 'Order' : words.about, about, from, 12 - from)] : []),
  ]);
  sheets.space(20);
}

interface Party {
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly email: string | null;
  readonly phone?: string | null;
  readonly taxId: string | null;
}

/** A name with everything under which it is found. `before` is the white above it. */
export function party(sheets: Sheets, of: Party, width: number, before: number): Block[] {
  const ways = [of.email, of.phone ?? null, of.taxId === null ? null : `Tax ID ${of.taxId}`];
  return [
    paragraph(sheets, of.name, styles.name, width, { before }),
    ...of.addressLines.map(line => paragraph(sheets, line, styles.small, width)),
    ...ways
      .filter(way => way !== null)
      .map((way, place) => paragraph(sheets, way, styles.small, width, { before: place === 0 ? 4 : 0 })),
  ];
}
