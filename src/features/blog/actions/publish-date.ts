import { toDate, lockEntry, newPublishDate } from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { updatePostRow } from '../queries/drafts.ts';
import { postStore } from './post-store.ts';

/** Changes the date that a post is listed under. Throws NOT_FOUND, and what `newPublishDate` throws. */
export async function setPublishDate(
  tx: Transaction,
  context: Pick<ApiContext, 'actor' | 'now'>,
  { id, publishAt }: { id: number; publishAt: string },
): Promise<void> {
  const row = await lockEntry(tx, context, postStore, id);
  const { entry: post } = row;
  const hasBeenPublished = post.publishedAt !== null;
  const publishedAt = toDate(await newPublishDate(tx, context, postStore, row, { publishAt, hasBeenPublished }));
  const isUnchanged = post.updatedAt.getTime() === post.publishedAt?.getTime();
  const updatedAt = isUnchanged || post.updatedAt < publishedAt ? publishedAt : post.updatedAt;
  await updatePostRow(tx, post, { publishedAt, updatedAt, isSample: false });
}
