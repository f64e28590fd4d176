import type { ApiContext } from '#platform/api/context.ts';
import { postTags } from '#features/publishing/index.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { updatePostRow } from '../queries/drafts.ts';
import { lockEditablePost } from './list-drafts.ts';

/** Turns comments on or off for a post, effective immediately. Existing comments stay. Throws NOT_FOUND. */
export async function updateCommentsEnabled(
  tx: Transaction,
  context: Pick<ApiContext, 'actor'>,
  { id, enabled }: { id: number; enabled: boolean },
): Promise<void> {
  const { post } = await lockEditablePost(tx, context, id);
  if (post.commentsEnabled === enabled) return;
  await updatePostRow(tx, post, { commentsEnabled: enabled, isSample: false });
  if (post.isPublic) await invalidateTag(tx, postTags.page(post.id));
}
