import { incrementCommentCount } from '#features/blog/queries/counters.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { CommentState } from '../contract/schemas.ts';

/** An instant as the database's columns take it. */
export const toDate = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

/**
 * Keeps what is shown elsewhere right after a comment went from one state to another: the post's count, and the pages
 * that are kept. `gone` is one that was not there before, or is not any more.
 */
export async function syncCommentCount(
  tx: Transaction,
  { postId }: { postId: number | null },
  before: CommentState | 'gone',
  after: CommentState | 'gone',
): Promise<void> {
  const change = Number(after === 'shown') - Number(before === 'shown');
  if (before === 'shown' || after === 'shown') await invalidateTag(tx, 'comments');
  if (change === 0 || postId === null) return;
  await incrementCommentCount(tx, postId, change);
  await invalidateTag(tx, 'blog');
}
