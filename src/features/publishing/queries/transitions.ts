import type { Transaction } from '#platform/database/database.ts';
import { publishingTransitions } from '../tables.ts';

/** Logs a transition of a post or project. */
export async function insertTransition(
  tx: Transaction,
  move: typeof publishingTransitions.$inferInsert,
): Promise<void> {
  await tx.insert(publishingTransitions).values(move);
}
