import type {
  MovementKind,
  PaymentMethod,
  PaymentStatus,
  RefundDecision,
  RefundOrigin,
  RefundStatus,
} from '../contract/enums.ts';

export const paymentMethodLabels: Readonly<Record<PaymentMethod, string>> = {
  stripe: 'Card',
  paypal: 'PayPal',
  bank_transfer: 'Bank transfer',
  bkash: 'bKash',
  nagad: 'Nagad',
};

export const paymentStatusLabels: Readonly<Record<PaymentStatus, string>> = {
  pending: 'Under way',
  in_review: 'Waits for confirmation',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  failed: 'Not paid',
  amount_mismatch: 'Other amount',
};

export const movementLabels: Readonly<Record<MovementKind, string>> = {
  payment: 'Payment',
  system: 'Refund',
  provider: 'Refund at the provider',
  dispute: 'Dispute',
  reinstated: 'Dispute won',
};

export const refundDecisionLabels: Readonly<Record<RefundDecision | 'pending', string>> = {
  pending: 'Waiting for your decision',
  credited: 'Credited',
  owed: 'Owed again',
};

/** Returns the state of a refund or dispute as shown to the owner. */
export function refundStateLabel({ origin, state }: { origin: RefundOrigin; state: RefundStatus }): string {
  if (state === 'dispute_won') return 'Dispute won';
  if (state === 'failed') return 'Not refunded';
  if (origin === 'dispute') return 'Disputed';
  return state === 'pending' ? 'Refund in progress' : 'Refunded';
}
