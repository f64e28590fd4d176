import { createIssueContext, findBillingDocument, getAmountDue } from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { subtractAmounts, toMinorUnits, sumAmounts } from '#shared/money-arithmetic.ts';
import { listConfirmedPaymentsByDocument, type PaymentRow } from '../queries/payments.ts';
import { getRefundedAmount, getPendingRefundAmount } from '../queries/refunds.ts';
import { recordRefund } from './refund-history.ts';
import { createRefund } from './refunds.ts';
import { notifyOverpayment } from './notifications.ts';

/**
 * Refunds what is not owed, for example after a double payment, a credited invoice, a lost slot or a won dispute. Uses
 * the payment that caused it first, then other payments of the same document.
 */
export async function refundOverpayment(
  tx: Transaction,
  services: ApiServices,
  { id, billingDocumentId }: Pick<PaymentRow, 'id' | 'billingDocumentId'>,
): Promise<void> {
  const issuing = await createIssueContext(tx, services);
  const owed = await getAmountDue(tx, billingDocumentId);
  let surplus = 0 - owed - (await getPendingRefundAmount(tx, billingDocumentId));
  const given = [];
  const others = await listConfirmedPaymentsByDocument(tx, billingDocumentId);
  for (const payment of others.toSorted((one, other) => Number(other.id === id) - Number(one.id === id))) {
    const left = subtractAmounts(payment.amount, await getRefundedAmount(tx, payment.id));
    const amount = toMinorUnits(Math.min(surplus, left));
    if (amount <= 0) continue;
    surplus -= amount;
    given.push(amount);
    const reason = 'More arrived than was asked for.';
    await createRefund(tx, issuing, { paymentId: payment.id, amount, reason });
    await recordRefund(tx, services, payment, { what: 'refunded', amount, reason });
  }
  const document = given.length > 0 ? await findBillingDocument(tx, billingDocumentId) : null;
  if (document) await notifyOverpayment(tx, services, document, sumAmounts(given));
}
