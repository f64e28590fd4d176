import { findDocument } from '#features/billing/queries/documents.ts';
import { getOwed, insertEntry } from '#features/billing/queries/ledger.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { difference, formatMoney, type MinorUnits, minorUnits } from '#shared/money.ts';
import type { PaymentMethod } from '../contract/states.ts';
import {
  findPaymentLocked,
  getRefunded,
  insertPayment,
  insertProviderEvent,
  insertRefund,
  type PaymentRow,
  updatePayment,
  updateRefund,
} from '../queries/payments.ts';

/** A payment that a client tells of, or that begins at a provider. */
export interface NewPayment {
  readonly documentId: number;
  readonly method: PaymentMethod;
  /** As the provider, or the client's bank or wallet, calls it. */
  readonly reference: string | null;
  readonly sender?: string;
}

const byHand: ReadonlySet<PaymentMethod> = new Set(['bank', 'bkash', 'nagad'] as const);

/**
 * Takes in a payment of all that is owed on a document. What is paid by hand waits for the owner (term 3). Refuses one of
 * a document that is unknown (NOT_FOUND) or paid (CONFLICT), and a reference that was told before (CONFLICT).
 */
export async function startPayment(tx: Transaction, now: Temporal.Instant, payment: NewPayment): Promise<PaymentRow> {
  const document = await findDocument(tx, payment.documentId);
  if (!document) throw new AppError('NOT_FOUND', 'There is no such document.');
  const owed = await getOwed(tx, document.id);
  if (owed <= 0) throw new AppError('CONFLICT', `Nothing is owed on ${document.number}.`);
  const row = await insertPayment(tx, {
    documentId: document.id,
    method: payment.method,
    state: byHand.has(payment.method) ? 'in_review' : 'started',
    amount: owed,
    currency: document.currency,
    reference: payment.reference,
    sender: payment.sender ?? null,
    createdAt: new Date(now.epochMilliseconds),
  });
  if (row) return row;
  throw new AppError('CONFLICT', 'This reference was told before.', {
    reference: 'A payment with this reference was told before. Look it up in your bank or wallet again.',
  });
}

/** What is known once a payment arrived. */
export interface Arrived {
  readonly amount: MinorUnits;
  readonly currency: string;
}

/**
 * Confirms a payment, once: false where it is settled already. Refuses one whose amount or currency is not what was asked
 * for (CONFLICT).
 */
export async function confirmPayment(
  tx: Transaction,
  now: Temporal.Instant,
  paymentId: number,
  arrived?: Arrived,
): Promise<boolean> {
  const at = new Date(now.epochMilliseconds);
  const payment = await updatePayment(tx, paymentId, { state: 'confirmed', at });
  if (!payment) return false;
  if (arrived && (arrived.amount !== payment.amount || arrived.currency !== payment.currency)) {
    const asked = formatMoney({ minor: payment.amount, currency: payment.currency }, { exact: true });
    throw new AppError('CONFLICT', `What arrived is not the ${asked} that was asked for.`);
  }
  const amount = difference(minorUnits(0), payment.amount);
  await insertEntry(tx, { documentId: payment.documentId, kind: 'paid', amount, paymentId, at });
  return true;
}

/** Rejects a payment that waits for the owner, with a reason for the client; false where it is settled already. */
export async function rejectPayment(
  tx: Transaction,
  now: Temporal.Instant,
  paymentId: number,
  reason: string,
): Promise<boolean> {
  const at = new Date(now.epochMilliseconds);
  return (await updatePayment(tx, paymentId, { state: 'rejected', at, reason })) !== null;
}

/**
 * Begins to give a payment back, in whole or in part. Whoever tries at the same moment waits, and is refused where it
 * would come to more than was paid (CONFLICT).
 */
export async function startRefund(
  tx: Transaction,
  now: Temporal.Instant,
  refund: { readonly paymentId: number; readonly amount: MinorUnits; readonly reason: string },
): Promise<number> {
  const payment = await findPaymentLocked(tx, refund.paymentId);
  if (!payment) throw new AppError('NOT_FOUND', 'There is no such payment.');
  if (payment.state !== 'confirmed') throw new AppError('CONFLICT', 'This payment has not arrived.');
  const left = difference(payment.amount, await getRefunded(tx, payment.id));
  if (refund.amount <= 0 || refund.amount > left) {
    const most = formatMoney({ minor: left, currency: payment.currency }, { exact: true });
    throw new AppError('CONFLICT', `No more than ${most} of this payment can be given back.`);
  }
  return insertRefund(tx, { ...refund, state: 'started', createdAt: new Date(now.epochMilliseconds) });
}

/** Enters that a refund reached the client, once: false where it is settled already. */
export async function finishRefund(
  tx: Transaction,
  now: Temporal.Instant,
  refundId: number,
  reference: string | null,
): Promise<boolean> {
  const at = new Date(now.epochMilliseconds);
  const refund = await updateRefund(tx, refundId, { state: 'done', at, reference });
  if (!refund) return false;
  const { documentId, amount } = refund;
  await insertEntry(tx, { documentId, kind: 'refunded', amount, refundId, at });
  return true;
}

/** Takes in what a provider told; false where it told the same before, so that nothing is to be done. */
export function takeInEvent(
  tx: Transaction,
  now: Temporal.Instant,
  event: { readonly provider: string; readonly eventId: string },
): Promise<boolean> {
  return insertProviderEvent(tx, { ...event, receivedAt: new Date(now.epochMilliseconds) });
}
