import { findPicture, listPicturesById } from '#features/media/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { renderText } from '#platform/text/render-text.ts';
import { previewerOf } from './revisions.ts';

export type PreviewContext = Pick<ApiContext, 'actor' | 'client' | 'dist' | 'now'>;

interface PreviewedContent {
  readonly markdown: string;
  readonly coverImageId: string | null;
  readonly canonicalUrl: string | null;
  readonly metaTitle: string | null;
  readonly metaDescription: string | null;
  readonly socialTitle: string | null;
  readonly socialDescription: string | null;
  readonly socialImageId: string | null;
}

/** Renders unpublished content for the page that readers will see. Throws what `renderText` throws. */
export async function renderPreview(db: Db, context: PreviewContext, content: PreviewedContent) {
  const [{ html, headings, wordCount }, cover, cardPicture] = await Promise.all([
    renderText(content.markdown, {
      dist: context.dist,
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
