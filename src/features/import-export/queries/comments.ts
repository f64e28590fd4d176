import { sql } from 'drizzle-orm';
import { comments } from '#features/comments/index.ts';
import type { Transaction } from '#platform/database/database.ts';

export type CommentToInsert = typeof comments.$inferInsert & { readonly id: number };

/** Number of ids reserved at a time. */
const IDS = 10_000;

/** Reserves ids for comments. Returns them in ascending order. */
export async function listFreeCommentIds(tx: Transaction, count: number): Promise<Int32Array> {
  const ids = new Int32Array(count);
  for (let start = 0; start < count; start += IDS) {
    const { rows } = await tx.execute<{ id: number }>(
      sql`select nextval(pg_get_serial_sequence('comments', 'id'))::int as id
        from generate_series(1, ${Math.min(IDS, count - start)}::int)`,
    );
    for (const [place, { id }] of rows.entries()) ids[start + place] = id;
  }
  return ids.toSorted();
}

/** Inserts comments with the ids that they have. A comment must come before its replies. */
export async function insertComments(tx: Transaction, rows: readonly CommentToInsert[]): Promise<void> {
  await tx
    .insert(comments)
    .overridingSystemValue()
    .values([...rows]);
}
