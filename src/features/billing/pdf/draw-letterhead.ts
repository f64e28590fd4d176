import { formatPlainDate } from '#shared/time.ts';
import { createParagraph } from './blocks.ts';
import type { PrintedDocument } from './printable.ts';
import { colors, textStyles } from './theme.ts';
import type { LayoutBlock, Element, PageLayout } from './page-layout.ts';
import { formatReference, settledWord, getKindLabels } from '../rules/labels.ts';

/** Draws the document's title, parties, dates and subject. */
export function drawLetterhead(sheets: PageLayout, root: Element, document: PrintedDocument): void {
  const words = getKindLabels(document.kind);
  const titleWidth = sheets.gridWidth(7);
  const fromWidth = sheets.gridWidth(5);
  sheets.place(root, [
    {
      x: sheets.left,
      width: titleWidth,
      tag: 'Div',
      blocks: [
        createParagraph(sheets, words.title, textStyles.title, titleWidth, { tag: 'H1' }),
        createParagraph(sheets, document.number, textStyles.number, titleWidth, { before: 2 }),
      ],
    },
    {
      x: sheets.gridX(7),
      width: fromWidth,
      tag: 'Div',
      blocks: createPartyBlocks(sheets, document.issuer, fromWidth, 10),
    },
  ]);
  sheets.space(20);
  sheets.rule(colors.strongRule);
  sheets.space(10);
  const labeled = (label: string, blocks: (width: number) => LayoutBlock[], from: number, count: number) => {
    const width = sheets.gridWidth(count);
    const title = createParagraph(sheets, label, textStyles.label, width);
    return { x: sheets.gridX(from), width, tag: 'Div', blocks: [title, ...blocks(width)] };
  };
  const day = (date: string) => (width: number) => [
    createParagraph(sheets, formatPlainDate(date), textStyles.figure, width),
  ];
  const { dueOn, order, reference, settlement } = document;
  const about = (width: number) => [
    ...(order ? [createParagraph(sheets, order.orderNumber, textStyles.figure, width)] : []),
    ...(order ? [createParagraph(sheets, order.title, textStyles.small, width)] : []),
    ...(order && reference ? [createParagraph(sheets, words.about, textStyles.label, width, { before: 6 })] : []),
    ...(reference ? [createParagraph(sheets, formatReference(reference), textStyles.small, width)] : []),
  ];
  const client = (width: number) => createPartyBlocks(sheets, document.client, width, 1);
  // Without a due date, the subject moves into its place.
  const from = dueOn === null ? 7 : 9;
  sheets.place(root, [
    labeled('Client', client, 0, 5),
    labeled('Issued', day(document.issuedOn), 5, 2),
    ...(dueOn === null
      ? []
      : [labeled(settlement ? settledWord(settlement) : words.until, day(settlement?.statusDate ?? dueOn), 7, 2)]),
    ...(order || reference ? [labeled(order ? 'Order' : words.about, about, from, 12 - from)] : []),
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

/** Creates the blocks of a name with its contact details. `before` is the space above, in points. */
export function createPartyBlocks(sheets: PageLayout, of: Party, width: number, before: number): LayoutBlock[] {
  const ways = [of.email, of.phone ?? null, of.taxId === null ? null : `Tax ID ${of.taxId}`];
  return [
    createParagraph(sheets, of.name, textStyles.name, width, { before }),
    ...of.addressLines.map(line => createParagraph(sheets, line, textStyles.small, width)),
    ...ways
      .filter(way => way !== null)
      .map((way, place) => createParagraph(sheets, way, textStyles.small, width, { before: place === 0 ? 4 : 0 })),
  ];
}
