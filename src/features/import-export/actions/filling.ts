import type { PostContent } from '#features/blog/contract/editing.ts';
import { revisions, toPostContent } from '#features/blog/index.ts';
import { toDate, insertRevision } from '#features/publishing/index.ts';
import type { RenderedMarkdown } from '#platform/text/markdown.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { PresentPost } from '../queries/existing-content.ts';
import { updateUnchangedPost } from '../queries/insert-content.ts';
import type { StoredPost } from '../rules/outlines.ts';
import { fillPictures } from './import-pool.ts';
import { addressesOf, renderImported, type PrepareContext } from './prepare-entries.ts';
import type { ImportContext } from './insert-posts.ts';

/** An existing post, with the pictures it was imported without. */
export interface ReadyFill {
  readonly kind: 'fill';
  readonly postId: number;
  /** The version that the pictures were added to. */
  readonly version: number;
  readonly content: PostContent;
  readonly pending: PostContent | null;
  /** The rendered post, if readers see it. */
  readonly rendered: RenderedMarkdown | undefined;
}

/** Adds the pictures of an archive to a post that was imported without them. */
export async function readyFill(
  source: StoredPost,
  post: PresentPost,
  surroundings: PrepareContext,
): Promise<ReadyFill> {
  const idOf = (reference: string | null) =>
    surroundings.taken.get((reference && source.found[reference]) || '') ?? null;
  const addresses = addressesOf(source.found, surroundings.taken);
  const filled = async (content: PostContent): Promise<PostContent> => {
    const texts = { current: content.markdown, source: source.content.markdown };
    return {
      ...content,
      coverImageId: content.coverImageId ?? idOf(source.content.cover),
      socialImageId: content.socialImageId ?? idOf(source.content.cardPicture),
      markdown: (await fillPictures(texts, addresses, surroundings.dist)).markdown,
    };
  };
  const content = await filled(toPostContent({ ...post, category: post.category as PostContent['category'] }));
  const isShown = post.status === 'published' || post.status === 'archived';
  const rendered = isShown ? await renderImported(content.markdown, surroundings) : undefined;
  return {
    kind: 'fill',
    postId: post.id,
    version: post.version,
    content,
    pending: post.unpublishedChanges && (await filled(post.unpublishedChanges)),
    rendered,
  };
}

/** Saves posts with added pictures, unless they were edited since. Returns how many. */
export async function writeFills(
  tx: Transaction,
  { actor, now }: Pick<ImportContext, 'actor' | 'now'>,
  fills: readonly ReadyFill[],
): Promise<number> {
  const at = toDate(now());
  let written = 0;
  for (const { postId, version, content, pending, rendered } of fills) {
    const values = { ...content, ...rendered, unpublishedChanges: pending, version: version + 1, editedAt: at };
    if (!(await updateUnchangedPost(tx, postId, version, values))) continue;
    const revision = { version: version + 1, content: pending ?? content, reason: 'imported' as const };
    await insertRevision(tx, revisions, postId, { ...revision, savedBy: actor.userId, at });
    written++;
  }
  return written;
}
