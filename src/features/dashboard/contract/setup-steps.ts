/**
 * What an owner does once, so that the site is theirs, safe and reachable; in the order in which it is shown. Apart from
 * the contract, so that pages know it without a validator.
 */
export const setupSteps = ['profile', 'two-step', 'post', 'samples', 'legal', 'payments', 'mail', 'address'] as const;
export type SetupStep = (typeof setupSteps)[number];
