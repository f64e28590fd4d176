import {
  issueCreditNote,
  type IssueContext,
  createIssueContext,
  findBillingDocument,
  getAmountCredited,
  getHeld,
  getAmountDue,
  insertLedgerEntry,
} from '#features/billing/index.ts';
import { parseAmount } from '#features/pricing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, toMinorUnits, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import type { RefundDecision } from '../contract/enums.ts';
import { findRefund, listUndecided, updateDecision, updateUndecided } from '../queries/refunds.ts';
import { listPaymentListeners } from '../rules/payment-listener.ts';
import { isReceived, getPaymentMoney } from '../rules/received.ts';
import { notifyRefundDecided } from './notifications.ts';
import { lockPayment } from './payments.ts';
import { createRefund, recordRefund, refundOverpayment } from './refunds.ts';

/**
 * Holds money that left a payment at its provider, so it isn't owed until the owner decides (term 8). Returns false if
 * nothing is owed because of it: then there is nothing to decide.
 */
export async function holdRefund(
  tx: Transaction,
  now: Temporal.Instant,
  { refundId, billingDocumentId, gone }: { refundId: number; billingDocumentId: number; gone: MinorUnits },
): Promise<boolean> {
  const held = toMinorUnits(Math.min(gone, await getAmountDue(tx, billingDocumentId)));
  if (held <= 0) return false;
  const postedAt = new Date(now.epochMilliseconds);
  const amount = subtractAmounts(ZERO, held);
  await insertLedgerEntry(tx, { billingDocumentId, kind: 'held', amount, refundId, postedAt });
  await updateUndecided(tx, refundId);
  return true;
}

/**
 * Releases the hold on a refund; `decision` is null for a dispute that was won. Returns the amount that was on hold.
 */
export async function releaseRefund(
  tx: Transaction,
  now: Temporal.Instant,
  { refundId, documentId }: { readonly refundId: number; readonly documentId: number },
  decision: RefundDecision | null,
): Promise<MinorUnits> {
  const postedAt = new Date(now.epochMilliseconds);
  if (!(await updateDecision(tx, refundId, { decision, at: postedAt }))) return ZERO;
  const held = await getHeld(tx, refundId);
  if (held > 0)
    await insertLedgerEntry(tx, { billingDocumentId: documentId, kind: 'released', amount: held, refundId, postedAt });
  return held;
}

/** Issues a credit note for refunded money, for no more than the invoice has left to credit. */
export async function creditRefunded(
  tx: Transaction,
  issuing: IssueContext,
  { documentId, amount, reason }: { readonly documentId: number; readonly amount: MinorUnits; readonly reason: string },
): Promise<void> {
  const invoice = await findBillingDocument(tx, documentId);
  if (!invoice) return;
  const credited = toMinorUnits(Math.min(amount, sumAmounts([invoice.total, await getAmountCredited(tx, documentId)])));
  if (credited <= 0) return;
  await issueCreditNote(tx, issuing, { invoice, amount: credited, why: reason });
}

/** Credits all refunds and disputes of an order that wait for a decision, as the order ends. */
export async function creditUndecided(tx: Transaction, issuing: IssueContext, orderId: number): Promise<void> {
  for (const { refundId, documentId } of await listUndecided(tx, orderId)) {
    const amount = await releaseRefund(tx, issuing.now, { refundId, documentId }, 'credited');
    await creditRefunded(tx, issuing, { documentId, amount, reason: 'Refunded' });
  }
}

/**
 * Decides what a refund at the provider, or a dispute, means for the invoice: a credit note, or the amount is owed
 * again. Notifies the client. Throws NOT_FOUND for an unknown refund, and CONFLICT if it isn't waiting for a decision.
 */
export async function decideRefund(
  tx: Transaction,
  services: ApiServices,
  { id, decision, ownerId }: { id: number; decision: RefundDecision; ownerId: string },
): Promise<void> {
  const found = await findRefund(tx, id);
  const payment = found && (await lockPayment(tx, services, found.payment.id));
  if (!payment) throw new AppError('NOT_FOUND', 'This refund does not exist.');
  const { billingDocumentId } = payment;
  const amount = await releaseRefund(tx, services.now(), { refundId: id, documentId: billingDocumentId }, decision);
  if (amount <= 0) throw new AppError('CONFLICT', 'This has already been decided. Reload the page.');
  const { reason } = found.refund;
  if (decision === 'credited') {
    await creditRefunded(tx, await createIssueContext(tx, services), { documentId: billingDocumentId, amount, reason });
  }
  const event = { what: 'refund_decided', by: 'owner', actorId: ownerId, amount, decision } as const;
  await recordRefund(tx, services, payment, event);
  const document = await findBillingDocument(tx, billingDocumentId);
  if (!document) return;
  await notifyRefundDecided(tx, services, document, { amount, decision, isDispute: found.refund.origin === 'dispute' });
  for (const { onReceived } of listPaymentListeners(services)) await onReceived(tx, services, document);
  await refundOverpayment(tx, services, payment);
}

interface OwnerRefund {
  readonly paymentId: number;
  /** As typed, such as "250" or "$1,200.50". */
  readonly amount: string;
  readonly reason: string;
  readonly decision: RefundDecision;
  readonly ownerId: string;
}

/**
 * Refunds any part of a payment for the owner, at any time and with a reason (term 8). The invoice is credited
 * immediately, or the amount is owed again as soon as the money has gone. Returns the refund's id. Throws NOT_FOUND for
 * an unknown payment, UNPROCESSABLE for an amount that can't be read, and CONFLICT for more than is left of the
 * payment.
 */
export async function refundPayment(tx: Transaction, services: ApiServices, refund: OwnerRefund): Promise<number> {
  const payment = await lockPayment(tx, services, refund.paymentId);
  if (!payment) throw new AppError('NOT_FOUND', 'This payment does not exist.');
  if (!isReceived(payment)) throw new AppError('CONFLICT', 'This payment has not arrived, so it cannot be refunded.');
  const amount = readRefundAmount(refund.amount, getPaymentMoney(payment).currency);
  const { reason, ownerId } = refund;
  // A mismatched payment was never counted, so there is nothing to credit or to owe again.
  const decision = payment.status === 'confirmed' ? refund.decision : null;
  const issuing = await createIssueContext(tx, services);
  const id = await createRefund(tx, issuing, { paymentId: payment.id, amount, reason, decision });
  if (decision === 'credited')
    await creditRefunded(tx, issuing, { documentId: payment.billingDocumentId, amount, reason });
  const event = { what: 'refunded', by: 'owner', actorId: ownerId, amount, reason, decision } as const;
  await recordRefund(tx, services, payment, event);
  return id;
}

function readRefundAmount(typed: string, currency: string): MinorUnits {
  const read = parseAmount(typed, currency);
  const wrong = 'error' in read ? read.error : read.amount.minor <= 0 ? 'Enter an amount above zero.' : null;
  if (wrong !== null) throw new AppError('UNPROCESSABLE', wrong, { amount: wrong });
  return 'amount' in read ? read.amount.minor : toMinorUnits(0);
}
