import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { posts } from '../tables.ts';

/** Adds `change` to a post's comment count. */
export async function incrementCommentCount(tx: Transaction, postId: number, change: number): Promise<void> {
  await tx
    .update(posts)
    .set({ commentCount: sql`greatest(0, ${posts.commentCount} + ${change}::int)` })
    .where(eq(posts.id, postId));
}
