import { asc, eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { orderMessages } from '../tables.ts';

export async function insertMessage(tx: Transaction, message: typeof orderMessages.$inferInsert): Promise<void> {
  await tx.insert(orderMessages).values(message);
}

/** What was written about an order, oldest first. */
export function listMessages(db: Db, orderId: number): Promise<(typeof orderMessages.$inferSelect)[]> {
  return db.select().from(orderMessages).where(eq(orderMessages.orderId, orderId)).orderBy(asc(orderMessages.id));
}
