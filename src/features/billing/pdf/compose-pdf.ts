import Pdf from 'pdfkit';
import { drawAgreement } from './draw-agreement.ts';
import { drawBillingDocument } from './draw-billing-document.ts';
import { embedFacturX } from './factur-x.ts';
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
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Creator: 'Freehold', Producer: 'PDFKit', CreationDate: timeOf(document) },
  });
  const chunks = Array.fromAsync(pdf as AsyncIterable<Uint8Array>);
  for (const font of faces.fontsFor(text)) {
    // PDFKit also accepts fontkit fonts, which its types don't declare.
    pdf.registerFont(font, openShapedFont(await faces.read(font)) as unknown as PDFKit.Mixins.PDFFontSource);
  }

  if (facturX !== undefined) embedFacturX(pdf, facturX, timeOf(document));
  const layout = new PageLayout(pdf, paper, new Typesetter(faces, createTextMeasurer(pdf)));
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  if (document.kind === 'agreement') drawAgreement(layout, root, document);
  else drawBillingDocument(layout, root, document);
  root.end();
  const zone = document.timeZone === undefined ? [] : [`Dates in ${document.timeZone}`];
  layout.writeFooters([title, document.issuer.name, ...zone].join(' · '));
  pdf.end();
  return Buffer.concat(await chunks);
}

/** Separates the XML, which isn't printed. */
function splitFacturX(printed: PrintableDocument): { document: PrintableDocument; facturX?: string | undefined } {
  if (printed.kind === 'agreement') return { document: printed };
  const { facturX, ...document } = printed;
  return { document, facturX };
}

/** Returns the creation date: a document has only its date, no time. */
function timeOf(document: PrintableDocument): Date {
  return new Date(document.kind === 'agreement' ? document.agreedAt : `${document.issuedOn}T00:00:00Z`);
}

/** Characters of labels that aren't part of the document. */
const LABEL_CHARACTERS = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('');

/** Returns all characters printed on the document. */
function textOf(document: PrintableDocument): string {
  const amount = document.kind === 'agreement' ? '“”' : formatAmount(document.total, document.currency);
  return printable([LABEL_CHARACTERS, '·', amount, ...textsOf(document)].join('\n'));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
