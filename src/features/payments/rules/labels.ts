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
  pending: 'Pending',
  in_review: 'Waiting for confirmation',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  failed: 'Failed',
  amount_mismatch: 'Wrong amount',
};

export const movementLabels: Readonly<Record<MovementKind, string>> = {
  payment: 'Payment',
  system: 'Refund',
  provider: 'Provider refund',
  dispute: 'Dispute',
  reinstated: 'Dispute won',
};

export const refundDecisionLabels: Readonly<Record<RefundDecision | 'pending', string>> = {
  pending: 'Waiting for your decision',
  credited: 'Credited',
  owed: 'Due again',
};

/** Returns the state of a refund or dispute as shown to the owner. */
export function refundStateLabel({ origin, state }: { origin: RefundOrigin; state: RefundStatus }): string {
  if (state === 'dispute_won') return 'Dispute won';
  if (state === 'failed') return 'Refund failed';
  if (origin === 'dispute') return 'Disputed';
  return state === 'pending' ? 'Refund in progress' : 'Refunded';
}
