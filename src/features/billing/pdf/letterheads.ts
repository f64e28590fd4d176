import type { BillingDocument } from '../contract/documents.ts';
import {
  formatAmount,
  formatBuyerReference,
  formatDay,
  formatOrderNumber,
  formatReference,
  formatServicePeriod,
  getKindLabels,
  languageOf,
  settledLabel,
  textsOf,
} from '../rules/labels.ts';
import { totalRows } from '../rules/total-rows.ts';
import { createColumn, createGridColumn, describeParty, type Paragraph } from './blocks.ts';
import { type Element, type LayoutColumn, measureHeight, type PageLayout } from './page-layout.ts';
import type { PrintedDocument } from './printable.ts';
import { colors, margins, tintOf } from './theme.ts';
import type { TextStyle } from './typesetter.ts';

type DrawLetterhead = (layout: PageLayout, root: Element, document: PrintedDocument) => void;

/** Draws the document's title, parties, dates and subject in the layout of its design. */
export const drawLetterhead: DrawLetterhead = (layout, root, document) =>
  ({ classic: drawClassic, modern: drawModern, compact: drawCompact })[layout.theme.layout](layout, root, document);

const drawClassic: DrawLetterhead = (layout, root, document) => {
  const { styles, accent } = layout.theme;
  const { kind, number, issuedOn, dueOn, issuer, client, order, reference, settlement, servicePeriod } = document;
  const [language, texts] = [languageOf(document), textsOf(document)];
  const labels = getKindLabels(kind, language);
  drawLogo(layout, root, document, { width: layout.gridWidth(6), height: 46, after: 24 });
  const titleStyle = shrinkToFit(layout, labels.title, layout.gridWidth(7));
  const title: Paragraph = [labels.title, titleStyle, { tag: 'H1' }];
  layout.place(root, [
    createGridColumn(layout, 0, 7, title, [number, styles.number, { before: 2 }]),
    createGridColumn(layout, 7, 5, ...describeParty(layout, issuer, 10, texts.taxId)),
  ]);
  layout.space(20);
  layout.rule(accent);
  layout.space(10);
  const columns = [
    createGridColumn(layout, 0, 5, [texts.billTo, styles.label], ...describeParty(layout, client, 1, texts.taxId)),
  ];
  const addDay = (label: string, day: string, from: number) =>
    columns.push(createGridColumn(layout, from, 2, [label, styles.label], [formatDay(day, language), styles.figure]));
  addDay(texts.issued, issuedOn, 5);
  if (dueOn !== null) {
    addDay(settlement ? settledLabel(settlement, language) : labels.until, settlement?.statusDate ?? dueOn, 7);
  }
  if (order || reference || servicePeriod || document.client.buyerReference !== undefined) {
    // Without a due date, the subject takes its space.
    const from = dueOn === null ? 7 : 9;
    columns.push(createGridColumn(layout, from, 12 - from, ...describeSubject(layout, document)));
  }
  layout.place(root, columns);
  layout.space(20);
};

/** Returns the style of a title whose longest word fits the width. */
function shrinkToFit({ typesetter, theme }: PageLayout, title: string, width: number): TextStyle {
  const style = theme.styles.title;
  const longest = Math.max(...title.split(' ').map(word => typesetter.widthOf(word, style)));
  return longest <= width ? style : { ...style, size: (style.size * width) / longest };
}

/** Returns the order, the referenced document and the service period. */
function describeSubject(
  { theme: { styles } }: PageLayout,
  document: Pick<BillingDocument, 'client' | 'kind' | 'order' | 'reference' | 'servicePeriod'>,
): (Paragraph | false | null)[] {
  const { client, kind, order, reference, servicePeriod } = document;
  const [language, texts] = [languageOf(document), textsOf(document)];
  const labels = getKindLabels(kind, language);
  const buyerReference = formatBuyerReference(client, texts);
  const service = servicePeriod && formatServicePeriod(servicePeriod, language, kind);
  return [
    (order || reference) && [order ? texts.order : labels.about, styles.label],
    order && [formatOrderNumber(order, language), styles.figure],
    order && [order.title, styles.small],
    order && reference && [labels.about, styles.label, { before: 6 }],
    reference && [formatReference(reference, language), styles.small],
    buyerReference && [buyerReference[0], styles.label, { before: order || reference ? 6 : 0 }],
    buyerReference && [buyerReference[1], styles.figure],
    service !== undefined && [service[0], styles.label, { before: order || reference || buyerReference ? 6 : 0 }],
    service !== undefined && [service[1], styles.figure],
  ];
}

/** Space inside a panel, in points. */
const PANEL_PADDING = 11;

/** A bar across the top edge, a large title, the dates and the amount in a tinted strip, then both parties. */
const drawModern: DrawLetterhead = (layout, root, document) => {
  const { styles, accent } = layout.theme;
  const { kind, number, issuedOn, dueOn, issuer, client, settlement, currency } = document;
  const [language, texts] = [languageOf(document), textsOf(document)];
  const labels = getKindLabels(kind, language);
  layout.artifact('Layout', () => {
    layout.pdf.rect(0, 0, layout.left + layout.right, 10).fill(accent);
  });
  if (!drawLogo(layout, root, document, { width: layout.gridWidth(6), height: 46, after: 20 })) {
    layout.place(root, [createGridColumn(layout, 0, 12, [issuer.name, styles.subject])]);
    layout.space(20);
  }
  const title: Paragraph = [labels.title, styles.title, { tag: 'H1' }];
  layout.place(root, [createGridColumn(layout, 0, 12, title, [number, styles.number, { before: 2 }])]);
  layout.space(18);
  const due = totalRows(document, settlement ?? null).find(({ size }) => size === 'due');
  const settled = settlement && settledLabel(settlement, language);
  const facts: [label: string, value: string][] = [[texts.issued, formatDay(issuedOn, language)]];
  if (dueOn !== null) facts.push([settled ?? labels.until, formatDay(settlement?.statusDate ?? dueOn, language)]);
  if (due) facts.push([due.label, formatAmount(due.amount, currency, language)]);
  const right = layout.right - PANEL_PADDING;
  const columns = facts.map(([label, value], index): LayoutColumn => {
    const isLast = index === facts.length - 1;
    const x = isLast ? layout.gridX(7) : layout.gridX(index * 3) + (index === 0 ? PANEL_PADDING : 0);
    const align = isLast ? 'right' : 'left';
    const width = isLast ? right - x : layout.gridWidth(3) - PANEL_PADDING;
    const valueStyle = isLast ? styles.due : { ...styles.figure, leading: 20 };
    return createColumn(
      layout,
      { x, width, tag: 'Div' },
      [label, styles.label, { align }],
      [value, valueStyle, { align }],
    );
  });
  const height = measureHeight(columns) + 2 * PANEL_PADDING;
  layout.ensure(height);
  layout.panel(layout.left, layout.width, height, tintOf(accent));
  layout.y += PANEL_PADDING;
  layout.place(root, columns);
  layout.y += PANEL_PADDING;
  layout.space(16);
  layout.place(root, [
    createGridColumn(layout, 0, 4, [texts.billTo, styles.label], ...describeParty(layout, client, 1, texts.taxId)),
    createGridColumn(layout, 4, 4, [texts.from, styles.label], ...describeParty(layout, issuer, 1, texts.taxId)),
    createGridColumn(layout, 8, 4, ...describeSubject(layout, document)),
  ]);
  layout.space(20);
};

/** Top of the recipient's address in a letter for a window envelope (DIN 5008 B), in points. */
const WINDOW_TOP = 128;
/** Upper edge of the title below the window. */
const TITLE_TOP = 262;

/** A business letter: the client's address fits the window of an envelope, all facts are in a block at the right. */
const drawCompact: DrawLetterhead = (layout, root, document) => {
  const { styles, accent } = layout.theme;
  const { kind, number, issuedOn, dueOn, issuer, client, order, reference, settlement, servicePeriod } = document;
  const [language, texts] = [languageOf(document), textsOf(document)];
  const labels = getKindLabels(kind, language);
  const width = layout.gridWidth(6);
  const page = layout.page;
  if (!drawLogo(layout, root, document, { width, height: 52, after: 0 })) {
    layout.place(root, [createGridColumn(layout, 0, 7, [issuer.name, styles.subject])]);
  }
  const leftEnd = layout.y;
  layout.y = margins.top;
  layout.place(root, [createGridColumn(layout, 7, 5, ...describeParty(layout, issuer, 0, texts.taxId))]);
  layout.y += 12;
  const facts: [label: string, value: string][] = [
    [texts.number, number],
    [texts.issued, formatDay(issuedOn, language)],
  ];
  if (dueOn !== null) {
    const label = settlement ? settledLabel(settlement, language) : labels.until;
    facts.push([label, formatDay(settlement?.statusDate ?? dueOn, language)]);
  }
  if (servicePeriod) facts.push([...formatServicePeriod(servicePeriod, language, kind)]);
  if (order) facts.push([texts.order, formatOrderNumber(order, language)]);
  const buyerReference = formatBuyerReference(client, texts);
  if (buyerReference) facts.push([...buyerReference]);
  if (reference) facts.push([labels.about, formatReference(reference, language)]);
  for (const [label, value] of facts) {
    const [x, valueX] = [layout.gridX(7), layout.gridX(9.3)];
    const labelStyle = { ...styles.label, leading: styles.figure.leading };
    layout.place(root, [
      createColumn(layout, { x, width: valueX - x - 6, tag: 'Div' }, [label, labelStyle]),
      createColumn(layout, { x: valueX, width: layout.right - valueX, tag: 'Div' }, [value, styles.figure]),
    ]);
    layout.y += 1.5;
  }
  const rightEnd = layout.y;
  if (layout.page === page && leftEnd <= WINDOW_TOP) layout.y = WINDOW_TOP;
  const sender = [issuer.name, ...issuer.addressLines].join(' · ');
  const size = { size: 6.5, leading: 9 };
  const address = createColumn(
    layout,
    { x: layout.left, width, tag: 'Div' },
    [sender, { ...styles.label, face: 'text', ...size }],
    ...describeParty(layout, client, 8, texts.taxId),
  );
  layout.place(root, [address]);
  if (layout.page === page) {
    const senderHeight = measureHeight([{ ...address, blocks: address.blocks.slice(0, 1) }]);
    const y = WINDOW_TOP + senderHeight + 2;
    if (leftEnd <= WINDOW_TOP) {
      layout.artifact('Layout', () => {
        layout.pdf
          .moveTo(layout.left, y)
          .lineTo(layout.left + width, y)
          .lineWidth(0.4)
          .stroke(colors.rule);
      });
    }
    layout.y = Math.max(layout.y, rightEnd, TITLE_TOP - 22) + 22;
  } else layout.space(22);
  layout.place(root, [
    createGridColumn(
      layout,
      0,
      12,
      [`${labels.title} ${number}`, styles.title, { tag: 'H1' }],
      order && [order.title, { ...styles.text, color: colors.soft }, { before: 1 }],
    ),
  ]);
  layout.space(6);
  layout.rule(accent);
  layout.space(8);
};

/** Draws the logo at the left margin, at most as large as given in points. Returns false without a logo. */
function drawLogo(
  layout: PageLayout,
  root: Element,
  { design, logo, issuer }: PrintedDocument,
  { width, height, after }: { readonly width: number; readonly height: number; readonly after: number },
): boolean {
  if (!design?.logo || !logo) return false;
  const scale = Math.min(width / design.logo.width, height / design.logo.height);
  const size = { width: design.logo.width * scale, height: design.logo.height * scale };
  const block = {
    tag: 'Figure',
    alt: issuer.name,
    items: [
      {
        before: 0,
        height: size.height,
        draw: (x: number, y: number) => {
          layout.pdf.image(Buffer.from(logo), x, y, size);
        },
      },
    ],
  };
  layout.place(root, [{ x: layout.left, width, tag: 'Div', blocks: [block] }]);
  layout.space(after);
  return true;
}

/** Draws a stamp in the left half, tilted, with its top at the current line: the document was paid. */
export function drawStamp(layout: PageLayout, root: Element, document: PrintedDocument): void {
  const { settlement } = document;
  if (!settlement) return;
  const { accent, styles } = layout.theme;
  const language = languageOf(document);
  const word = settledLabel(settlement, language);
  const day = formatDay(settlement.statusDate, language);
  const large = { ...styles.due, size: 19, leading: 24, color: accent };
  const small = { ...styles.figure, size: 8.5, leading: 12, color: accent };
  const lines = [word, day].flatMap((text, index) =>
    layout.typesetter.set(text, index === 0 ? large : small, layout.gridWidth(5)),
  );
  const width = Math.max(...lines.map(line => line.width)) + 36;
  const height = lines.reduce((sum, { style }) => sum + style.leading, 0) + 12;
  const [x, y] = [layout.left + 8, layout.y + 18];
  const { pdf } = layout;
  const element = layout.element(root, 'P');
  const content = pdf.markStructureContent('P');
  pdf.save().rotate(-6, { origin: [x + width / 2, y + height / 2] });
  pdf.roundedRect(x, y, width, height, 5).lineWidth(1.6).stroke(accent);
  let top = y + 6;
  for (const line of lines) {
    layout.draw(line, x + (width - line.width) / 2, top);
    top += line.style.leading;
  }
  pdf.restore();
  pdf.endMarkedContent();
  element.add(content);
}
