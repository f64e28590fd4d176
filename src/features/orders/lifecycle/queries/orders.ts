import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { projects } from '#features/projects/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { OrderStatus } from '../contract/enums.ts';
import { orderContentItems, orderEvents, orderMessages, orders } from '../tables.ts';

export type OrderRow = typeof orders.$inferSelect;
export type OrderEventRow = typeof orderEvents.$inferSelect;

/** Whether an order's agreed or quoted terms and price include a deposit. */
export const hasDeposit = sql<boolean>`((${orders.agreedTerms} -> 'settings' ->> 'depositPercent')::numeric > 0 and ${orders.total} > 0)`;

export async function insertOrder(tx: Transaction, order: typeof orders.$inferInsert) {
  const [row] = await tx.insert(orders).values(order).returning();
  if (!row) throw new Error('Order not inserted');
  return row;
}

export async function findOrder(db: Db, id: number): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  return row ?? null;
}

/** Returns an order and locks it until the transaction ends. */
export async function findOrderForUpdate(tx: Transaction, id: number): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  return row ?? null;
}

/** Returns an order and locks it until the transaction ends. Throws NOT_FOUND. */
export async function getOrderForUpdate(tx: Transaction, id: number): Promise<OrderRow> {
  const order = await findOrderForUpdate(tx, id);
  if (!order) throw new AppError('NOT_FOUND', 'This order doesn’t exist.');
  return order;
}

export async function updateOrder(tx: Transaction, id: number, values: Partial<typeof orders.$inferInsert>) {
  await tx.update(orders).set(values).where(eq(orders.id, id));
}

/** Updates the status if it is one of `from`; returns false otherwise. */
export async function updateOrderStatus(
  tx: Transaction,
  id: number,
  change: { readonly from: readonly OrderStatus[]; readonly to: OrderStatus; readonly at: Date },
) {
  const { rowCount } = await tx
    .update(orders)
    .set({ status: change.to, updatedAt: change.at })
    .where(and(eq(orders.id, id), inArray(orders.status, [...change.from])));
  return rowCount === 1;
}

/** Adds an entry to the history of an order, at `now`. */
export async function insertOrderEvent(
  tx: Transaction,
  { now }: { readonly now: Temporal.Instant },
  event: Omit<typeof orderEvents.$inferInsert, 'occurredAt'>,
) {
  await tx.insert(orderEvents).values({ ...event, occurredAt: toDate(now) });
}

/** Revokes the secret link of an order; the new link is derived from the incremented version. */
export async function updateLinkVersion(tx: Transaction, id: number) {
  const [row] = await tx
    .update(orders)
    .set({ accessLinkVersion: sql`${orders.accessLinkVersion} + 1` })
    .where(eq(orders.id, id))
    .returning();
  if (!row) throw new Error('Order not found');
  return row;
}

/** Returns the history of an order, oldest first. */
export function listOrderEvents(db: Db, orderId: number) {
  return db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(asc(orderEvents.id));
}

/** Returns the content items in the owner's order. */
export function listContentItems(db: Db, orderId: number) {
  return db
    .select()
    .from(orderContentItems)
    .where(eq(orderContentItems.orderId, orderId))
    .orderBy(asc(orderContentItems.position));
}

/** Inserts content items after position `after`. */
export async function insertContentItems(tx: Transaction, orderId: number, labels: readonly string[], after = 0) {
  if (labels.length === 0) return;
  const items = labels.map((label, index) => ({ orderId, position: after + index + 1, label }));
  await tx.insert(orderContentItems).values(items);
}

/** Deletes content items by position. */
export async function deleteContentItems(tx: Transaction, orderId: number, positions: readonly number[]) {
  await tx
    .delete(orderContentItems)
    .where(and(eq(orderContentItems.orderId, orderId), inArray(orderContentItems.position, [...positions])));
}

/** Marks a content item as supplied; returns false if it already was or doesn't exist. */
export async function updateContentItemSupplied(tx: Transaction, orderId: number, position: number, suppliedAt: Date) {
  const isItem = and(eq(orderContentItems.orderId, orderId), eq(orderContentItems.position, position));
  const { rowCount } = await tx
    .update(orderContentItems)
    .set({ suppliedAt })
    .where(and(isItem, isNull(orderContentItems.suppliedAt)));
  return rowCount === 1;
}

/** Stores a message and returns its ID. */
export async function insertOrderMessage(tx: Transaction, message: typeof orderMessages.$inferInsert) {
  const [row] = await tx.insert(orderMessages).values(message).returning({ id: orderMessages.id });
  if (!row) throw new Error('Order message not inserted');
  return row.id;
}

/** Returns the messages of an order, oldest first. */
export function listOrderMessages(db: Db, orderId: number) {
  return db.select().from(orderMessages).where(eq(orderMessages.orderId, orderId)).orderBy(asc(orderMessages.id));
}

/** Returns the ID of the showcase project created from an order; null if there is none or it is deleted. */
export async function findShowcaseProject(db: Db, orderId: number): Promise<string | null> {
  const [row] = await db
    .select({ id: projects.id })
    .from(orders)
    .innerJoin(projects, eq(projects.id, orders.showcaseProjectId))
    .where(and(eq(orders.id, orderId), isNull(projects.deletedAt)));
  return row?.id ?? null;
}
