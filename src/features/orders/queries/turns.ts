import { eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { Turn } from '../rules/standing.ts';
import { orders } from '../tables.ts';
import type { OrderRow } from './orders.ts';

/** Returns the orders whose facts changed since their turn was stored, newest first, at most `most`. */
export async function listStaleTurns(db: Db, most: number): Promise<number[]> {
  const { rows } = await db.execute<{ order_id: number }>(
    sql`select distinct order_id from stale_turns order by order_id desc limit ${most}`,
  );
  return rows.map(row => row.order_id);
}

/** Returns an order and locks it; null if another transaction has it. */
export async function findOrderIfFree(tx: Transaction, orderId: number): Promise<OrderRow | null> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update', { skipLocked: true });
  return order ?? null;
}

/** Deletes the marks of one order. Facts that are read afterwards include every change these marks were for. */
export async function deleteStaleTurns(tx: Transaction, orderId: number): Promise<void> {
  await tx.execute(sql`delete from stale_turns where order_id = ${orderId}`);
}

/** Stores whose turn it is. */
export async function updateTurn(tx: Transaction, orderId: number, turn: Turn): Promise<void> {
  await tx.update(orders).set({ turn }).where(eq(orders.id, orderId));
}

/** Marks subscriptions that a day has paused or ended, since no event does. `today` is a day of the owner's zone. */
export async function insertEndedTurns(db: Db, today: string): Promise<void> {
  await db.execute(sql`
    insert into stale_turns (order_id)
    select id from orders join subscriptions on order_id = id
    where turn = 'owner' and state = 'in_progress' and (paused_from <= ${today}::date or ends_on < ${today}::date)`);
}
