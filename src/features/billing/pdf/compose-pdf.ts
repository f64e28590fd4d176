import Pdf from 'pdfkit';
import { drawAgreement } from './draw-agreement.ts';
import { drawCharges } from './draw-line-items.ts';
import { drawClosing } from './draw-payment-and-terms.ts';
import { type Drawable, nameOf, type PrintedDocument } from './printable.ts';
import { Faces, printable } from '#platform/text/faces.ts';
import { drawLetterhead } from './draw-letterhead.ts';
import { type Paper, papers } from './theme.ts';
import { openShapedFont } from './shaped-font.ts';
import { type Element, measureWith, Sheets } from './page-layout.ts';
import { Typesetter } from './typesetter.ts';
import { amountText } from '../rules/labels.ts';

/** Draws a document or an agreement; `dist` is where the build left the fonts. The same one gives the same bytes. */
export async function compose(drawable: Drawable, paper: Paper, dist: string): Promise<Buffer> {
  const text = textOf(drawable);
  const faces = await Faces.open(dist, text);
  const { width, height } = papers[paper];
  const title = nameOf(drawable);
  const pdf = new Pdf({
    size: [width, height],
    // Pages are filled by place, and the library is to begin none by itself.
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
  const bytes = collect(pdf);
  await registerFonts(pdf, faces, text);

  const sheets = new Sheets(pdf, paper, new Typesetter(faces, measureWith(pdf)));
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  if (drawable.kind === 'agreement') drawAgreement(sheets, root, drawable);
  else drawBusiness(sheets, root, drawable);
  root.end();
  sheets.writeFeet(footOf(drawable));
  pdf.end();
  return bytes;
}

function drawBusiness(sheets: Sheets, root: Element, document: PrintedDocument): void {
  drawLetterhead(sheets, root, document);
  drawCharges(sheets, root, document);
  drawClosing(sheets, root, document);
}

function footOf(drawable: Drawable): string {
  const { timeZone } = drawable;
  const zone = timeZone === undefined ? [] : [`Dates in ${timeZone}`];
  return [nameOf(drawable), drawable.issuer.name, ...zone].join(' · ');
}

/** A document has no other time than its day. */
function timeOf(drawable: Drawable): Date {
  return new Date(drawable.kind === 'agreement' ? drawable.agreedAt : `${drawable.issuedOn}T00:00:00Z`);
}

async function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pdf) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** What stands on documents without being in them. */
const OWN_LETTERS = Array.from({ length: 0x7f - 0x20 }, (_none, index) => String.fromCodePoint(0x20 + index)).join('');

/** Opens the files that some letter of the text needs, and no others. */
async function registerFonts(pdf: PDFKit.PDFDocument, faces: Faces, text: string): Promise<void> {
  for (const font of faces.fontsFor(text)) {
    // PDFKit takes fonts of fontkit as well, which its types don't know.
    pdf.registerFont(font, openShapedFont(await faces.read(font)) as unknown as PDFKit.Mixins.PDFFontSource);
  }
}

/** All characters that are printed on the document. */
function textOf(drawable: Drawable): string {
  const own = drawable.kind === 'agreement' ? '“”' : amountText(drawable.total, drawable.currency);
  return printable([OWN_LETTERS, '·', own, ...textsOf(drawable)].join('\n'));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
