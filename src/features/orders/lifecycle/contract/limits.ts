// Separate from the contract so pages don't load the validator.

import type { FormUpload } from '#platform/pages/page-definitions.ts';

/** In characters. */
export const MAX_BRIEF_LENGTH = 5000;

/** In characters; applies to titles written by the site and by the owner. */
export const MAX_TITLE_LENGTH = 120;

export const MAX_SERVICE_QUANTITY = 99;

export const MAX_QUOTE_LINE_ITEMS = 20;

/** Number of monthly installments for a balance (term 4). */
export const MIN_INSTALLMENTS = 2;
export const MAX_INSTALLMENTS = 6;

/** Number of milestones for a balance. */
export const MAX_MILESTONES = 12;

/** Upload limits for the order and booking forms, which people without an account can use. */
export const orderFormUpload: FormUpload = {
  maxBytes: 20 * 1024 * 1024,
  rateLimit: { name: 'order forms', maxAttempts: 30, windowSeconds: 3600 },
};
