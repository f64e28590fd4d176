import type { BusinessDocument } from '../contract/documents.ts';
import type { Paper } from './looks.ts';

export interface Printing {
  readonly paper: Paper;
  /** The folder of the build, where the fonts are. */
  readonly dist: string;
}

/**
 * A finished document as a PDF: tagged for screen readers, with its fonts inside, the same bytes each time. What draws
 * it is read when the first document is drawn, since most runs of a site draw none.
 */
export async function drawDocument(document: BusinessDocument, { paper, dist }: Printing): Promise<Buffer> {
  const { compose } = await import('./composition.ts');
  return compose(document, paper, dist);
}
