import { formatDateTime } from '#shared/time.ts';
import type { AgreementPriceRow, AgreementPart, AgreementDocument } from '../contract/agreement-document.ts';
import {
  createColumn,
  createFigureRow,
  createGridColumn,
  createTermItem,
  describeParty,
  type Paragraph,
} from './blocks.ts';
import { colors, textStyles } from './theme.ts';
import { type LayoutColumn, type Element, measureHeight, type PageLayout } from './page-layout.ts';
import type { TextStyle } from './typesetter.ts';

/** Of twelve columns, the first ones hold the headings, the rest the content. */
const HEAD_COLUMNS = 3;

/** Space between sections, and between parts of one, in points. */
const SECTION_SPACE = 14;
const PART_SPACE = 5;

/** Space below a section's rule, in points. */
const RULE_SPACE = 8;

/** Minimum lines of a long text on a page. */
const MIN_LINES = 3;

/** Draws an agreement: the parties, the agreed text, and who signed it when (term 15). */
export function drawAgreement(layout: PageLayout, root: Element, agreement: AgreementDocument): void {
  const [title, ...parts] = agreement.parts;
  drawHead(layout, root, agreement, title?.kind === 'title' ? title.text : '');
  const sections = toSections(title?.kind === 'title' ? parts : agreement.parts);
  for (const { heading, parts: content } of sections) {
    drawSection(layout, root, heading, element => {
      for (const part of content) drawPart(layout, element, part);
    });
  }
  drawConsent(layout, root, agreement);
  if (agreement.brief !== '') drawBrief(layout, root, agreement.brief);
  attachText(layout.pdf, agreement);
}

function drawHead(layout: PageLayout, root: Element, agreement: AgreementDocument, title: string): void {
  const { orderNumber, agreedAt, timeZone, issuer, client, confirmation } = agreement;
  const when = `Order ${orderNumber} · ${confirmation ? 'confirmed' : 'signed'} on ${formatDateTime(agreedAt, timeZone)}`;
  const heading: Paragraph = [title, textStyles.subject, { tag: 'H1', before: 6 }];
  layout.place(root, [createGridColumn(layout, 0, 10, [when, textStyles.label], heading)]);
  layout.space(18);
  layout.rule(colors.strongRule);
  layout.space(10);
  layout.place(root, [
    createGridColumn(layout, 0, 6, ['Between', textStyles.label], ...describeParty(layout, issuer, 1)),
    createGridColumn(layout, 6, 6, ['and', textStyles.label], ...describeParty(layout, client, 1)),
  ]);
  layout.space(SECTION_SPACE + 4);
}

interface Section {
  readonly heading: string;
  readonly parts: AgreementPart[];
}

/** Groups parts by their heading; parts before the first heading have none. */
function toSections(parts: readonly AgreementPart[]): Section[] {
  const sections: Section[] = [];
  for (const part of parts) {
    const last = sections.at(-1);
    if (part.kind === 'heading') sections.push({ heading: part.text, parts: [] });
    else if (last) last.parts.push(part);
    else sections.push({ heading: '', parts: [part] });
  }
  return sections;
}

/** Minimum height of a section on a page, in points. */
const MIN_SECTION_HEIGHT = 6 * textStyles.text.leading;

/**
 * Draws a heading with the content of `draw` next to it; both start on one page, with at least `minHeight` points of the
 * section.
 */
function drawSection(
  layout: PageLayout,
  root: Element,
  heading: string,
  draw: (element: Element) => void,
  minHeight: number = MIN_SECTION_HEIGHT,
): void {
  const title = createGridColumn(layout, 0, HEAD_COLUMNS, [heading, textStyles.heading, { tag: 'H2' }]);
  layout.ensure(SECTION_SPACE + RULE_SPACE + Math.max(measureHeight([title]), minHeight));
  layout.space(SECTION_SPACE);
  layout.rule();
  layout.y += RULE_SPACE;
  const [top, page] = [layout.y, layout.page];
  if (heading !== '') layout.place(root, [title]);
  const below = layout.y;
  layout.y = top;
  draw(layout.element(root, 'Sect'));
  if (layout.page === page) layout.y = Math.max(layout.y, below);
}

/** Returns position and width of the content column. */
function getContentBox(layout: PageLayout): { readonly x: number; readonly width: number } {
  return { x: layout.gridX(HEAD_COLUMNS), width: layout.gridWidth(12 - HEAD_COLUMNS) };
}

/** Creates a paragraph in the content column. */
const createContent = (layout: PageLayout, text: string, style: TextStyle) =>
  createGridColumn(layout, HEAD_COLUMNS, 12 - HEAD_COLUMNS, [text, style]);

function drawPart(layout: PageLayout, element: Element, part: AgreementPart): void {
  if (part.kind === 'list') drawList(layout, element, part.items);
  else if (part.kind === 'terms') drawTerms(layout, element, part.terms);
  else if (part.kind === 'amounts') drawAmounts(layout, element, part.rows);
  else if (part.kind === 'caption') drawCaption(layout, element, part.text);
  else drawText(layout, element, part.text);
}

/** Draws the caption of the amounts below it, on one page with the first of them. */
function drawCaption(layout: PageLayout, element: Element, text: string): void {
  const columns = [createContent(layout, text, textStyles.total)];
  layout.ensure(2 * PART_SPACE + measureHeight(columns) + 2 * textStyles.text.leading);
  layout.space(2 * PART_SPACE);
  layout.place(element, columns);
  layout.y += PART_SPACE;
}

/** How far milestones are indented, in points. */
const PART_INDENT = 13;

function drawText(layout: PageLayout, element: Element, text: string, style: TextStyle = textStyles.text): void {
  placeLong(layout, element, [createContent(layout, text, style)], style);
  layout.y += PART_SPACE;
}

/** Starts a long text wherever some of its lines fit. */
function placeLong(
  layout: PageLayout,
  element: Element,
  columns: readonly LayoutColumn[],
  { leading }: TextStyle,
): void {
  layout.place(element, columns, Math.min(measureHeight(columns), MIN_LINES * leading));
}

const BULLET_INDENT = 13;

function drawList(layout: PageLayout, element: Element, items: readonly string[]): void {
  const { x, width } = getContentBox(layout);
  const box = { x: x + BULLET_INDENT, width: width - BULLET_INDENT, tag: 'LBody' };
  const list = layout.element(element, 'L');
  for (const item of items) {
    const columns = [createColumn(layout, box, [item, textStyles.text])];
    layout.ensure(Math.min(measureHeight(columns), MIN_LINES * textStyles.text.leading));
    const top = layout.y;
    layout.artifact('Layout', () => {
      layout.pdf.circle(x + 2.5, top + textStyles.text.leading / 2, 1.25).fill(colors.faint);
    });
    placeLong(layout, layout.element(list, 'LI'), columns, textStyles.text);
    layout.y += 1;
  }
  layout.y += PART_SPACE;
}

function drawTerms(
  layout: PageLayout,
  element: Element,
  terms: readonly { readonly number: string; readonly text: string }[],
): void {
  const list = layout.element(element, 'L');
  const style = { ...textStyles.small, color: colors.ink };
  for (const term of terms) {
    layout.place(layout.element(list, 'LI'), createTermItem(layout, getContentBox(layout), term, style));
    layout.y += 4;
  }
}

/** Draws labeled amounts, including the total. */
function drawAmounts(layout: PageLayout, element: Element, rows: readonly AgreementPriceRow[]): void {
  const { x, width } = getContentBox(layout);
  const figures = rows.map(({ amount }) => layout.typesetter.widthOf(amount, textStyles.totalFigure));
  const row = { x, right: x + width, width: Math.ceil(Math.max(0, ...figures)) + 1 };
  const table = layout.element(element, 'Table');
  for (const [index, { label, term, amount, isTotal, isPart }] of rows.entries()) {
    const left = x + (isPart ? PART_INDENT : 0);
    const [style, figure] = isTotal ? [textStyles.total, textStyles.totalFigure] : [textStyles.text, textStyles.figure];
    const name = term === '' ? label : `${label} ${term}`;
    const columns = createFigureRow(layout, { ...row, x: left }, [name, style], [amount, figure]);
    layout.ensure(measureHeight(columns) + 8);
    // The section's rule is the first row's.
    if (index > 0) layout.rule(isTotal ? colors.strongRule : colors.rule, left);
    layout.y += index > 0 ? 4 : 0;
    layout.place(layout.element(table, 'TR'), columns);
    layout.y += 4;
  }
  layout.y += PART_SPACE;
}

/** Draws who agreed, when, and from where; for a confirmation, the message and who recorded it. */
function drawConsent(layout: PageLayout, root: Element, agreement: AgreementDocument): void {
  const { signature, confirmation, agreedAt, timeZone, ip, sha256, issuer, orderNumber } = agreement;
  const recorded = confirmation && `${issuer.name}, ${formatDateTime(confirmation.recordedAt, timeZone)}`;
  const facts = [
    { label: confirmation ? 'Received' : 'Signed', value: formatDateTime(agreedAt, timeZone) },
    { label: 'Recorded by', value: recorded },
    { label: 'IP address', value: ip },
    { label: 'SHA-256', value: sha256 },
  ].flatMap(({ label, value }) => (value === null ? [] : [createFact(layout, label, value)]));
  const name = [createContent(layout, signature, textStyles.due)];
  const note = [
    createContent(
      layout,
      'The SHA-256 fingerprint covers the text above, from the title to the last term. The exact text is attached to ' +
        `this PDF as ${getTextFileName(orderNumber)}. Any change to it results in a different fingerprint.`,
      textStyles.small,
    ),
  ];
  // Keep the signature on one page with its details.
  const height = [name, ...facts, note].reduce((sum, columns) => sum + measureHeight(columns), 12 + PART_SPACE);
  drawSection(layout, root, confirmation ? 'Confirmation' : 'Signature', drawRows, confirmation ? undefined : height);

  function drawRows(element: Element): void {
    for (const line of confirmation ? `“${confirmation.message}”`.split(/\n+/) : []) drawText(layout, element, line);
    layout.ensure(height);
    const table = layout.element(element, 'Table');
    layout.place(element, name);
    layout.y += 6;
    for (const columns of facts) layout.place(layout.element(table, 'TR'), columns);
    layout.y += 6;
    layout.place(element, note);
    layout.y += PART_SPACE;
  }
}

const FACT_LABEL = 70;

/** Creates a row of the table of details. */
function createFact(layout: PageLayout, label: string, value: string): LayoutColumn[] {
  const { x, width } = getContentBox(layout);
  const head = { ...textStyles.label, leading: 14 };
  const cell = { x: x + FACT_LABEL, width: width - FACT_LABEL, tag: 'TD' };
  return [
    createColumn(layout, { x, width: FACT_LABEL, tag: 'TH', scope: 'Row' }, [label, head]),
    createColumn(layout, cell, [value, { ...head, color: colors.ink }]),
  ];
}

/** Draws the client's brief, which is not part of the hashed text. */
function drawBrief(layout: PageLayout, root: Element, brief: string): void {
  drawSection(layout, root, 'Project brief', element => {
    const note = 'The client sent this with the order. The fingerprint does not cover it.';
    drawText(layout, element, note, textStyles.small);
    for (const line of brief.split(/\n+/)) drawText(layout, element, line);
  });
}

const getTextFileName = (number: string) => `agreement-${number}.txt`;

/** Attaches the text byte for byte as it was hashed, since the drawn text omits invisible characters. */
function attachText(pdf: PDFKit.PDFDocument, { orderNumber, text, agreedAt }: AgreementDocument): void {
  const at = new Date(agreedAt);
  pdf.file(Buffer.from(text), {
    name: getTextFileName(orderNumber),
    type: 'text/plain',
    description: 'The exact agreement text that the fingerprint covers',
    creationDate: at,
    modifiedDate: at,
  });
}
