import { eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { Subscription } from '../rules/subscriptions.ts';
import { subscriptionPeriods, subscriptions } from '../tables.ts';

export async function insertSubscription(
  tx: Transaction,
  subscription: typeof subscriptions.$inferInsert,
): Promise<void> {
  await tx.insert(subscriptions).values(subscription);
}

/** The subscription of an order; null where it has none. */
export async function findSubscription(db: Db, orderId: number): Promise<Subscription | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.orderId, orderId));
  if (!row) return null;
  const { perMonth, nextInvoiceOn, pausedFrom, endsOn } = row;
  return {
    perMonth,
    nextInvoiceOn: Temporal.PlainDate.from(nextInvoiceOn),
    pausedFrom: pausedFrom === null ? null : Temporal.PlainDate.from(pausedFrom),
    endsOn: endsOn === null ? null : Temporal.PlainDate.from(endsOn),
  };
}

/** Writes what comes next of a subscription. */
export async function updateSubscription(
  tx: Transaction,
  orderId: number,
  { nextInvoiceOn, pausedFrom, endsOn }: Omit<Subscription, 'perMonth'>,
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({
      nextInvoiceOn: nextInvoiceOn.toString(),
      pausedFrom: pausedFrom?.toString() ?? null,
      endsOn: endsOn?.toString() ?? null,
    })
    .where(eq(subscriptions.orderId, orderId));
}

/** Keeps what was invoiced. Throws where the month was invoiced before (term 14). */
export async function insertPeriod(tx: Transaction, period: typeof subscriptionPeriods.$inferInsert): Promise<void> {
  await tx.insert(subscriptionPeriods).values(period);
}
