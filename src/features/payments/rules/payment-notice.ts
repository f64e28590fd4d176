import type { MinorUnits } from '#shared/money.ts';
import type { ClientPayment, ClientRefund } from '../contract/checkout.ts';
import { type PaymentMethod, paymentMethods } from '../contract/enums.ts';

/**
 * Returns the payments to show to a client, newest first: an unfinished or failed one only if it is the latest, reached
 * the provider, and an amount is still due.
 */
export function filterClientPayments(payments: readonly ClientPayment[], amountDue: MinorUnits): ClientPayment[] {
  return payments.filter(({ status, isAutomatic, checkoutUrl }, place) => {
    if (status === 'pending' && checkoutUrl === null && !isAutomatic) return false;
    return (place === 0 && amountDue > 0) || (status !== 'failed' && status !== 'pending');
  });
}

/** Shown to a client who returns to the document. */
export type PaymentNoticeKind = 'confirming' | 'processing' | 'received' | 'canceled' | 'failed' | 'submitted' | null;

/** Returns the notice after a checkout or a reported transfer, from the payments and the URL's query. */
export function getPaymentNotice(
  payments: readonly Pick<ClientPayment, 'method' | 'status' | 'amount' | 'settledAt'>[],
  query: {
    readonly paid: PaymentMethod | null;
    readonly cancelled: PaymentMethod | null;
    readonly submitted: PaymentMethod | null;
  },
  amountDue: MinorUnits,
  refunds: readonly Pick<ClientRefund, 'amount' | 'createdAt'>[],
): PaymentNoticeKind {
  const last = (method: PaymentMethod) => payments.find(payment => payment.method === method)?.status;
  if (query.paid) {
    const paid = payments.find(({ method }) => method === query.paid);
    const state = paid?.status;
    const isRefunded = refunds.some(
      ({ amount, createdAt }) => paid?.settledAt != null && amount >= paid.amount && createdAt >= paid.settledAt,
    );
    if (state === 'confirmed') return isRefunded ? null : 'received';
    if (state === 'pending') return 'confirming';
    if (state === 'processing') return 'processing';
    return state === 'failed' && amountDue > 0 ? 'failed' : null;
  }
  if (query.cancelled && amountDue > 0 && last(query.cancelled) === 'pending') return 'canceled';
  return query.submitted && last(query.submitted) === 'in_review' ? 'submitted' : null;
}

/** Parses a payment method from a URL; null if unknown. */
export function parsePaymentMethod(text: string | null): PaymentMethod | null {
  return paymentMethods.find(method => method === text) ?? null;
}
