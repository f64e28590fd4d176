import { incrementCommentCount } from '#features/blog/index.ts';
import { postTags, projectTags } from '#features/publishing/index.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { CommentState } from '../contract/schemas.ts';

/** Returns the cache tag of the page that shows the comments on a post or project. */
export function getPageTag({ postId, projectId }: { postId: number | null; projectId: string | null }): string {
  return postId === null ? projectTags.page(projectId ?? '') : postTags.page(postId);
}

/**
 * Updates the post's comment count and invalidates cached pages after a comment's state changes. `gone` means that the
 * comment doesn't exist before or after the change.
 */
export async function syncCommentCount(
  tx: Transaction,
  subject: { postId: number | null; projectId: string | null },
  before: CommentState | 'gone',
  after: CommentState | 'gone',
): Promise<void> {
  const { postId } = subject;
  const change = Number(after === 'published') - Number(before === 'published');
  if (before === 'published' || after === 'published') await invalidateTag(tx, getPageTag(subject));
  if (change === 0 || postId === null) return;
  await incrementCommentCount(tx, postId, change);
  await invalidateTag(tx, postTags.listBy('most_commented'));
}
