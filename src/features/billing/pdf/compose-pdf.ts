import Pdf from 'pdfkit';
import { formatTimeZone } from '#shared/time.ts';
import type { BillingDocument } from '../contract/documents.ts';
import { drawAgreement } from './draw-agreement.ts';
import { drawBillingDocument } from './draw-billing-document.ts';
import { embedFacturX } from './factur-x.ts';
import { type PrintableDocument, formatPrintableTitle } from './printable.ts';
import { Faces, printable } from '#platform/text/faces.ts';
import { classicTheme, enlarge, type PaperSize, paperDimensions, type Theme, themeOf } from './theme.ts';
import { openShapedFont } from './shaped-font.ts';
import { createTextMeasurer, PageLayout } from './page-layout.ts';
import { Typesetter } from './typesetter.ts';
import { fillText, getDocumentTexts } from '../rules/document-texts/texts.ts';
import { formatAmount, formatCount, formatDay, languageOf } from '../rules/labels.ts';

/**
 * Renders a document or an agreement; `dist` is the build folder with the fonts. The same input gives the same bytes.
 */
export async function composePdf(printed: PrintableDocument, paper: PaperSize, dist: string): Promise<Buffer> {
  const { document, facturX } = splitFacturX(printed);
  const text = textOf(document);
  const faces = await Faces.open(dist, text);
  const { width, height } = paperDimensions[paper];
  const title = formatPrintableTitle(document);
  const pdf = new Pdf({
    size: [width, height],
    // Pages are laid out manually; PDFKit must not add any automatically.
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    font: '',
    bufferPages: true,
    pdfVersion: '1.7',
    subset: (facturX === undefined ? 'PDF/UA' : 'PDF/A-3b') as 'PDF/A-3b',
    tagged: true,
    lang: document.kind === 'agreement' ? 'en' : languageOf(document),
    displayTitle: true,
    info: { Title: title, Creator: 'Freehold', Producer: 'PDFKit', CreationDate: timeOf(document) },
  });
  const chunks = Array.fromAsync(pdf as AsyncIterable<Uint8Array>);
  for (const font of faces.fontsFor(text)) {
    // PDFKit also accepts fontkit fonts, which its types don't declare.
    pdf.registerFont(font, openShapedFont(await faces.read(font)) as unknown as PDFKit.Mixins.PDFFontSource);
  }

  if (facturX !== undefined) embedFacturX(pdf, facturX, timeOf(document));
  const layout = new PageLayout(pdf, paper, new Typesetter(faces, createTextMeasurer(pdf)), getTheme(document));
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  if (document.kind === 'agreement') drawAgreement(layout, root, document);
  else drawBillingDocument(layout, root, document);
  root.end();
  writeFooters(layout, document);
  pdf.end();
  return Buffer.concat(await chunks);
}

/** Separates the XML, which isn't printed. */
function splitFacturX(printed: PrintableDocument): { document: PrintableDocument; facturX?: string | undefined } {
  if (printed.kind === 'agreement') return { document: printed };
  const { facturX, ...document } = printed;
  return { document, facturX };
}

/** Returns the look of a document; agreements, and documents without a design, look classic. */
export function getTheme(document: PrintableDocument): Theme {
  if (document.kind === 'agreement') return classicTheme;
  const theme = document.design ? themeOf(document.design) : classicTheme;
  return languageOf(document) === 'bn' ? enlarge(theme) : theme;
}

/** Writes the document's title and the number of each page. */
export function writeFooters(layout: PageLayout, document: PrintableDocument): void {
  const language = document.kind === 'agreement' ? 'en' : languageOf(document);
  const texts = getDocumentTexts(language);
  const zone =
    document.timeZone === undefined ? [] : [fillText(texts.datesIn, { zone: formatTimeZone(document.timeZone) })];
  layout.writeFooters([formatPrintableTitle(document), document.issuer.name, ...zone].join(' · '), (page, count) =>
    fillText(texts.page, { page: formatCount(page, language), count: formatCount(count, language) }),
  );
}

/** Returns the creation date: a document has only its date, no time. */
function timeOf(document: PrintableDocument): Date {
  return new Date(document.kind === 'agreement' ? document.agreedAt : `${document.issuedOn}T00:00:00Z`);
}

/** Characters of labels that aren't part of the document. */
const LABEL_CHARACTERS = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('');

/** Returns all characters printed on the document. */
export function textOf(document: PrintableDocument): string {
  const printed = document.kind === 'agreement' ? ['“”'] : listLabels(document);
  return printable([LABEL_CHARACTERS, '·', ...printed, ...textsIn(document)].join('\n'));
}

/** Returns the labels, numbers and dates of a document in its language. */
function listLabels({ total, currency, ...document }: BillingDocument): string[] {
  const language = languageOf(document);
  const amount = formatAmount(total, currency, language);
  if (language === 'en') return [amount];
  const months = Array.from({ length: 12 }, (_, index) =>
    formatDay(`2026-${String(index + 1).padStart(2, '0')}-01`, language),
  );
  return [amount, formatCount(1_234_567_890, language), ...months, ...textsIn(getDocumentTexts(language))];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.values(value).flatMap(textsIn);
}
