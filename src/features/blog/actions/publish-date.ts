import { dateOf } from '#features/publishing/actions/scheduling.ts';
import { newPublishDate } from '#features/publishing/actions/publish-date.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { updatePost } from '../queries/drafts.ts';
import { getPostToChange, writerOf } from './list-drafts.ts';

/** Changes the date that a post is listed under. Throws NOT_FOUND, and what `newPublishDate` throws. */
export async function setPublishDate(
  tx: Transaction,
  context: Pick<ApiContext, 'actor' | 'now'>,
  { id, at }: { id: number; at: string },
): Promise<void> {
  const row = await getPostToChange(tx, context, id);
  const { post } = row;
  const text = { ...post, noun: 'post' as const, hasBeenPublished: post.publishedAt !== null };
  const writer = writerOf(signedInActor(context), row);
  const publishedAt = dateOf(await newPublishDate(tx, text, writer, { at, now: context.now() }));
  const isUnchanged = post.updatedAt.getTime() === post.publishedAt?.getTime();
  const updatedAt = isUnchanged || post.updatedAt < publishedAt ? publishedAt : post.updatedAt;
  await updatePost(tx, post.id, { publishedAt, updatedAt, sample: false });
  if (post.isPublic) await announceChange(tx, 'blog');
}
