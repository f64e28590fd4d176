/** By what a client pays (term 3): the first two by their providers, the others by hand, for the owner to confirm. */
export const paymentMethods = ['stripe', 'paypal', 'bank', 'bkash', 'nagad'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What became of a payment: by hand it is in review until the owner confirms or rejects it. */
export const paymentStates = ['started', 'in_review', 'confirmed', 'rejected', 'failed'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const refundStates = ['started', 'done', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];
