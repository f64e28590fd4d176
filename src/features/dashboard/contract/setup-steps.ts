/**
 * Steps to make the site the owner's, safe and reachable, in display order. Separate from the contract so pages don't
 * load the validator.
 */
export const setupSteps = [
  'profile',
  'two_factor',
  'post',
  'sample_content',
  'legal',
  'payments',
  'email',
  'site_url',
] as const;
export type SetupStep = (typeof setupSteps)[number];
