import { sql } from 'drizzle-orm';
import { comments } from '#features/comments/tables.ts';
import type { Transaction } from '#platform/database/database.ts';

/** A comment to be written; `answers` is the place in the list of the one that it answers. */
export type CommentToInsert = Omit<typeof comments.$inferInsert, 'id' | 'parentId'> & {
  readonly answers: number | null;
};

/** So many comments are written at once. */
const BATCH = 500;

/**
 * Writes comments in the order in which they are given, which is that of their ids from now on. A comment stands behind
 * the one that it answers.
 */
export async function insertComments(tx: Transaction, rows: readonly CommentToInsert[]): Promise<void> {
  if (rows.length === 0) return;
  const { rows: numbers } = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('comments', 'id'))::int as id from generate_series(1, ${rows.length}::int)`,
  );
  const ids = numbers.map(({ id }) => id).toSorted((one, other) => one - other);
  const whole = rows.map(({ answers, ...row }, place) => ({
    ...row,
    id: ids[place],
    parentId: answers === null ? null : ids[answers],
  }));
  for (let start = 0; start < whole.length; start += BATCH) {
    await tx
      .insert(comments)
      .overridingSystemValue()
      .values(whole.slice(start, start + BATCH));
  }
}
