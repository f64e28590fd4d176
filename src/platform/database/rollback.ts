import { TransactionRollbackError } from 'drizzle-orm';
import type { Database, Transaction } from './database.ts';

/**
 * Runs `action` in a nested transaction and rolls it back unless `condition`, so the response time doesn't reveal whether
 * there was anything to do.
 */
export async function rollbackUnless(
  condition: boolean,
  tx: Transaction,
  action: (inner: Transaction) => Promise<unknown>,
): Promise<void> {
  await rollbackAfter(tx, condition, action);
}

async function rollbackAfter(
  db: Database | Transaction,
  isCommitted: boolean,
  action: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  try {
    await db.transaction(async tx => {
      await action(tx);
      if (!isCommitted) tx.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
}

/** Runs `action` in a transaction, rolls it back unless `isCommitted`, and returns its result. */
export async function tryInTransaction<Result>(
  db: Database,
  isCommitted: boolean,
  action: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const done: Result[] = [];
  await rollbackAfter(db, isCommitted, async tx => void done.push(await action(tx)));
  return done[0] as Result;
}
