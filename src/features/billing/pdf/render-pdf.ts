import type { PrintableDocument } from './printable.ts';
import type { PaperSize } from './theme.ts';

export interface PdfOptions {
  readonly paper: PaperSize;
  readonly dist: string;
}

/**
 * Renders a document or an agreement as a PDF: tagged for screen readers, with embedded fonts, the same bytes each
 * time. Loads the renderer on first use, since most processes never need it.
 */
export async function renderPdf(drawable: PrintableDocument, { paper, dist }: PdfOptions): Promise<Buffer> {
  const { composePdf } = await import('./compose-pdf.ts');
  return composePdf(drawable, paper, dist);
}
