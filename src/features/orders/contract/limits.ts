// Separate from the contract, so that pages don't load the validator with them.

import type { FormUpload } from '#platform/pages/page-definitions.ts';

/** The longest brief, in characters. */
export const MAX_BRIEF_LENGTH = 5000;

/** The longest title of an order that the site or its owner writes, in characters. */
export const MAX_TITLE_LENGTH = 120;

/** The most of one service that can be asked for. */
export const MAX_SERVICE_QUANTITY = 99;

/** The most lines that a quote has. */
export const MAX_QUOTE_LINE_ITEMS = 20;

/** In how many monthly installments a balance can be paid (term 4). */
export const MIN_INSTALLMENTS = 2;
export const MAX_INSTALLMENTS = 6;

/** The longest testimonial, in characters: what a reader still takes in at a glance. */
export const MAX_TESTIMONIAL_LENGTH = 600;

/** The longest role, and the longest name of a company, in characters. */
export const MAX_ROLE_LENGTH = 80;

/** The files that come with the form of an order or a booking, from somebody who may have no account. */
export const orderFormUpload: FormUpload = {
  maxBytes: 20 * 1024 * 1024,
  rateLimit: { name: 'order forms', maxAttempts: 30, windowSeconds: 3600 },
};
