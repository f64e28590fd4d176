import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import { isManualMethod } from '../contract/enums.ts';
import { getPaymentListItem } from '../queries/list-payments.ts';
import { findPayment, updateMismatchAcknowledged } from '../queries/payments.ts';
import { findRefund, updateRefundError, updateReversalAcknowledged } from '../queries/refunds.ts';
import { processRefundQueue } from '../rules/queues.ts';
import { announceRejection, notifyRefundSent } from './notifications.ts';
import { lockPayment, rejectPayment } from './payments.ts';
import { completeRefund } from './refunds.ts';
import { settlePayment } from './settle-payment.ts';

const done = { done: true as const };

/** Confirms a manual payment with all its effects. Throws CONFLICT if it is not in review. */
export async function confirmManualPayment(tx: Transaction, services: ApiServices, { id }: { id: number }) {
  const payment = await findPayment(tx, id);
  if (!payment) throw unknownPayment();
  if (payment.status !== 'in_review' || !(await settlePayment(tx, services, payment, null))) throw alreadySettled();
  return getPaymentListItem(tx, services, id);
}

/** Rejects a manual payment and notifies the client. Throws CONFLICT if it is not in review. */
export async function rejectManualPayment(
  tx: Transaction,
  services: ApiServices,
  { id, reason }: { readonly id: number; readonly reason: string },
) {
  const payment = await lockPayment(tx, services, id);
  if (!payment) throw unknownPayment();
  const rejected = payment.status === 'in_review' && (await rejectPayment(tx, services.now(), id, reason));
  if (!rejected) throw alreadySettled();
  await announceRejection(tx, services, rejected);
  return getPaymentListItem(tx, services, id);
}

const unknownPayment = () => new AppError('NOT_FOUND', 'This payment doesn’t exist.');

const alreadySettled = () =>
  new AppError('CONFLICT', 'This payment was already confirmed or rejected. Reload to see the latest version.');

/** Marks a mismatched payment as acknowledged. */
export async function acknowledgeMismatch(tx: Transaction, { now }: Pick<ApiServices, 'now'>, { id }: { id: number }) {
  if (!(await updateMismatchAcknowledged(tx, id, toDate(now())))) throw unknownPayment();
  return done;
}

/** Marks a refund or dispute at a provider as acknowledged. Throws CONFLICT while it waits for the owner's decision. */
export async function acknowledgeReversal(tx: Transaction, { now }: Pick<ApiServices, 'now'>, { id }: { id: number }) {
  const found = await findRefund(tx, id);
  if (found?.refund.decision === 'pending')
    throw new AppError('CONFLICT', 'First, credit the invoice or ask the client to pay again.');
  if (!(await updateReversalAcknowledged(tx, id, toDate(now()))))
    throw new AppError('NOT_FOUND', 'This refund or dispute doesn’t exist.');
  return done;
}

/**
 * Records that the owner sent a refund, and notifies the client. Throws CONFLICT if a provider still has to send it, or
 * if it is already done.
 */
export async function markRefundSent(
  tx: Transaction,
  services: ApiServices,
  { id, reference }: { readonly id: number; readonly reference: string },
) {
  const found = await findRefund(tx, id);
  if (!found) throw new AppError('NOT_FOUND', 'This refund doesn’t exist.');
  const { refund, payment } = found;
  if (!isManualMethod(payment.method) && refund.providerError === null)
    throw new AppError('CONFLICT', 'The provider sends this refund automatically.');
  if (!(await completeRefund(tx, services.now(), id, reference)))
    throw new AppError('CONFLICT', 'This refund was already sent.');
  await notifyRefundSent(tx, services, refund, payment, reference);
  return done;
}

/** Immediately retries a refund that the provider refused or that is waiting for its next attempt. */
export async function retryRefund(tx: Transaction, { jobs }: Pick<ApiServices, 'jobs'>, { id }: { id: number }) {
  const found = await findRefund(tx, id);
  if (!found || isManualMethod(found.payment.method)) throw new AppError('NOT_FOUND', 'This refund doesn’t exist.');
  if (found.refund.status !== 'pending') throw new AppError('CONFLICT', 'This refund was already sent.');
  await updateRefundError(tx, id, null);
  await jobs.enqueue(tx, processRefundQueue, { refundId: id }, { key: String(id), startsNow: true });
  return done;
}
