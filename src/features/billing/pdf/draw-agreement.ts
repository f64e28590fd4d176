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
const FEWEST_LINES = 3;

/** Draws an agreement: the parties, the agreed text, by whom and when (term 15). */
export function drawAgreement(sheets: PageLayout, root: Element, agreement: AgreementDocument): void {
  const [title, ...parts] = agreement.parts;
  drawHead(sheets, root, agreement, title?.kind === 'title' ? title.text : '');
  const sections = sectionsOf(title?.kind === 'title' ? parts : agreement.parts);
  for (const { heading, parts: within } of sections) {
    drawSection(sheets, root, heading, element => {
      for (const part of within) drawPart(sheets, element, part);
    });
  }
  drawConsent(sheets, root, agreement);
  if (agreement.brief !== '') drawBrief(sheets, root, agreement.brief);
  attachText(sheets.pdf, agreement);
}

function drawHead(sheets: PageLayout, root: Element, agreement: AgreementDocument, title: string): void {
  const { orderNumber, agreedAt, timeZone, issuer, client, confirmation } = agreement;
  const when = `Order ${orderNumber} · ${confirmation ? 'confirmed' : 'signed'} ${formatDateTime(agreedAt, timeZone)}`;
  const heading: Paragraph = [title, textStyles.subject, { tag: 'H1', before: 6 }];
  sheets.place(root, [createGridColumn(sheets, 0, 10, [when, textStyles.label], heading)]);
  sheets.space(18);
  sheets.rule(colors.strongRule);
  sheets.space(10);
  sheets.place(root, [
    createGridColumn(sheets, 0, 6, ['Between', textStyles.label], ...describeParty(issuer, 1)),
    createGridColumn(sheets, 6, 6, ['and', textStyles.label], ...describeParty(client, 1)),
  ]);
  sheets.space(SECTION_SPACE + 4);
}

interface Section {
  readonly heading: string;
  readonly parts: AgreementPart[];
}

/** Groups parts by their heading; parts before the first heading have none. */
function sectionsOf(parts: readonly AgreementPart[]): Section[] {
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
const LEAST_OF_SECTION = 6 * textStyles.text.leading;

/**
 * Draws a heading with the content of `draw` next to it; both start on one page, with at least `least` points of the
 * section.
 */
function drawSection(
  sheets: PageLayout,
  root: Element,
  heading: string,
  draw: (element: Element) => void,
  least: number = LEAST_OF_SECTION,
): void {
  const title = createGridColumn(sheets, 0, HEAD_COLUMNS, [heading, textStyles.heading, { tag: 'H2' }]);
  sheets.ensure(SECTION_SPACE + RULE_SPACE + Math.max(measureHeight([title]), least));
  sheets.space(SECTION_SPACE);
  sheets.rule();
  sheets.y += RULE_SPACE;
  const [top, page] = [sheets.y, sheets.page];
  if (heading !== '') sheets.place(root, [title]);
  const below = sheets.y;
  sheets.y = top;
  draw(sheets.element(root, 'Sect'));
  if (sheets.page === page) sheets.y = Math.max(sheets.y, below);
}

/** Returns position and width of the content column. */
function beside(sheets: PageLayout): { readonly x: number; readonly width: number } {
  return { x: sheets.gridX(HEAD_COLUMNS), width: sheets.gridWidth(12 - HEAD_COLUMNS) };
}

/** Creates a paragraph in the content column. */
const createContent = (sheets: PageLayout, text: string, style: TextStyle) =>
  createGridColumn(sheets, HEAD_COLUMNS, 12 - HEAD_COLUMNS, [text, style]);

function drawPart(sheets: PageLayout, element: Element, part: AgreementPart): void {
  if (part.kind === 'list') drawList(sheets, element, part.items);
  else if (part.kind === 'terms') drawTerms(sheets, element, part.terms);
  else if (part.kind === 'amounts') drawAmounts(sheets, element, part.rows);
  else drawText(sheets, element, part.text);
}

function drawText(sheets: PageLayout, element: Element, text: string, style: TextStyle = textStyles.text): void {
  placeLong(sheets, element, [createContent(sheets, text, style)], style);
  sheets.y += PART_SPACE;
}

/** Starts a long text wherever some of its lines fit. */
function placeLong(
  sheets: PageLayout,
  element: Element,
  columns: readonly LayoutColumn[],
  { leading }: TextStyle,
): void {
  sheets.place(element, columns, Math.min(measureHeight(columns), FEWEST_LINES * leading));
}

const BULLET_INDENT = 13;

function drawList(sheets: PageLayout, element: Element, items: readonly string[]): void {
  const { x, width } = beside(sheets);
  const place = { x: x + BULLET_INDENT, width: width - BULLET_INDENT, tag: 'LBody' };
  const list = sheets.element(element, 'L');
  for (const item of items) {
    const columns = [createColumn(sheets, place, [item, textStyles.text])];
    sheets.ensure(Math.min(measureHeight(columns), FEWEST_LINES * textStyles.text.leading));
    const top = sheets.y;
    sheets.artifact('Layout', () => {
      sheets.pdf.circle(x + 2.5, top + textStyles.text.leading / 2, 1.25).fill(colors.faint);
    });
    placeLong(sheets, sheets.element(list, 'LI'), columns, textStyles.text);
    sheets.y += 1;
  }
  sheets.y += PART_SPACE;
}

function drawTerms(
  sheets: PageLayout,
  element: Element,
  terms: readonly { readonly number: string; readonly text: string }[],
): void {
  const list = sheets.element(element, 'L');
  const style = { ...textStyles.small, color: colors.ink };
  for (const term of terms) {
    sheets.place(sheets.element(list, 'LI'), createTermItem(sheets, beside(sheets), term, style));
    sheets.y += 4;
  }
}

/** Draws labeled amounts, including the total. */
function drawAmounts(sheets: PageLayout, element: Element, rows: readonly AgreementPriceRow[]): void {
  const { x, width } = beside(sheets);
  const figures = rows.map(({ amount }) => sheets.typesetter.widthOf(amount, textStyles.totalFigure));
  const row = { x, right: x + width, width: Math.ceil(Math.max(0, ...figures)) + 1 };
  const table = sheets.element(element, 'Table');
  for (const [place, { label, term, amount, isTotal }] of rows.entries()) {
    const [style, figure] = isTotal ? [textStyles.total, textStyles.totalFigure] : [textStyles.text, textStyles.figure];
    const name = term === '' ? label : `${label} ${term}`;
    const columns = createFigureRow(sheets, row, [name, style], [amount, figure]);
    sheets.ensure(measureHeight(columns) + 8);
    // The section's rule is the first row's.
    if (place > 0) sheets.rule(isTotal ? colors.strongRule : colors.rule, x);
    sheets.y += place > 0 ? 4 : 0;
    sheets.place(sheets.element(table, 'TR'), columns);
    sheets.y += 4;
  }
}

/** Draws who agreed, when, and from where; for a confirmation, the message and who recorded it. */
function drawConsent(sheets: PageLayout, root: Element, agreement: AgreementDocument): void {
  const { signature, confirmation, agreedAt, timeZone, ip, sha256, issuer, orderNumber } = agreement;
  const recorded = confirmation && `${issuer.name}, ${formatDateTime(confirmation.recordedAt, timeZone)}`;
  const facts = [
    { label: confirmation ? 'It came on' : 'Typed on', value: formatDateTime(agreedAt, timeZone) },
    { label: 'Recorded by', value: recorded },
    { label: 'From', value: ip },
    { label: 'SHA-256', value: sha256 },
  ].flatMap(({ label, value }) => (value === null ? [] : [createFact(sheets, label, value)]));
  const name = [createContent(sheets, signature, textStyles.due)];
  const note = [
    createContent(
      sheets,
      'The hash is of the text above word for word, from its title to its last term. The text goes with this PDF as the ' +
        `file ${textFile(orderNumber)}, letter by letter: whoever changes one gets another hash.`,
      textStyles.small,
    ),
  ];
  // Keep the signature on one page with its details.
  const height = [name, ...facts, note].reduce((sum, columns) => sum + measureHeight(columns), 12 + PART_SPACE);
  drawSection(sheets, root, confirmation ? 'Confirmed' : 'Agreed to', drawRows, confirmation ? undefined : height);

  function drawRows(element: Element): void {
    for (const line of confirmation ? `“${confirmation.message}”`.split(/\n+/) : []) drawText(sheets, element, line);
    sheets.ensure(height);
    const table = sheets.element(element, 'Table');
    sheets.place(element, name);
    sheets.y += 6;
    for (const columns of facts) sheets.place(sheets.element(table, 'TR'), columns);
    sheets.y += 6;
    sheets.place(element, note);
    sheets.y += PART_SPACE;
  }
}

const FACT_LABEL = 70;

/** Creates a row of the table of details. */
function createFact(sheets: PageLayout, label: string, value: string): LayoutColumn[] {
  const { x, width } = beside(sheets);
  const head = { ...textStyles.label, leading: 14 };
  const cell = { x: x + FACT_LABEL, width: width - FACT_LABEL, tag: 'TD' };
  return [
    createColumn(sheets, { x, width: FACT_LABEL, tag: 'TH', scope: 'Row' }, [label, head]),
    createColumn(sheets, cell, [value, { ...head, color: colors.ink }]),
  ];
}

/** Draws the client's brief, which is not part of the hashed text. */
function drawBrief(sheets: PageLayout, root: Element, brief: string): void {
  drawSection(sheets, root, 'The brief', element => {
    const note = 'As the client sent it with the order. It is no part of the text that was hashed.';
    drawText(sheets, element, note, textStyles.small);
    for (const line of brief.split(/\n+/)) drawText(sheets, element, line);
  });
}

const textFile = (number: string) => `agreement-${number}.txt`;

/** Attaches the text byte for byte as it was hashed, since the drawn text omits invisible characters. */
function attachText(pdf: PDFKit.PDFDocument, { orderNumber, text, agreedAt }: AgreementDocument): void {
  const at = new Date(agreedAt);
  pdf.file(Buffer.from(text), {
    name: textFile(orderNumber),
    type: 'text/plain',
    description: 'The agreement, word for word, as it was hashed',
    creationDate: at,
    modifiedDate: at,
  });
}
