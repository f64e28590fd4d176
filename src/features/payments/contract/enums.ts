/** Methods by a provider, which tells by itself what became of a payment. */
export const providerNames = ['stripe', 'paypal'] as const;
export type ProviderName = (typeof providerNames)[number];

/** Methods by hand: the owner looks whether the money is there. */
export const manualMethods = ['bank', 'bkash', 'nagad'] as const;
export type ManualPaymentMethod = (typeof manualMethods)[number];

/** By what a client pays (term 3). */
export const paymentMethods = [...providerNames, ...manualMethods] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * What became of a payment: by hand it is in review until the owner confirms or rejects it; `mismatched` where another
 * amount arrived than was asked for, which settles nothing.
 */
export const paymentStatuses = ['started', 'in_review', 'confirmed', 'rejected', 'failed', 'mismatched'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** State of a refund or dispute: `failed` moved no money, `dispute_won` moved it and brought it back. */
export const refundStatuses = ['started', 'done', 'failed', 'dispute_won'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** States in which money has left the payment, or is about to. */
export const leavingStates = ['started', 'done'] as const satisfies readonly RefundStatus[];

/** What the owner can decide about refunded or disputed money: the invoice is credited, or the amount is still owed. */
export const refundDecisions = ['credited', 'owed'] as const;
export type RefundDecision = (typeof refundDecisions)[number];

/** Who gave money back: the site; the owner, at the provider; or a client who disputed it there. */
export const refundOrigins = ['site', 'provider', 'dispute'] as const;
export type RefundOrigin = (typeof refundOrigins)[number];

/** What moves money, as the table of payments lists it: `site` and `provider` are refunds, `reinstated` a dispute that was won. */
export type MovementKind = 'payment' | RefundOrigin | 'reinstated';
