/** What is for sale, and what is said about it: each kind is a list of its own, in the order of the page of prices. */
export const offerKinds = ['plan', 'service', 'package', 'consultation', 'feature', 'specialized'] as const;
export type OfferKind = (typeof offerKinds)[number];
