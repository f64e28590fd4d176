import type { z } from 'zod';
import {
  cancelReceipt,
  createIssueContext,
  findBillingDocument,
  insertAdjustment,
  insertLedgerEntry,
  formatMethod,
} from '#features/billing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { voidedPayment } from '../contract/invoices.ts';
import { updatePaymentStatus } from '../queries/payments.ts';
import { listRefundsByPayment, updateRefundStatus } from '../queries/refunds.ts';
import { findVoidObstacle } from '../queries/voids.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import { paidText } from '../rules/sent.ts';
import { notifyClient } from './notifications.ts';
import { lockPayment } from './payments.ts';
import { cancelExcessRefunds, recordRefund, refundOverpayment } from './refunds.ts';

/**
 * Voids a payment that was recorded or confirmed by mistake: a counter-entry in the ledger, and a document that cancels
 * the receipt. Refunds of it that weren't sent are canceled. Throws NOT_FOUND for an unknown payment, and CONFLICT if it
 * was refunded or made through a provider.
 */
export async function voidPayment(
  tx: Transaction,
  context: ApiContext,
  { id, reason, notifiesClient }: Omit<z.output<typeof voidedPayment>, 'key'>,
) {
  const payment = await lockPayment(tx, context, id);
  const document = payment && (await findBillingDocument(tx, payment.billingDocumentId));
  if (!document) throw new AppError('NOT_FOUND', 'This payment doesn’t exist.');
  const obstacle = await findVoidObstacle(tx, payment);
  if (obstacle) throw new AppError('CONFLICT', obstacle);
  const { userId: actorId } = requireUser(context);
  const issuing = await createIssueContext(tx, context);
  const { amount, billingDocumentId } = payment;
  const postedAt = toDate(issuing.now);
  const adjustmentId = await insertAdjustment(tx, { reason, actorId, createdAt: postedAt });
  await updatePaymentStatus(tx, id, { state: 'voided', at: postedAt, reason }, ['confirmed']);
  await insertLedgerEntry(tx, { billingDocumentId, kind: 'voided', amount, paymentId: id, adjustmentId, postedAt });
  await cancelReceipt(tx, issuing, { paymentId: id, reason });
  for (const refund of await listRefundsByPayment(tx, id))
    await updateRefundStatus(tx, refund.id, { state: 'failed', at: postedAt, reference: null });
  await cancelExcessRefunds(tx, issuing.now, billingDocumentId);
  await recordRefund(tx, context, payment, { what: 'payment_voided', by: 'owner', actorId, amount, reason });
  await refundOverpayment(tx, context, payment);
  if (notifiesClient)
    await notifyClient(tx, context, document, 'payment_voided', about => ({
      ...about,
      amount: paidText(payment, about.language),
      method: formatMethod(paymentMethodLabels[payment.method], about.language),
      reason,
    }));
  return { done: true as const };
}
