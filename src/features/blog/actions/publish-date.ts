import { dateOf, instantOf, pastDate } from '#features/publishing/actions.ts';
import { mayPublish } from '#features/publishing/rules.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/content-changes.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { updatePost } from '../queries/writing.ts';
import { getPostToChange, writerOf } from './drafts.ts';

const EARLIEST = Temporal.Instant.from('1900-01-01T00:00:00Z');

/**
 * Changes the date that a post was published under. Throws NOT_FOUND, FORBIDDEN to those who may not publish it, CONFLICT
 * unless it has been published, and BAD_REQUEST for a date in the future.
 */
export async function setPublishDate(
  tx: Transaction,
  context: Pick<ApiContext, 'actor' | 'now'>,
  { id, at }: { id: number; at: string },
): Promise<void> {
  const row = await getPostToChange(tx, context, id);
  const { post } = row;
  if (!mayPublish(writerOf(signedInActor(context), row))) {
    throw new AppError('FORBIDDEN', 'Only those who may publish this post can change its date.');
  }
  if (post.deletedAt) throw new AppError('CONFLICT', 'This post is deleted. Restore it first.');
  if (post.status === 'scheduled') {
    throw new AppError('CONFLICT', 'This post is scheduled. Change its schedule instead.');
  }
  if (!post.publishedAt) {
    throw new AppError('CONFLICT', 'This post has not been published. You can choose its date when you publish it.');
  }
  const asked = pastDate(await instantOf(tx, at), 'post', context.now());
  if (!asked || Temporal.Instant.compare(asked, EARLIEST) < 0) {
    const wrong = 'Enter a date after 1900.';
    throw new AppError('BAD_REQUEST', wrong, { at: wrong });
  }
  const publishedAt = dateOf(asked);
  const isUnchanged = post.updatedAt.getTime() === post.publishedAt.getTime();
  const updatedAt = isUnchanged || post.updatedAt < publishedAt ? publishedAt : post.updatedAt;
  await updatePost(tx, post.id, { publishedAt, updatedAt, sample: false });
  if (post.isPublic) await announceChange(tx, 'blog');
}
