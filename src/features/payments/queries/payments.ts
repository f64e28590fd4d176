import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { businessDocuments } from '#features/billing/tables.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { type MinorUnits, minorUnits } from '#shared/money.ts';
import type { PaymentState, RefundState } from '../contract/states.ts';
import { payments, providerEvents, refunds } from '../tables.ts';

export type PaymentRow = typeof payments.$inferSelect;

/** Writes a payment; null where one by this method was told with the same reference before, and not rejected. */
export async function insertPayment(
  tx: Transaction,
  payment: typeof payments.$inferInsert,
): Promise<PaymentRow | null> {
  const [row] = await tx.insert(payments).values(payment).onConflictDoNothing().returning();
  return row ?? null;
}

/** Whether a payment for an order waits for the owner. */
export async function hasPaymentInReview(db: Db, orderId: number): Promise<boolean> {
  const found = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(businessDocuments, eq(businessDocuments.id, payments.documentId))
    .where(and(eq(businessDocuments.orderId, orderId), eq(payments.state, 'in_review')))
    .limit(1);
  return found.length > 0;
}

/** What arrived for an order, oldest first. */
export function listConfirmedPayments(db: Db, orderId: number): Promise<{ id: number; amount: MinorUnits }[]> {
  return db
    .select({ id: payments.id, amount: payments.amount })
    .from(payments)
    .innerJoin(businessDocuments, eq(businessDocuments.id, payments.documentId))
    .where(and(eq(businessDocuments.orderId, orderId), eq(payments.state, 'confirmed')))
    .orderBy(asc(payments.id));
}

/** A payment that nobody else changes until this transaction ends. */
export async function findPaymentLocked(tx: Transaction, id: number): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  return row ?? null;
}

/** Settles a payment that is not settled yet; null where it is, or where there is none. */
export async function updatePayment(
  tx: Transaction,
  id: number,
  settled: { state: Exclude<PaymentState, 'started' | 'in_review'>; at: Date; reason?: string },
): Promise<PaymentRow | null> {
  const [row] = await tx
    .update(payments)
    .set({ state: settled.state, settledAt: settled.at, reason: settled.reason ?? null })
    .where(and(eq(payments.id, id), inArray(payments.state, ['started', 'in_review'])))
    .returning();
  return row ?? null;
}

/** What was given back of a payment, or is on its way. */
export async function getRefunded(db: Db, paymentId: number): Promise<MinorUnits> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), ne(refunds.state, 'failed')));
  return minorUnits(Number(row?.sum ?? 0));
}

export async function insertRefund(tx: Transaction, refund: typeof refunds.$inferInsert): Promise<number> {
  const [row] = await tx.insert(refunds).values(refund).returning({ id: refunds.id });
  if (!row) throw new Error('The refund was not written.');
  return row.id;
}

/** Settles a refund that is not settled yet, and tells the document that was paid; null where it is settled. */
export async function updateRefund(
  tx: Transaction,
  id: number,
  settled: { state: Exclude<RefundState, 'started'>; at: Date; reference: string | null },
): Promise<{ documentId: number; amount: MinorUnits } | null> {
  const [row] = await tx
    .update(refunds)
    .set({ state: settled.state, settledAt: settled.at, reference: settled.reference })
    .from(payments)
    .where(and(eq(refunds.id, id), eq(refunds.state, 'started'), eq(payments.id, refunds.paymentId)))
    .returning({ documentId: payments.documentId, amount: refunds.amount });
  return row ?? null;
}

/** Keeps that a provider told something; false where it has told it before. */
export async function insertProviderEvent(
  tx: Transaction,
  event: typeof providerEvents.$inferInsert,
): Promise<boolean> {
  const kept = await tx.insert(providerEvents).values(event).onConflictDoNothing().returning();
  return kept.length > 0;
}
