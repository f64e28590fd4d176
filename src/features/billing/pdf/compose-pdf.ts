import Pdf from 'pdfkit';
import { drawAgreement } from './draw-agreement.ts';
import { drawBillingDocument } from './draw-billing-document.ts';
import { type PrintableDocument, formatPrintableTitle } from './printable.ts';
import { Faces, printable } from '#platform/text/faces.ts';
import { type PaperSize, paperDimensions } from './theme.ts';
import { openShapedFont } from './shaped-font.ts';
import { createTextMeasurer, PageLayout } from './page-layout.ts';
import { Typesetter } from './typesetter.ts';
import { formatAmount } from '../rules/labels.ts';

/**
 * Renders a document or an agreement; `dist` is the build folder with the fonts. The same input gives the same bytes.
 */
export async function composePdf(drawable: PrintableDocument, paper: PaperSize, dist: string): Promise<Buffer> {
  const text = textOf(drawable);
  const faces = await Faces.open(dist, text);
  const { width, height } = paperDimensions[paper];
  const title = formatPrintableTitle(drawable);
  const pdf = new Pdf({
    size: [width, height],
    // Pages are laid out manually; PDFKit must not add any automatically.
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    font: '',
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Creator: 'Freehold', Producer: 'PDFKit', CreationDate: timeOf(drawable) },
  });
  const chunks = Array.fromAsync(pdf as AsyncIterable<Uint8Array>);
  for (const font of faces.fontsFor(text)) {
    // PDFKit also accepts fontkit fonts, which its types don't declare.
    pdf.registerFont(font, openShapedFont(await faces.read(font)) as unknown as PDFKit.Mixins.PDFFontSource);
  }

  const sheets = new PageLayout(pdf, paper, new Typesetter(faces, createTextMeasurer(pdf)));
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  if (drawable.kind === 'agreement') drawAgreement(sheets, root, drawable);
  else drawBillingDocument(sheets, root, drawable);
  root.end();
  const zone = drawable.timeZone === undefined ? [] : [`Dates in ${drawable.timeZone}`];
  sheets.writeFeet([title, drawable.issuer.name, ...zone].join(' · '));
  pdf.end();
  return Buffer.concat(await chunks);
}

/** Returns the creation date: a document has only its date, no time. */
function timeOf(drawable: PrintableDocument): Date {
  return new Date(drawable.kind === 'agreement' ? drawable.agreedAt : `${drawable.issuedOn}T00:00:00Z`);
}

/** Characters of labels that aren't part of the document. */
const OWN_LETTERS = Array.from({ length: 0x7f - 0x20 }, (_none, index) => String.fromCodePoint(0x20 + index)).join('');

/** Returns all characters printed on the document. */
function textOf(drawable: PrintableDocument): string {
  const own = drawable.kind === 'agreement' ? '“”' : formatAmount(drawable.total, drawable.currency);
  return printable([OWN_LETTERS, '·', own, ...textsOf(drawable)].join('\n'));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
