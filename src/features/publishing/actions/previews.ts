import { findPicture, listPicturesById } from '#features/media/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { renderText } from '#platform/text/render-text.ts';
import type { CoverContent, SeoContent } from '../contract/schemas.ts';

export type PreviewContext = Pick<ApiContext, 'actor' | 'client' | 'now'>;

/** Returns the user ID or, for visitors, the network that previews are counted under. */
export function previewerOf({ actor, client }: Pick<ApiContext, 'actor' | 'client'>): string {
  return actor.role === 'visitor' ? client.network : actor.userId;
}

/** Renders unpublished content for the page that readers will see. Throws the errors of `renderText`. */
export async function renderPreview(
  db: Db,
  context: PreviewContext,
  content: Pick<CoverContent, 'coverImageId'> & SeoContent & { readonly markdown: string },
) {
  const [{ html, headings, wordCount }, cover, cardPicture] = await Promise.all([
    renderText(content.markdown, {
      previewFor: previewerOf(context),
      pictures: ids => listPicturesById(db, ids),
    }),
    content.coverImageId ? findPicture(db, content.coverImageId) : null,
    content.socialImageId ? findPicture(db, content.socialImageId) : null,
  ]);
  const seo = {
    canonicalUrl: content.canonicalUrl,
    title: content.metaTitle,
    description: content.metaDescription,
    socialTitle: content.socialTitle,
    socialDescription: content.socialDescription,
    cardPicture,
  };
  return { html, headings, wordCount, cover, seo };
}
