// Separate from the contract so pages don't load the validator.

/** In characters. */
export const MAX_TESTIMONIAL_LENGTH = 600;

/** In characters; applies to the role and to the company name. */
export const MAX_ROLE_LENGTH = 80;
