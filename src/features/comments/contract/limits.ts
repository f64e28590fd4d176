/** The longest comment, in characters. */
export const LONGEST_COMMENT = 2000;

/** The longest reason to report one, in characters. */
export const LONGEST_REASON = 200;
