import type { Drawable } from './printable.ts';
import type { Paper } from './theme.ts';

export interface Printing {
  readonly paper: Paper;
  /** The folder of the build, where the fonts are. */
  readonly dist: string;
}

/**
 * A finished document or an agreement as a PDF: tagged for screen readers, with its fonts inside, the same bytes each
 * time. What draws it is read when the first one is drawn, since most runs of a site draw none.
 */
export async function drawDocument(drawable: Drawable, { paper, dist }: Printing): Promise<Buffer> {
  const { compose } = await import('./compose-pdf.ts');
  return compose(drawable, paper, dist);
}
