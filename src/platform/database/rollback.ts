import { TransactionRollbackError } from 'drizzle-orm';
import type { Database, Transaction } from './database.ts';

/**
 * Runs `action` in a transaction and rolls it back unless `isCommitted`. In a form, the response time then doesn't
 * reveal whether there was anything to do.
 */
export async function rollbackUnless(
  isCommitted: boolean,
  db: Database | Transaction,
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
  await rollbackUnless(isCommitted, db, async tx => void done.push(await action(tx)));
  return done[0] as Result;
}
