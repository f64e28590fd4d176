import type { Transaction } from '#platform/database/database.ts';
import { textMoves } from '../tables.ts';

/** Writes down what was done with a post or project. */
export async function insertMove(tx: Transaction, move: typeof textMoves.$inferInsert): Promise<void> {
  await tx.insert(textMoves).values(move);
}
