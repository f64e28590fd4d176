/** Methods whose provider reports the payment status automatically. */
export const providerNames = ['stripe', 'paypal'] as const;
export type ProviderName = (typeof providerNames)[number];

/** Methods for which the owner checks whether the money arrived. */
export const manualMethods = ['bank_transfer', 'bkash', 'nagad'] as const;

/** Methods of payments that the owner records. */
export const recordedMethods = [...manualMethods, 'cash', 'card_terminal', 'other'] as const;

/** How a client pays (term 3). */
export const paymentMethods = [...providerNames, ...recordedMethods] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Returns whether the owner, not a provider, knows that the money arrived (term 3). */
export function isManualMethod(method: PaymentMethod): method is (typeof recordedMethods)[number] {
  return recordedMethods.some(name => name === method);
}

/**
 * The provider holds the money of a `processing` payment. Manual payments are `in_review` until the owner confirms or
 * rejects them; `amount_mismatch` means that a different amount arrived, which settles nothing. The owner has confirmed
 * or recorded a `voided` one by mistake.
 */
export const paymentStatuses = [
  'pending',
  'processing',
  'in_review',
  'confirmed',
  'rejected',
  'failed',
  'amount_mismatch',
  'voided',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** States in which the outcome of a payment is asked for at its provider. */
export const unsettledStates = ['pending', 'processing'] as const satisfies readonly PaymentStatus[];

/** State of a refund or dispute: of `failed` ones, the client got no money; `dispute_won` brought it back. */
export const refundStatuses = ['pending', 'succeeded', 'failed', 'dispute_won'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** States in which money has left the payment, or is about to. */
export const leavingStates = ['pending', 'succeeded'] as const satisfies readonly RefundStatus[];

/** The owner's options for a refunded or disputed amount: credit the invoice, or keep the amount due. */
export const refundDecisions = ['credited', 'owed'] as const;
export type RefundDecision = (typeof refundDecisions)[number];

/** Who caused the refund: the site; the owner, at the provider; or a client who disputed the payment there. */
export const refundOrigins = ['system', 'provider', 'dispute'] as const;
export type RefundOrigin = (typeof refundOrigins)[number];

/**
 * Kinds of money movements in the payments export: `system` and `provider` are refunds, `reinstated` a won dispute, and
 * `refund_failed` a refund whose money came back.
 */
export type MovementKind = 'payment' | 'voided' | RefundOrigin | 'reinstated' | 'refund_failed';

/** State of a saved card: `pending` until the provider has saved it, `removed` ones are never charged. */
export const cardStatuses = ['pending', 'active', 'removed'] as const;
