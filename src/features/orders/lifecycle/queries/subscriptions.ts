import { and, desc, eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { BillingPeriod, Subscription } from '../rules/subscription-periods.ts';
import { subscriptionPeriods, subscriptions } from '../tables.ts';

export async function insertSubscription(tx: Transaction, subscription: typeof subscriptions.$inferInsert) {
  await tx.insert(subscriptions).values(subscription);
}

/** Returns the subscription of an order; null if it has none. */
export async function findSubscription(db: Db, orderId: number): Promise<Subscription | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.orderId, orderId));
  if (!row) return null;
  const { monthlyAmount, nextInvoiceOn, pausedFrom, endsOn } = row;
  return {
    monthlyAmount,
    nextInvoiceOn: Temporal.PlainDate.from(nextInvoiceOn),
    pausedFrom: pausedFrom === null ? null : Temporal.PlainDate.from(pausedFrom),
    endsOn: endsOn === null ? null : Temporal.PlainDate.from(endsOn),
  };
}

export async function updateSubscription(
  tx: Transaction,
  orderId: number,
  { nextInvoiceOn, pausedFrom, endsOn }: Omit<Subscription, 'monthlyAmount'>,
) {
  await tx
    .update(subscriptions)
    .set({
      nextInvoiceOn: nextInvoiceOn.toString(),
      pausedFrom: pausedFrom?.toString() ?? null,
      endsOn: endsOn?.toString() ?? null,
    })
    .where(eq(subscriptions.orderId, orderId));
}

export async function updateMonthlyAmount(tx: Transaction, orderId: number, monthlyAmount: MinorUnits) {
  await tx.update(subscriptions).set({ monthlyAmount }).where(eq(subscriptions.orderId, orderId));
}

/** Inserts an invoiced period. Throws if the month was already invoiced (term 14). */
export async function insertSubscriptionPeriod(tx: Transaction, period: typeof subscriptionPeriods.$inferInsert) {
  await tx.insert(subscriptionPeriods).values(period);
}

/** Returns the latest invoiced period. */
export async function findLastPeriod(db: Db, orderId: number) {
  const [row] = await db
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.orderId, orderId))
    .orderBy(desc(subscriptionPeriods.endsOn))
    .limit(1);
  if (!row) return null;
  const { startsOn, endsOn, invoiceId } = row;
  return { from: Temporal.PlainDate.from(startsOn), until: Temporal.PlainDate.from(endsOn), documentId: invoiceId };
}

function matchesPeriod(orderId: number, until: Temporal.PlainDate) {
  return and(eq(subscriptionPeriods.orderId, orderId), eq(subscriptionPeriods.endsOn, until.toString()));
}

/** Changes the days that an invoice covers. */
export async function updatePeriod(
  tx: Transaction,
  orderId: number,
  until: Temporal.PlainDate,
  to: Pick<BillingPeriod, 'from' | 'until'>,
) {
  const days = { startsOn: to.from.toString(), endsOn: to.until.toString() };
  await tx.update(subscriptionPeriods).set(days).where(matchesPeriod(orderId, until));
}

/** Deletes a period whose invoice was credited in full. */
export async function deletePeriod(tx: Transaction, orderId: number, until: Temporal.PlainDate) {
  await tx.delete(subscriptionPeriods).where(matchesPeriod(orderId, until));
}
