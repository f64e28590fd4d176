import { listPicturesById } from '#features/media/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { RenderedMarkdown } from '#platform/text/markdown.ts';
import { renderText } from '#platform/text/render-text.ts';
import { AppError } from '#shared/errors.ts';

/** Returns the rendering of a Markdown text. Throws the errors of `renderText`. */
export type RenderingOf = (markdown: string) => RenderedMarkdown;

/** Thrown to abort a transaction that needs a text that is not rendered yet. */
class NotRendered extends Error {
  readonly markdown: string;

  constructor(markdown: string) {
    super('This text isn’t rendered yet.');
    this.markdown = markdown;
  }
}

/** Maximum number of texts per transaction: one for each time that it changed during rendering. */
const MAX_TEXTS = 10;

/**
 * Runs a transaction that publishes texts. Rendering happens outside it, so no connection or row lock is held; the
 * transaction restarts for each text it still needs. Throws CONFLICT if the texts keep changing.
 */
export async function publishInTransaction<Result>(
  { db }: Pick<ApiContext, 'db'>,
  action: (tx: Transaction, renderingOf: RenderingOf) => Promise<Result>,
): Promise<Result> {
  const renderings = new Map<string, RenderedMarkdown | AppError>();
  const renderingOf: RenderingOf = markdown => {
    const rendering = renderings.get(markdown);
    if (!rendering) throw new NotRendered(markdown);
    if (rendering instanceof AppError) throw rendering;
    return rendering;
  };
  while (renderings.size < MAX_TEXTS) {
    try {
      return await db.transaction(tx => action(tx, renderingOf));
    } catch (error) {
      if (!(error instanceof NotRendered)) throw error;
      renderings.set(error.markdown, await render(error.markdown));
    }
  }
  throw new AppError('CONFLICT', 'This was edited while it was being published. Try again.');

  async function render(markdown: string): Promise<RenderedMarkdown | AppError> {
    try {
      return await renderText(markdown, { pictures: ids => listPicturesById(db, ids) });
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }
}
