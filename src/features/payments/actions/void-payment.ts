import type { z } from 'zod';
import {
  cancelReceipt,
  createIssueContext,
  findBillingDocument,
  getAmountDue,
  insertAdjustment,
  insertLedgerEntry,
} from '#features/billing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import type { voidedPayment } from '../contract/invoices.ts';
import { updatePaymentStatus } from '../queries/payments.ts';
import { getPendingRefundAmount, listRefundsByPayment, updateRefundStatus } from '../queries/refunds.ts';
import { findVoidObstacle } from '../queries/voids.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import { paidText } from '../rules/sent.ts';
import { notifyClient } from './notifications.ts';
import { lockPayment } from './payments.ts';
import { cancelPendingRefunds, recordRefund, refundOverpayment } from './refunds.ts';

/**
 * Voids a payment that was recorded or confirmed by mistake: a counter-entry in the ledger, and a document that cancels
 * the receipt. Refunds of it that weren't sent are canceled. Throws NOT_FOUND for an unknown payment, and CONFLICT if it
 * was refunded or made through a provider.
 */
export async function voidPayment(
  tx: Transaction,
  context: ApiContext,
  { id, reason, notifiesClient }: z.output<typeof voidedPayment>,
) {
  const payment = await lockPayment(tx, context, id);
  const document = payment && (await findBillingDocument(tx, payment.billingDocumentId));
  if (!document) throw new AppError('NOT_FOUND', 'This payment doesn’t exist.');
  const obstacle = await findVoidObstacle(tx, payment);
  if (obstacle) throw new AppError('CONFLICT', obstacle);
  const { userId: actorId } = requireUser(context);
  const issuing = await createIssueContext(tx, context);
  const { amount, billingDocumentId } = payment;
  const postedAt = new Date(issuing.now.epochMilliseconds);
  const adjustmentId = await insertAdjustment(tx, { reason, actorId, createdAt: postedAt });
  await updatePaymentStatus(tx, id, { state: 'voided', at: postedAt, reason }, ['confirmed']);
  await insertLedgerEntry(tx, { billingDocumentId, kind: 'voided', amount, paymentId: id, adjustmentId, postedAt });
  await cancelReceipt(tx, issuing, { paymentId: id, reason });
  await cancelExcessRefunds(tx, issuing.now, { id, billingDocumentId });
  await recordRefund(tx, context, payment, { what: 'payment_voided', by: 'owner', actorId, amount, reason });
  await refundOverpayment(tx, context, payment);
  if (notifiesClient)
    await notifyClient(tx, context, document, 'payment_voided', about => ({
      ...about,
      amount: paidText(payment),
      method: paymentMethodLabels[payment.method],
      reason,
    }));
  return { done: true as const };
}

/** Cancels the refunds of a voided payment, and those of others for which there is no overpayment any more. */
async function cancelExcessRefunds(
  tx: Transaction,
  now: Temporal.Instant,
  { id, billingDocumentId }: { readonly id: number; readonly billingDocumentId: number },
): Promise<void> {
  const overpaid = Math.max(0, 0 - (await getAmountDue(tx, billingDocumentId)));
  const at = new Date(now.epochMilliseconds);
  for (const refund of await listRefundsByPayment(tx, id))
    await updateRefundStatus(tx, refund.id, { state: 'failed', at, reference: null });
  const pending = await getPendingRefundAmount(tx, billingDocumentId);
  await cancelPendingRefunds(tx, now, billingDocumentId, toMinorUnits(Math.max(0, pending - overpaid)));
}
