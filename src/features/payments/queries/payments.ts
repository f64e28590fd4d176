import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { billingDocuments } from '#features/billing/index.ts';
import type { ProviderEvent } from '../rules/payment-provider.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { MinorUnits, Money } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import type { PaymentMethod, PaymentStatus, ProviderName } from '../contract/enums.ts';
import { payments, providerEvents, refunds } from '../tables.ts';

export type PaymentRow = typeof payments.$inferSelect;

/** Inserts a payment; null if the method already has an unrejected payment with this reference. */
export async function insertPayment(
  tx: Transaction,
  payment: typeof payments.$inferInsert,
): Promise<PaymentRow | null> {
  const [row] = await tx.insert(payments).values(payment).onConflictDoNothing().returning();
  return row ?? null;
}

/** Returns whether an order has a payment in review. */
export async function hasPaymentInReview(db: Db, orderId: number): Promise<boolean> {
  const found = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .where(and(eq(billingDocuments.orderId, orderId), eq(payments.status, 'in_review')))
    .limit(1);
  return found.length > 0;
}

/** The columns of a payment in a personal data export. */
const exported = {
  document: billingDocuments.number,
  method: payments.method,
  state: payments.status,
  amount: payments.amount,
  currency: payments.currency,
  reference: payments.reference,
  sender: payments.sender,
  createdAt: payments.createdAt,
  settledAt: payments.settledAt,
};

/** Lists payments and refunds of orders, oldest first, for a personal data export. */
export async function listPaymentsForOrders(db: Db, orderIds: readonly number[]) {
  const { id, sentAmount, sentCurrency, exchangeRate, exchangeOn, failureReason: reason } = payments;
  const { orderId } = billingDocuments;
  const rows = await db
    .select({ id, orderId, ...exported, sentAmount, sentCurrency, exchangeRate, exchangeOn, reason })
    .from(payments)
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .where(inArray(orderId, [...orderIds]))
    .orderBy(asc(id));
  const given = await db
    .select({
      paymentId: refunds.paymentId,
      state: refunds.status,
      amount: refunds.amount,
      reason: refunds.reason,
      createdAt: refunds.createdAt,
      settledAt: refunds.settledAt,
    })
    .from(refunds)
    .where(
      inArray(
        refunds.paymentId,
        rows.map(row => row.id),
      ),
    )
    .orderBy(asc(refunds.id));
  return rows.map(({ id: paymentId, ...row }) => ({
    ...row,
    refunds: given.filter(one => one.paymentId === paymentId).map(({ paymentId: _payment, ...one }) => one),
  }));
}

/** Lists payments of bookings, without refunds. */
export function listPaymentsForBookings(db: Db, bookingIds: readonly number[]) {
  const { bookingId } = billingDocuments;
  return db
    .select({ bookingId, ...exported })
    .from(payments)
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .where(inArray(bookingId, [...bookingIds]))
    .orderBy(asc(payments.id));
}

/** Lists what can still be refunded of an order's payments, oldest first; pending refunds are subtracted. */
export async function listRefundablePayments(
  db: Db,
  orderId: number,
): Promise<{ id: number; left: MinorUnits; invoice: string }[]> {
  const given = sql`(select coalesce(sum(refunds.amount), 0) from refunds
    where refunds.payment_id = payments.id and refunds.status in ('pending', 'succeeded'))`;
  const rows = await db
    .select({ id: payments.id, left: sql<string>`${payments.amount} - ${given}`, invoice: billingDocuments.number })
    .from(payments)
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .where(and(eq(billingDocuments.orderId, orderId), eq(payments.status, 'confirmed')))
    .orderBy(asc(payments.id));
  return rows.map(({ id, left, invoice }) => ({ id, invoice, left: toMinorUnits(Number(left)) }));
}

/** Lists the confirmed payments of a document, newest first. */
export function listConfirmedPaymentsByDocument(db: Db, documentId: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.billingDocumentId, documentId), eq(payments.status, 'confirmed')))
    .orderBy(desc(payments.id));
}

/** Returns a payment and locks it until the transaction ends. */
export async function findPaymentForUpdate(tx: Transaction, id: number): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  return row ?? null;
}

export interface PaymentSettlement {
  readonly state: Exclude<PaymentStatus, 'pending' | 'in_review'>;
  readonly at: Date;
  readonly reason?: string;
  readonly charge?: string;
  /** What arrived, if it differs from what was asked for. */
  readonly arrived?: Money;
}

const open: readonly PaymentStatus[] = ['pending', 'in_review'];

/**
 * Settles a payment that is in one of these states (default: the unsettled ones). Returns null if it is not, or if it
 * does not exist.
 */
export async function updatePaymentStatus(
  tx: Transaction,
  id: number,
  settled: PaymentSettlement,
  from: readonly PaymentStatus[] = open,
): Promise<PaymentRow | null> {
  const { state, at, reason, charge, arrived } = settled;
  const [row] = await tx
    .update(payments)
    .set({
      status: state,
      settledAt: at,
      failureReason: reason ?? null,
      ...(charge ? { providerChargeId: charge } : {}),
      ...(arrived ? { receivedAmount: arrived.minor, receivedCurrency: arrived.currency } : {}),
    })
    .where(and(eq(payments.id, id), inArray(payments.status, [...from])))
    .returning();
  return row ?? null;
}

/** Locks a document until the transaction ends, so no other payment is counted for it. */
export async function lockDocument(tx: Transaction, documentId: number): Promise<void> {
  const { id } = billingDocuments;
  await tx.select({ id }).from(billingDocuments).where(eq(id, documentId)).for('no key update');
}

export async function findPayment(db: Db, id: number): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row ?? null;
}

/** Finds a payment by the provider's reference or charge, or by its own key. */
export async function findPaymentByProviderReference(
  db: Db,
  method: ProviderName,
  { reference, key, charge }: Pick<ProviderEvent, 'reference' | 'key' | 'charge'>,
): Promise<PaymentRow | null> {
  const named = [
    ...(reference === null ? [] : [eq(payments.reference, reference)]),
    ...(charge ? [eq(payments.providerChargeId, charge)] : []),
    ...(key !== null && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(key)
      ? [eq(payments.idempotencyKey, key)]
      : []),
  ];
  if (named.length === 0) return null;
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.method, method), or(...named)))
    .orderBy(asc(payments.id))
    .limit(1);
  return row ?? null;
}

/** Finds a provider payment that the client can resume: of the same amount, created at or after `since`. */
export async function findResumablePayment(
  tx: Transaction,
  { documentId, method, amount, since }: { documentId: number; method: PaymentMethod; amount: MinorUnits; since: Date },
): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.billingDocumentId, documentId),
        eq(payments.method, method),
        eq(payments.status, 'pending'),
        eq(payments.amount, amount),
        gt(payments.createdAt, since),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(1);
  return row ?? null;
}

/** Stores the provider's reference and the checkout URL of a payment. */
export async function updateCheckout(
  db: Db,
  id: number,
  begun: { reference: string; redirectUrl: string },
): Promise<void> {
  await db
    .update(payments)
    .set({ checkoutUrl: begun.redirectUrl, reference: sql`coalesce(${payments.reference}, ${begun.reference})` })
    .where(eq(payments.id, id));
}

/** Marks a payment as checked at its provider; false if it was checked after `since` or is settled. */
export async function updateProviderCheckedAt(db: Db, id: number, at: Date, since: Date): Promise<boolean> {
  const marked = await db
    .update(payments)
    .set({ providerCheckedAt: at })
    .where(
      and(
        eq(payments.id, id),
        eq(payments.status, 'pending'),
        or(isNull(payments.providerCheckedAt), lt(payments.providerCheckedAt, since)),
      ),
    )
    .returning({ id: payments.id });
  return marked.length > 0;
}

/** Lists unsettled payments created before one time and not checked since another. */
export async function listPaymentsToRefresh(db: Db, begunBefore: Date, askedBefore: Date): Promise<number[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.status, 'pending'),
        lt(payments.createdAt, begunBefore),
        or(isNull(payments.providerCheckedAt), lt(payments.providerCheckedAt, askedBefore)),
      ),
    )
    .orderBy(asc(payments.createdAt))
    .limit(200);
  return rows.map(({ id }) => id);
}

/** Lists the payments of a document, newest first. */
export function listPaymentsByDocument(db: Db, documentId: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.billingDocumentId, documentId))
    .orderBy(desc(payments.id))
    .limit(50);
}

/** Records an event from a provider; false if it was already recorded. */
export async function insertProviderEvent(
  tx: Transaction,
  event: typeof providerEvents.$inferInsert,
): Promise<boolean> {
  const kept = await tx.insert(providerEvents).values(event).onConflictDoNothing().returning();
  return kept.length > 0;
}
