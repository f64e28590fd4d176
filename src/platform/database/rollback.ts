import { TransactionRollbackError } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/**
 * Runs `action` in a nested transaction and rolls it back unless `condition`, so the response time doesn't reveal whether
 * there was anything to do.
 */
export async function rollbackUnless(
  condition: boolean,
  tx: Transaction,
  action: (inner: Transaction) => Promise<unknown>,
): Promise<void> {
  try {
    await tx.transaction(async inner => {
      await action(inner);
      if (!condition) inner.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
}
