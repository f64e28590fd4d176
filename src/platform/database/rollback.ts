import { TransactionRollbackError } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/**
 * Runs `act` in a nested transaction and rolls it back unless `wanted`, so the response time doesn't reveal whether
 * there was anything to do.
 */
export async function rollbackUnless(
  wanted: boolean,
  tx: Transaction,
  act: (inner: Transaction) => Promise<unknown>,
): Promise<void> {
  try {
    await tx.transaction(async inner => {
      await act(inner);
      if (!wanted) inner.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
}
