import { findBillingDocument } from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { lockDocument, findPayment, findPaymentForUpdate, type PaymentRow } from '../queries/payments.ts';
import { listPaymentListeners } from '../rules/payment-listener.ts';

/**
 * Locks what was sold, then the document, then the payment: every transaction takes these locks in this order. Returns
 * null if the payment does not exist.
 */
export async function lockPayment(
  tx: Transaction,
  services: Pick<ApiServices, 'features'>,
  id: number,
): Promise<PaymentRow | null> {
  const payment = await findPayment(tx, id);
  const document = payment && (await findBillingDocument(tx, payment.billingDocumentId));
  if (!document) return null;
  for (const { lockForPayment } of listPaymentListeners(services)) await lockForPayment(tx, document);
  await lockDocument(tx, document.id);
  return findPaymentForUpdate(tx, id);
}
