import type { z } from 'zod';
import {
  issueCreditNote,
  type IssueContext,
  createIssueContext,
  findBillingDocument,
  getAmountCredited,
  formatAmount,
} from '#features/billing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';
import { toMinorUnits, sumAmounts } from '#shared/money-arithmetic.ts';
import type { RefundDecision } from '../contract/enums.ts';
import type { ownerRefund } from '../contract/review.ts';
import { findRefund, listUndecided, releaseRefund } from '../queries/refunds.ts';
import { isReceived, getPaymentMoney } from '../rules/received.ts';
import { notifyClient } from './notifications.ts';
import { parseEnteredAmount } from './entered-amount.ts';
import { lockPayment } from './payments.ts';
import { createRefund, recordRefund } from './refunds.ts';

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
  await issueCreditNote(tx, issuing, { invoice, amount: credited, reason });
}

/** Credits all undecided refunds and disputes of an order when it ends. */
export async function creditUndecided(tx: Transaction, issuing: IssueContext, orderId: number): Promise<void> {
  for (const { refundId, documentId } of await listUndecided(tx, orderId)) {
    const amount = await releaseRefund(tx, issuing.now, { refundId, documentId }, 'credited');
    await creditRefunded(tx, issuing, { documentId, amount, reason: 'Refunded' });
  }
}

/**
 * Resolves a refund or dispute at the provider: credits the invoice, or makes the amount due again. Notifies the
 * client. Throws NOT_FOUND for an unknown refund, and CONFLICT if it isn't waiting for a decision.
 */
export async function decideRefund(
  tx: Transaction,
  context: ApiContext,
  { id, decision }: { id: number; decision: RefundDecision },
) {
  const found = await findRefund(tx, id);
  const payment = found && (await lockPayment(tx, context, found.payment.id));
  if (!payment) throw new AppError('NOT_FOUND', 'This refund doesn’t exist.');
  const { billingDocumentId: documentId } = payment;
  const amount = await releaseRefund(tx, context.now(), { refundId: id, documentId }, decision);
  if (amount <= 0)
    throw new AppError('CONFLICT', 'This refund or dispute is already resolved. Reload to see the latest version.');
  const { reason, origin } = found.refund;
  if (decision === 'credited')
    await creditRefunded(tx, await createIssueContext(tx, context), { documentId, amount, reason });
  const { userId: actorId } = requireUser(context);
  await recordRefund(tx, context, payment, { what: 'refund_decided', by: 'owner', actorId, amount, decision });
  const document = await findBillingDocument(tx, documentId);
  if (document) {
    await notifyClient(tx, context, document, 'refund_decided', about => ({
      ...about,
      amount: formatAmount(amount, document.currency, about.language),
      isDispute: origin === 'dispute',
      isDueAgain: decision === 'owed',
    }));
  }
  return { done: true as const };
}

/**
 * Refunds any part of a payment for the owner, at any time and with a reason (term 8). The invoice is credited
 * immediately, or the amount is owed again as soon as the money has gone. Returns the refund's id; a repeated `key`
 * refunds once. Throws NOT_FOUND for an unknown payment, UNPROCESSABLE for an amount that can't be read, and CONFLICT
 * for more than is left of the payment.
 */
export function refundPayment(tx: Transaction, context: ApiContext, { key, ...refund }: z.output<typeof ownerRefund>) {
  const idempotency = { endpoint: 'payments.refund', key, body: refund };
  return withIdempotencyKey(tx, context, idempotency, () => createOwnerRefund(tx, context, refund));
}

async function createOwnerRefund(
  tx: Transaction,
  context: ApiContext,
  { id: paymentId, reason, ...refund }: Omit<z.output<typeof ownerRefund>, 'key'>,
) {
  const { userId: actorId } = requireUser(context);
  const payment = await lockPayment(tx, context, paymentId);
  if (!payment) throw new AppError('NOT_FOUND', 'This payment doesn’t exist.');
  if (!isReceived(payment)) throw new AppError('CONFLICT', 'This payment hasn’t arrived, so it can’t be refunded.');
  const amount = parseEnteredAmount(refund.amount, getPaymentMoney(payment).currency);
  // A mismatched payment never counted, so there is nothing to decide.
  const decision = payment.status === 'confirmed' ? refund.decision : null;
  const issuing = await createIssueContext(tx, context);
  const id = await createRefund(tx, issuing, { paymentId, amount, reason, decision });
  if (decision === 'credited')
    await creditRefunded(tx, issuing, { documentId: payment.billingDocumentId, amount, reason });
  await recordRefund(tx, context, payment, { what: 'refunded', by: 'owner', actorId, amount, reason, decision });
  return { id };
}
