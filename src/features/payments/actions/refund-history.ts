import { findBillingDocument } from '#features/billing/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { PaymentRow } from '../queries/payments.ts';
import { listPaymentListeners, type RefundEvent } from '../rules/payment-listener.ts';
import { getPaymentMoney } from '../rules/received.ts';

/** Adds a refund or dispute of a payment to the history of the order it was for. */
export async function recordRefund(
  tx: Transaction,
  services: ApiServices,
  payment: PaymentRow,
  event: Pick<RefundEvent, 'what'> &
    Partial<Pick<RefundEvent, 'by' | 'actorId' | 'reason' | 'decision'>> & { readonly amount: MinorUnits },
): Promise<void> {
  const document = await findBillingDocument(tx, payment.billingDocumentId);
  if (!document) return;
  const amount = { minor: event.amount, currency: getPaymentMoney(payment).currency };
  const entry = { by: 'system', actorId: null, reason: null, decision: null, ...event, amount } as const;
  for (const { record } of listPaymentListeners(services)) {
    await record?.(tx, services, document, { ...entry, invoice: document.number });
  }
}
