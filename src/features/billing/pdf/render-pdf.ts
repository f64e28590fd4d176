import type { PrintableDocument } from './printable.ts';
import type { PaperSize } from './theme.ts';

export interface PdfOptions {
  readonly paper: PaperSize;
  /** The folder of the build, where the fonts are. */
  readonly dist: string;
}

/**
 * A finished document or an agreement as a PDF: tagged for screen readers, with its fonts inside, the same bytes each
 * time. What draws it is read when the first one is drawn, since most runs of a site draw none.
 */
export async function renderPdf(drawable: PrintableDocument, { paper, dist }: PdfOptions): Promise<Buffer> {
  const { composePdf } = await import('./compose-pdf.ts');
  return composePdf(drawable, paper, dist);
}
