import { eq } from 'drizzle-orm';
import { users } from '#features/accounts/tables.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { textMoves } from './tables.ts';

/** The owner, to whom what waits is told; undefined while there is none. */
export async function findOwner(db: Db): Promise<{ id: string; name: string; email: string } | undefined> {
  const [row] = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.role, 'owner'));
  return row;
}

/** Writes down what was done with a post or project. */
export async function insertMove(tx: Transaction, move: typeof textMoves.$inferInsert): Promise<void> {
  await tx.insert(textMoves).values(move);
}
