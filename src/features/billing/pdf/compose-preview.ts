import { Faces } from '#platform/text/faces.ts';
import { getTheme, textOf, writeFooters } from './compose-pdf.ts';
import { drawBillingDocument } from './draw-billing-document.ts';
import { createTextMeasurer, PageLayout } from './page-layout.ts';
import type { PrintedDocument } from './printable.ts';
import { openShapedFont } from './shaped-font.ts';
import { SvgPdf } from './svg-pdf.ts';
import { type PaperSize, paperDimensions } from './theme.ts';
import { Typesetter } from './typesetter.ts';

/** Draws the first page of a document as an SVG, in the same way as its PDF. */
export async function composePreview(document: PrintedDocument, paper: PaperSize, dist: string): Promise<string> {
  const text = textOf(document);
  const faces = await Faces.open(dist, text);
  const { width, height } = paperDimensions[paper];
  const margins = { top: 0, bottom: 0, left: 0, right: 0 };
  const pdf = new SvgPdf({ size: [width, height], margins, font: '', bufferPages: true, tagged: true });
  for (const name of faces.fontsFor(text)) {
    const font = openShapedFont(await faces.read(name));
    pdf.fonts.set(name, font);
    pdf.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource);
  }
  const layout = new PageLayout(pdf, paper, new Typesetter(faces, createTextMeasurer(pdf)), getTheme(document));
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  drawBillingDocument(layout, root, document);
  root.end();
  writeFooters(layout, document);
  return pdf.toSvg(width, height);
}
