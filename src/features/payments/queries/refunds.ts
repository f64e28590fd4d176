import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { billingDocuments } from '#features/billing/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { leavingStates, type RefundDecision, type RefundStatus } from '../contract/enums.ts';
import { getPaymentMoney } from '../rules/received.ts';
import { payments, refunds } from '../tables.ts';

/** Returns what was refunded of a payment, including pending refunds. */
export async function getRefundedAmount(db: Db, paymentId: number): Promise<MinorUnits> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.status, leavingStates)));
  return toMinorUnits(Number(row?.sum ?? 0));
}

export async function insertRefund(tx: Transaction, refund: typeof refunds.$inferInsert): Promise<number> {
  const [row] = await tx.insert(refunds).values(refund).returning({ id: refunds.id });
  if (!row) throw new Error('The refund was not written.');
  return row.id;
}

/** Settles a refund. Returns its document, amount and whether its payment counted; null if it is already settled. */
export async function updateRefundStatus(
  tx: Transaction,
  id: number,
  settled: { state: Exclude<RefundStatus, 'pending'>; at: Date; reference: string | null },
): Promise<{ documentId: number; amount: MinorUnits; counted: boolean } | null> {
  const [row] = await tx
    .update(refunds)
    .set({ status: settled.state, settledAt: settled.at, reference: settled.reference, providerError: null })
    .from(payments)
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending'), eq(payments.id, refunds.paymentId)))
    .returning({
      documentId: payments.billingDocumentId,
      amount: refunds.amount,
      counted: sql<boolean>`${payments.status} = 'confirmed'`,
    });
  return row ?? null;
}

/** Returns the pending refunds of a document's counted payments. */
export async function getPendingRefundAmount(db: Db, documentId: number): Promise<MinorUnits> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(eq(payments.billingDocumentId, documentId), eq(payments.status, 'confirmed'), eq(refunds.status, 'pending')),
    );
  return toMinorUnits(Number(row?.sum ?? 0));
}

export type RefundRow = typeof refunds.$inferSelect;

/** Returns a refund with its payment. */
export async function findRefund(
  db: Db,
  id: number,
): Promise<{ refund: RefundRow; payment: typeof payments.$inferSelect } | null> {
  const [row] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, id));
  return row ?? null;
}

/** Stores why a provider refused a refund; null before a retry. */
export async function updateRefundError(db: Db, id: number, providerError: string | null): Promise<void> {
  await db
    .update(refunds)
    .set({ providerError })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending')));
}

/** Lists completed and pending refunds of a document, oldest first. */
export async function listRefundsByDocument(db: Db, documentId: number): Promise<(RefundRow & { currency: string })[]> {
  const rows = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.billingDocumentId, documentId), inArray(refunds.status, leavingStates)))
    .orderBy(refunds.id);
  return rows.map(({ refund, payment }) => ({ ...refund, currency: getPaymentMoney(payment).currency }));
}

/** Lists the refunds of a payment, oldest first. */
export function listRefundsByPayment(db: Db, paymentId: number): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.id));
}

/** Finds a dispute of a payment by the provider's id. */
export async function findDispute(db: Db, paymentId: number, dispute: string): Promise<RefundRow | null> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.origin, 'dispute'), eq(refunds.reference, dispute)));
  return row ?? null;
}

/** Marks a dispute as won, for the owner to see; false if it already was. */
export async function updateDisputeWon(tx: Transaction, id: number, at: Date): Promise<boolean> {
  const back = await tx
    .update(refunds)
    .set({ status: 'dispute_won', settledAt: at, acknowledgedAt: null })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'succeeded')))
    .returning({ id: refunds.id });
  return back.length > 0;
}

/** Marks a refund as waiting for the owner's decision. */
export async function updateUndecided(tx: Transaction, id: number): Promise<void> {
  await tx.update(refunds).set({ decision: 'pending' }).where(eq(refunds.id, id));
}

/**
 * Saves what the owner decided about money that left a payment; null clears it. False if nothing was waiting for that.
 */
export async function updateDecision(
  tx: Transaction,
  id: number,
  { decision, at }: { readonly decision: RefundDecision | null; readonly at: Date },
): Promise<boolean> {
  const decided = await tx
    .update(refunds)
    .set({ decision, decidedAt: decision && at, ...(decision ? { acknowledgedAt: at } : {}) })
    .where(and(eq(refunds.id, id), eq(refunds.decision, 'pending')))
    .returning({ id: refunds.id });
  return decided.length > 0;
}

/** Lists the refunds and disputes of an order that wait for the owner's decision, oldest first. */
export async function listUndecided(db: Db, orderId: number): Promise<{ refundId: number; documentId: number }[]> {
  return db
    .select({ refundId: refunds.id, documentId: payments.billingDocumentId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .where(and(eq(billingDocuments.orderId, orderId), eq(refunds.decision, 'pending')))
    .orderBy(asc(refunds.id));
}

/**
 * Marks an order's pending refunds that would be owed again as credited, and returns them. They stay locked until the
 * transaction ends.
 */
export async function updateOwedReturning(
  tx: Transaction,
  orderId: number,
  at: Date,
): Promise<{ documentId: number; amount: MinorUnits }[]> {
  return tx
    .update(refunds)
    .set({ decision: 'credited', decidedAt: at })
    .from(payments)
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .where(
      and(
        eq(payments.id, refunds.paymentId),
        eq(billingDocuments.orderId, orderId),
        eq(refunds.status, 'pending'),
        eq(refunds.decision, 'owed'),
      ),
    )
    .returning({ documentId: payments.billingDocumentId, amount: refunds.amount });
}

/** Marks a refund or dispute at a provider as acknowledged; false if there is none. */
export async function updateReversalAcknowledged(db: Db, id: number, at: Date): Promise<boolean> {
  const marked = await db
    .update(refunds)
    .set({ acknowledgedAt: at })
    .where(and(eq(refunds.id, id), ne(refunds.origin, 'system')))
    .returning({ id: refunds.id });
  return marked.length > 0;
}
