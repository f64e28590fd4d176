import type { PaymentState } from '../contract/states.ts';

/** What became of a payment, as people read it. */
export const paymentStateLabels: Readonly<Record<PaymentState, string>> = {
  started: 'Under way',
  in_review: 'Waits for confirmation',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  failed: 'Not paid',
  mismatched: 'Other amount',
};
