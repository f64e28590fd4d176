/** Kinds of offers, each with its own list, in the order of the pricing page. */
export const offerKinds = ['plan', 'service', 'package', 'consultation', 'feature', 'specialized'] as const;
export type OfferKind = (typeof offerKinds)[number];
