import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { posts } from '../tables.ts';

/** Changes how many comments a post shows by `change`. */
export async function incrementCommentCount(tx: Transaction, postId: number, change: number): Promise<void> {
  await tx
    .update(posts)
    .set({ commentCount: sql`greatest(0, ${posts.commentCount} + ${change}::int)` })
    .where(eq(posts.id, postId));
}

/** Changes how many like a post by `change`; answers how many do then, 0 of a post that is gone. */
export async function incrementLikeCount(tx: Transaction, postId: number, change: number): Promise<number> {
  const [row] = await tx
    .update(posts)
    .set({ likes: sql`greatest(0, ${posts.likes} + ${change}::int)` })
    .where(eq(posts.id, postId))
    .returning({ likes: posts.likes });
  return row?.likes ?? 0;
}
