import { asc, eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { orderMessages } from '../tables.ts';

/** Stores a message and returns its ID. */
export async function insertOrderMessage(tx: Transaction, message: typeof orderMessages.$inferInsert): Promise<number> {
  const [row] = await tx.insert(orderMessages).values(message).returning({ id: orderMessages.id });
  if (!row) throw new Error('The message was not written.');
  return row.id;
}

/** Returns the messages of an order, oldest first. */
export function listOrderMessages(db: Db, orderId: number): Promise<(typeof orderMessages.$inferSelect)[]> {
  return db.select().from(orderMessages).where(eq(orderMessages.orderId, orderId)).orderBy(asc(orderMessages.id));
}
