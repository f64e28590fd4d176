import type { ClientPayment } from '../contract/checkout.ts';
import { type PaymentMethod, paymentMethods } from '../contract/enums.ts';

/** The payments that a client is shown, newest first: of those that came to nothing, the last one alone. */
export function filterClientPayments(payments: readonly ClientPayment[]): ClientPayment[] {
  return payments.filter(({ state }, place) => place === 0 || (state !== 'failed' && state !== 'started'));
}

/** What a client reads on coming back to the document. */
export type PaymentNoticeKind = 'confirming' | 'arrived' | 'cancelled' | 'failed' | 'told' | null;

/** What is known once somebody comes back from a provider, or told of a transfer, by what stands in the address. */
export function getPaymentNotice(
  payments: readonly Pick<ClientPayment, 'method' | 'state'>[],
  came: {
    readonly paid: PaymentMethod | null;
    readonly cancelled: PaymentMethod | null;
    readonly told: PaymentMethod | null;
  },
): PaymentNoticeKind {
  const last = (method: PaymentMethod) => payments.find(payment => payment.method === method)?.state;
  if (came.paid) {
    const state = last(came.paid);
    if (state === 'confirmed') return 'arrived';
    if (state === 'started') return 'confirming';
    return state === 'failed' ? 'failed' : null;
  }
  if (came.cancelled && last(came.cancelled) === 'started') return 'cancelled';
  return came.told && last(came.told) === 'in_review' ? 'told' : null;
}

/** A method that stands in an address; null for any other word. */
export function parsePaymentMethod(text: string | null): PaymentMethod | null {
  return paymentMethods.find(method => method === text) ?? null;
}
