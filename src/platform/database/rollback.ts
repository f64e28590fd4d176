import { TransactionRollbackError } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/**
 * Does something within a transaction and takes it back unless it is `wanted`: where it must not show, in the time that an
 * answer takes, whether there was anything to do.
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
