/** Kinds of offers, each with its own list, in the order of the pricing page. */
export const offerKinds = [
  'plan',
  'service',
  'custom_package_detail',
  'consultation_option',
  'consultation_feature',
  'specialized_service',
] as const;
export type OfferKind = (typeof offerKinds)[number];
