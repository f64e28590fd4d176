import type { Transaction } from '#platform/database/database.ts';
import { posts } from '../tables.ts';

/** Inserts posts. Returns their IDs by slug. */
export async function insertPosts(
  tx: Transaction,
  rows: readonly (typeof posts.$inferInsert)[],
): Promise<Map<string, number>> {
  const inserted = await tx
    .insert(posts)
    .values([...rows])
    .returning({ id: posts.id, slug: posts.slug });
  return new Map(inserted.map(({ id, slug }) => [slug, id]));
}
