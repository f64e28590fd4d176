import { and, asc, count, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { billingDocuments, documentBalances } from '#features/billing/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Money } from '#shared/money.ts';
import { type PaymentStatus, type ProviderName, unsettledStates } from '../contract/enums.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import type { ProviderEvent } from '../rules/payment-provider.ts';
import { getPaymentMoney } from '../rules/received.ts';
import { sentOf, sentText } from '../rules/sent.ts';
import { paymentProofs, payments, providerEvents, refunds } from '../tables.ts';

export type PaymentRow = typeof payments.$inferSelect;

export async function findPayment(db: Db, id: number) {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row;
}

/** Returns a payment and locks it until the transaction ends. */
export async function findPaymentForUpdate(tx: Transaction, id: number) {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  return row;
}

/** Locks a document until the transaction ends, so no other payment is counted for it. */
export async function lockDocument(tx: Transaction, documentId: number): Promise<void> {
  const { id } = billingDocuments;
  await tx.select({ id }).from(billingDocuments).where(eq(id, documentId)).for('no key update');
}

/** Inserts a payment; undefined if the method already has an unrejected payment with this reference. */
export async function insertPayment(tx: Transaction, payment: typeof payments.$inferInsert) {
  const [row] = await tx.insert(payments).values(payment).onConflictDoNothing().returning();
  return row;
}

/** Finds a provider payment that the client can resume: of the same amount, created at or after `since`, saving no card. */
export async function findResumablePayment(
  tx: Transaction,
  payment: Pick<PaymentRow, 'billingDocumentId' | 'method' | 'amount'>,
  since: Date,
) {
  const { billingDocumentId, method, status, amount, createdAt, savedCardId } = payments;
  const [row] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(billingDocumentId, payment.billingDocumentId),
        eq(method, payment.method),
        eq(status, 'pending'),
        eq(amount, payment.amount),
        isNull(savedCardId),
        gt(createdAt, since),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(1);
  return row;
}

/** Finds the payment that an event names by the provider's reference or charge, or by its own key. */
export async function findPaymentOfEvent(db: Db, method: ProviderName, { reference, charge, ...event }: ProviderEvent) {
  const { data: key } = z.guid().safeParse(event.key);
  const conditions = [
    ...(reference === null ? [] : [eq(payments.reference, reference)]),
    ...(charge ? [eq(payments.providerChargeId, charge)] : []),
    ...(key ? [eq(payments.idempotencyKey, key)] : []),
  ];
  if (conditions.length === 0) return undefined;
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.method, method), or(...conditions)))
    .orderBy(asc(payments.id))
    .limit(1);
  return row;
}

/** Records an event from a provider; false if it was already recorded and needs no processing. */
export async function recordProviderEvent(
  tx: Transaction,
  now: Temporal.Instant,
  event: { readonly provider: string; readonly eventId: string },
): Promise<boolean> {
  const row = { ...event, receivedAt: toDate(now) };
  return (await tx.insert(providerEvents).values(row).onConflictDoNothing().returning()).length > 0;
}

/** Lists the payments of a document with their proofs, newest first. */
export function listPaymentsWithProofs(db: Db, documentId: number) {
  return db
    .select({ payment: payments, proof: paymentProofs.id })
    .from(payments)
    .leftJoin(paymentProofs, eq(paymentProofs.paymentId, payments.id))
    .where(eq(payments.billingDocumentId, documentId))
    .orderBy(desc(payments.id))
    .limit(50);
}

/** Lists the payments of a document, newest first. */
export async function listPaymentsByDocument(db: Db, documentId: number) {
  return (await listPaymentsWithProofs(db, documentId)).map(({ payment }) => payment);
}

/** Lists the confirmed payments of a document, newest first. */
export function listConfirmedPaymentsByDocument(db: Db, documentId: number) {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.billingDocumentId, documentId), eq(payments.status, 'confirmed')))
    .orderBy(desc(payments.id));
}

/** Returns the payment of a document whose money a provider holds; undefined if there is none. */
export async function findProcessingPayment(db: Db, documentId: number) {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.billingDocumentId, documentId), eq(payments.status, 'processing')))
    .orderBy(desc(payments.id))
    .limit(1);
  return row;
}

/**
 * Returns whether an order has payments, for invoices that are still due, that wait for the owner (`in_review`) or for
 * their provider (`processing`).
 */
export async function listWaitingPaymentStatuses(db: Db, orderId: number) {
  const rows = await db
    .selectDistinct({ status: payments.status })
    .from(payments)
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .innerJoin(documentBalances, eq(documentBalances.documentId, billingDocuments.id))
    .where(
      and(
        eq(billingDocuments.orderId, orderId),
        inArray(payments.status, ['in_review', 'processing']),
        gt(documentBalances.owed, 0),
      ),
    );
  return rows.map(({ status }) => status);
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
  const { paymentId, status: state, amount, reason: refundReason, createdAt, settledAt } = refunds;
  const paymentIds = rows.map(row => row.id);
  const refundRows = await db
    .select({ paymentId, state, amount, reason: refundReason, createdAt, settledAt })
    .from(refunds)
    .where(inArray(paymentId, paymentIds))
    .orderBy(asc(refunds.id));
  return rows.map(({ id: ofPayment, ...row }) => ({
    ...row,
    refunds: refundRows.filter(one => one.paymentId === ofPayment).map(({ paymentId: _payment, ...one }) => one),
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

const sumRefunds = (condition: SQL) =>
  sql`(select coalesce(sum(refunds.amount), 0) from refunds where refunds.payment_id = ${payments.id}
    and refunds.status in ('pending', 'succeeded') and ${condition})`.mapWith(payments.amount);
const refunded = sumRefunds(sql`true`);
const pendingRefund = sumRefunds(sql`refunds.status = 'pending'`);
const disputed = sumRefunds(sql`refunds.origin = 'dispute'`);

/** Lists an order's confirmed payments, oldest first. */
export function listConfirmedPayments(db: Db, orderId: number) {
  return db
    .select({ payment: payments, invoice: billingDocuments.number })
    .from(payments)
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .where(and(eq(billingDocuments.orderId, orderId), eq(payments.status, 'confirmed')))
    .orderBy(asc(payments.id));
}

/** Lists the received payments of an order, oldest first, each with its refunded and disputed amount. */
export async function listArrived(db: Db, orderId: number) {
  const rows = await db
    .select({ payment: payments, document: billingDocuments.number, refunded, disputed, pendingRefund })
    .from(payments)
    .innerJoin(billingDocuments, eq(billingDocuments.id, payments.billingDocumentId))
    .where(and(eq(billingDocuments.orderId, orderId), inArray(payments.status, ['confirmed', 'amount_mismatch'])))
    .orderBy(asc(payments.id));
  return rows.map(({ payment, ...row }) => {
    const { minor: amount, currency } = getPaymentMoney(payment);
    const sent = sentOf(payment);
    const label = paymentMethodLabels[payment.method];
    const method = sent ? `${label}, ${sentText(sent, payment.currency)},` : label;
    return { id: payment.id, ...row, method, amount, currency, settledAt: payment.settledAt ?? payment.createdAt };
  });
}

/**
 * Settles a payment that is in one of these states (default: the unsettled ones). Returns it; undefined if it is not,
 * or if it does not exist.
 */
export async function updatePaymentStatus(
  tx: Transaction,
  id: number,
  settled: {
    readonly state: Exclude<PaymentStatus, 'pending' | 'processing' | 'in_review'>;
    readonly at: Date;
    readonly reason?: string;
    /** Why an automatic charge failed, as the provider names it. */
    readonly code?: string | undefined;
    readonly charge?: string;
    /** The received amount, if it differs from the requested one. */
    readonly received?: Money;
  },
  from: readonly PaymentStatus[] = ['pending', 'in_review'],
) {
  const { state, at, reason, code, charge, received } = settled;
  const [row] = await tx
    .update(payments)
    .set({
      status: state,
      settledAt: at,
      failureReason: reason ?? null,
      failureCode: code ?? null,
      ...(charge ? { providerChargeId: charge } : {}),
      ...(received ? { receivedAmount: received.minor, receivedCurrency: received.currency } : {}),
    })
    .where(and(eq(payments.id, id), inArray(payments.status, [...from])))
    .returning();
  return row;
}

/** Marks an unsettled payment as held by its provider, with the reason. */
export async function updatePaymentProcessing(tx: Transaction, id: number, processingReason: string): Promise<void> {
  await tx
    .update(payments)
    .set({ status: 'processing', processingReason })
    .where(and(eq(payments.id, id), inArray(payments.status, [...unsettledStates])));
}

/** Stores the provider's reference and the checkout URL of a payment. */
export async function updateCheckout(db: Db, id: number, reference: string, checkoutUrl: string): Promise<void> {
  await db
    .update(payments)
    .set({ checkoutUrl, reference: sql`coalesce(${payments.reference}, ${reference})` })
    .where(eq(payments.id, id));
}

/** Marks a mismatch as acknowledged; false if there is none. */
export async function updateMismatchAcknowledged(tx: Transaction, id: number, acknowledgedAt: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(payments)
    .set({ acknowledgedAt })
    .where(and(eq(payments.id, id), eq(payments.status, 'amount_mismatch')));
  return rowCount === 1;
}

/** Marks an unsettled payment as checked at its provider. */
export async function updateProviderCheckedAt(db: Db, id: number, providerCheckedAt: Date): Promise<void> {
  await db
    .update(payments)
    .set({ providerCheckedAt })
    .where(and(eq(payments.id, id), inArray(payments.status, [...unsettledStates])));
}

/**
 * Marks those payments of a document, or created before a time, as checked that are unsettled and were not checked
 * within an interval, at most 200, the oldest first, and returns them.
 */
export function updateDueForRefresh(
  tx: Transaction,
  filter: { readonly documentId: number } | { readonly createdBefore: Date },
  now: Temporal.Instant,
  interval: Temporal.Duration,
) {
  const { id, status, createdAt, billingDocumentId, providerCheckedAt } = payments;
  const since = toDate(now.subtract(interval));
  const isDue = and(
    'documentId' in filter ? eq(billingDocumentId, filter.documentId) : lt(createdAt, filter.createdBefore),
    inArray(status, [...unsettledStates]),
    or(isNull(providerCheckedAt), lt(providerCheckedAt, since)),
  );
  const oldest = tx.select({ id }).from(payments).where(isDue).orderBy(asc(createdAt)).limit(200);
  return tx
    .update(payments)
    .set({ providerCheckedAt: toDate(now) })
    .where(and(isDue, inArray(id, oldest)))
    .returning({ paymentId: id });
}

export function countPaymentsByStatus(db: Db) {
  return db.select({ value: payments.status, count: count() }).from(payments).groupBy(payments.status);
}

/** Payments of a provider that are compared to find failures in a row. */
const RECENT_PAYMENTS = 20;

/** Returns the recent payments by clients and events of a provider, which show whether its connection works. */
export async function getProviderActivity(db: Db, provider: ProviderName) {
  const { rows } = await db.execute<{
    failures: number;
    settled_at: string | null;
    event_at: string | null;
    refused: number;
  }>(sql`
    with recent as (
      select status, settled_at, row_number() over (order by created_at desc, id desc) as place from ${payments}
      where method = ${provider} and status not in ('pending', 'processing') and attempt is null order by created_at desc, id desc limit ${RECENT_PAYMENTS}
    )
    select (select count(*) from recent where status = 'failed' and place < coalesce(
        (select min(place) from recent where status <> 'failed'), ${RECENT_PAYMENTS + 1}))::int as failures,
      (select max(settled_at) from recent where status = 'confirmed') as settled_at,
      (select max(received_at) from ${providerEvents} where provider = ${provider}) as event_at,
      (select count(*) from ${refunds} join ${payments} on payments.id = refunds.payment_id
        where refunds.status = 'pending' and provider_error is not null and method = ${provider})::int as refused`);
  const [row] = rows;
  const parseDate = (instant: string | null | undefined) => (instant ? new Date(instant) : undefined);
  return {
    /** Payments that failed since the last one that succeeded. */
    failures: row?.failures ?? 0,
    lastPaidAt: parseDate(row?.settled_at),
    lastEventAt: parseDate(row?.event_at),
    /** Refunds that the provider refused. */
    refusedRefunds: row?.refused ?? 0,
  };
}
