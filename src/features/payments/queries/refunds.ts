import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { billingDocuments, getAmountDue, getAmountPaid, getHeld, insertLedgerEntry } from '#features/billing/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import { leavingStates, recordedMethods, type RefundDecision, type RefundStatus } from '../contract/enums.ts';
import { getPaymentMoney } from '../rules/received.ts';
import { payments, refunds } from '../tables.ts';
import type { PaymentRow } from './payments.ts';

/** Returns the refunded amount of a payment, including pending refunds. */
export function getRefundedAmount(db: Db, paymentId: number) {
  return sumRefunds(db, and(eq(payments.id, paymentId), inArray(refunds.status, leavingStates)));
}

/** Returns the amount of a received payment that can still be refunded; credit applied to another invoice can't. */
export async function getRefundableAmount(db: Db, payment: PaymentRow): Promise<MinorUnits> {
  const left = subtractAmounts(getPaymentMoney(payment).minor, await getRefundedAmount(db, payment.id));
  if (payment.status !== 'confirmed') return left;
  const documentId = payment.billingDocumentId;
  const kept = subtractAmounts(await getAmountPaid(db, documentId), await getPendingRefundAmount(db, documentId));
  return toMinorUnits(Math.max(0, Math.min(left, kept)));
}

/** Returns the pending refunds of a document's counted payments. */
export function getPendingRefundAmount(db: Db, documentId: number) {
  const { billingDocumentId, status } = payments;
  return sumRefunds(db, and(eq(billingDocumentId, documentId), eq(status, 'confirmed'), eq(refunds.status, 'pending')));
}

/**
 * Returns the refunded amount, including disputed money and pending refunds, of each of these payments that is confirmed,
 * and the disputed and the pending part of it.
 */
export async function listRefundedAmounts(db: Db, paymentIds: number[]) {
  const sumOf = (condition: SQL) =>
    sql`coalesce(sum(${refunds.amount}) filter (where ${condition}), 0)`.mapWith(refunds.amount);
  const rows = await db
    .select({
      id: payments.id,
      refunded: sumOf(sql`true`),
      pendingRefund: sumOf(eq(refunds.status, 'pending')),
      disputed: sumOf(eq(refunds.origin, 'dispute')),
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(inArray(payments.id, paymentIds), eq(payments.status, 'confirmed'), inArray(refunds.status, leavingStates)),
    )
    .groupBy(payments.id);
  return new Map(rows.map(({ id, ...amounts }) => [id, amounts]));
}

async function sumRefunds(db: Db, condition: SQL | undefined) {
  const [row] = await db
    .select({ sum: sql`coalesce(sum(${refunds.amount}), 0)`.mapWith(refunds.amount) })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(condition);
  return row?.sum ?? ZERO;
}

export async function insertRefund(tx: Transaction, refund: typeof refunds.$inferInsert): Promise<number> {
  const [row] = await tx.insert(refunds).values(refund).returning({ id: refunds.id });
  if (!row) throw new Error('The refund was not inserted.');
  return row.id;
}

/** Settles a refund. Returns its document, amount and whether its payment counted; undefined if it is already settled. */
export async function updateRefundStatus(
  tx: Transaction,
  id: number,
  settlement: { state: Exclude<RefundStatus, 'pending'>; at: Date; reference: string | null },
) {
  const [row] = await tx
    .update(refunds)
    .set({ status: settlement.state, settledAt: settlement.at, reference: settlement.reference, providerError: null })
    .from(payments)
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending'), eq(payments.id, refunds.paymentId)))
    .returning({
      billingDocumentId: payments.billingDocumentId,
      amount: refunds.amount,
      counted: sql<boolean>`${payments.status} = 'confirmed'`,
    });
  return row;
}

export type RefundRow = typeof refunds.$inferSelect;

/** Returns a refund with its payment. */
export async function findRefund(db: Db, id: number) {
  const [row] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, id));
  return row;
}

/** Stores why a provider refused a refund; null before a retry. */
export async function updateRefundError(db: Db, id: number, providerError: string | null): Promise<void> {
  await db
    .update(refunds)
    .set({ providerError })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending')));
}

/** Lists completed and pending refunds of a document, oldest first. */
export async function listRefundsByDocument(db: Db, documentId: number) {
  const rows = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.billingDocumentId, documentId), inArray(refunds.status, leavingStates)))
    .orderBy(refunds.id);
  return rows.map(({ refund, payment }) => ({ ...refund, currency: getPaymentMoney(payment).currency }));
}

/** Manual refunds that the owner hasn't sent, and after which nothing is due again. */
export const isCancelableRefund = sql`(${inArray(payments.method, recordedMethods)} and ${refunds.status} = 'pending'
  and ${refunds.origin} = 'system' and coalesce(${refunds.decision}, 'credited') = 'credited')`;

/** Lists a document's refunds that can be canceled, newest first. */
export async function listCancelableRefunds(tx: Transaction, documentId: number) {
  const rows = await tx
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.billingDocumentId, documentId), isCancelableRefund))
    .orderBy(desc(refunds.id));
  return rows.map(({ refund }) => refund);
}

/** Reduces a refund that wasn't sent yet. */
export async function updateRefundAmount(tx: Transaction, id: number, amount: MinorUnits): Promise<void> {
  await tx
    .update(refunds)
    .set({ amount })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending')));
}

/** Lists the refunds of a payment, oldest first. */
export function listRefundsByPayment(db: Db, paymentId: number) {
  return db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.id));
}

/** Lists the refunds of a payment, oldest first, and locks them until the transaction ends. */
export function listRefundsForUpdate(tx: Transaction, paymentId: number): Promise<RefundRow[]> {
  return tx.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.id)).for('update');
}

/** Marks a refund whose money came back as failed. One made at the provider is listed for the owner again. */
export async function updateRefundFailed(
  tx: Transaction,
  id: number,
  { at, ...failure }: { readonly at: Date; readonly reference: string; readonly providerError: string },
): Promise<void> {
  const failed = { ...failure, status: 'failed', settledAt: at, acknowledgedAt: null } as const;
  await tx.update(refunds).set(failed).where(eq(refunds.id, id));
}

/** Finds a dispute of a payment by the provider's id. */
export async function findDispute(db: Db, paymentId: number, dispute: string) {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.origin, 'dispute'), eq(refunds.reference, dispute)));
  return row;
}

/** Returns which of these refunds are disputes. */
export async function listDisputes(db: Db, refundIds: readonly number[]): Promise<number[]> {
  const isDispute = and(inArray(refunds.id, [...refundIds]), eq(refunds.origin, 'dispute'));
  return (await db.select({ id: refunds.id }).from(refunds).where(isDispute)).map(({ id }) => id);
}

/** Lists the refunds and disputes of an order that wait for the owner's decision, oldest first. */
export function listUndecided(db: Db, orderId: number) {
  return db
    .select({ refundId: refunds.id, documentId: payments.billingDocumentId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .where(and(eq(billingDocuments.orderId, orderId), eq(refunds.decision, 'pending')))
    .orderBy(asc(refunds.id));
}

/**
 * Holds an amount refunded or disputed at the provider, so it isn't due until the owner decides (term 8). Does nothing
 * if no amount is due.
 */
export async function holdRefund(
  tx: Transaction,
  now: Temporal.Instant,
  { refundId, billingDocumentId, withdrawn }: { refundId: number; billingDocumentId: number; withdrawn: MinorUnits },
): Promise<void> {
  const held = toMinorUnits(Math.min(withdrawn, await getAmountDue(tx, billingDocumentId)));
  if (held <= 0) return;
  const postedAt = toDate(now);
  const amount = subtractAmounts(ZERO, held);
  await insertLedgerEntry(tx, { billingDocumentId, kind: 'held', amount, refundId, postedAt });
  await tx.update(refunds).set({ decision: 'pending' }).where(eq(refunds.id, refundId));
}

/**
 * Saves the owner's decision about a refund, or null for a dispute that was won, and releases its hold. Returns the
 * amount that was on hold; zero if nothing waited for a decision.
 */
export async function releaseRefund(
  tx: Transaction,
  now: Temporal.Instant,
  { refundId, documentId }: { readonly refundId: number; readonly documentId: number },
  decision: RefundDecision | null,
): Promise<MinorUnits> {
  const postedAt = toDate(now);
  const decided = await tx
    .update(refunds)
    .set({ decision, decidedAt: decision && postedAt, ...(decision ? { acknowledgedAt: postedAt } : {}) })
    .where(and(eq(refunds.id, refundId), eq(refunds.decision, 'pending')))
    .returning({ id: refunds.id });
  if (decided.length === 0) return ZERO;
  const held = await getHeld(tx, refundId);
  if (held > 0)
    await insertLedgerEntry(tx, { billingDocumentId: documentId, kind: 'released', amount: held, refundId, postedAt });
  return held;
}

/** Marks a dispute as won, for the owner to see; false if it already was. */
export async function updateDisputeWon(tx: Transaction, id: number, settledAt: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(refunds)
    .set({ status: 'dispute_won', settledAt, acknowledgedAt: null })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'succeeded')));
  return rowCount === 1;
}

/** Marks a dispute as lost, for the owner to see; false if it is already decided. */
export async function updateDisputeLost(tx: Transaction, id: number, disputeLostAt: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(refunds)
    .set({ disputeLostAt, acknowledgedAt: null })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'succeeded'), isNull(refunds.disputeLostAt)));
  return rowCount === 1;
}

/** Marks a refund or dispute at a provider as acknowledged; false if there is none. */
export async function updateReversalAcknowledged(tx: Transaction, id: number, acknowledgedAt: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(refunds)
    .set({ acknowledgedAt })
    .where(and(eq(refunds.id, id), ne(refunds.origin, 'system')));
  return rowCount === 1;
}

/** Locks an order's pending refunds until the transaction ends; those that would be owed again are credited instead. */
export async function updateOwedReturning(tx: Transaction, orderId: number, at: Date): Promise<void> {
  const { decision, decidedAt } = refunds;
  await tx
    .update(refunds)
    .set({
      decision: sql`case ${decision} when 'owed' then 'credited' else ${decision} end`,
      decidedAt: sql`case ${decision} when 'owed' then ${at.toISOString()}::timestamptz else ${decidedAt} end`,
    })
    .from(payments)
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .where(
      and(eq(payments.id, refunds.paymentId), eq(billingDocuments.orderId, orderId), eq(refunds.status, 'pending')),
    );
}
