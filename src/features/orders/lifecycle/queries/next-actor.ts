import { eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { orders } from '../tables.ts';
import type { OrderRow } from './orders.ts';

/** Returns the orders that changed since their turn was stored, newest first, at most `limit`. */
export async function listStaleTurns(db: Db, limit: number): Promise<number[]> {
  const { rows } = await db.execute<{ order_id: number }>(
    sql`select distinct order_id from stale_turns order by order_id desc limit ${limit}`,
  );
  return rows.map(row => row.order_id);
}

/** Returns an order and locks it; null if another transaction has locked it. */
export async function findOrderIfFree(tx: Transaction, orderId: number): Promise<OrderRow | null> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update', { skipLocked: true });
  return order ?? null;
}

/** Deletes the marks of one order. Data read afterwards includes every change these marks were for. */
export async function deleteStaleTurns(tx: Transaction, orderId: number): Promise<void> {
  await tx.execute(sql`delete from stale_turns where order_id = ${orderId}`);
}

/**
 * Marks subscriptions that were paused or ended by the calendar, since no event does. `today` is in the owner's time
 * zone.
 */
export async function insertEndedTurns(db: Db, today: string): Promise<void> {
  await db.execute(sql`
    insert into stale_turns (order_id)
    select id from orders join subscriptions on order_id = id
    where turn = 'owner' and status = 'in_progress' and (paused_from <= ${today}::date or ends_on < ${today}::date)`);
}
