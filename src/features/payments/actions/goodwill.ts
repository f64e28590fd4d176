import { createIssueContext } from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { parseAmount } from '#features/pricing/index.ts';
import type { RefundDecision } from '../contract/enums.ts';
import { isReceived, getPaymentMoney } from '../rules/received.ts';
import { lockPayment } from './lock-payment.ts';
import { creditRefunded } from './refund-decisions.ts';
import { recordRefund } from './refund-history.ts';
import { createRefund } from './refunds.ts';

export interface OwnerRefund {
  readonly paymentId: number;
  /** As typed, such as "250" or "$1,200.50". */
  readonly amount: string;
  readonly reason: string;
  readonly decision: RefundDecision;
  readonly ownerId: string | null;
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
  await recordRefund(tx, services, payment, {
    what: 'refunded',
    by: 'owner',
    actorId: ownerId,
    amount,
    reason,
    decision,
  });
  return id;
}

function readRefundAmount(typed: string, currency: string): MinorUnits {
  const read = parseAmount(typed, currency);
  const wrong = 'error' in read ? read.error : read.amount.minor <= 0 ? 'Enter an amount above zero.' : null;
  if (wrong !== null) throw new AppError('UNPROCESSABLE', wrong, { amount: wrong });
  return 'amount' in read ? read.amount.minor : toMinorUnits(0);
}
