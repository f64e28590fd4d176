/** The longest comment, in characters. */
export const MAX_COMMENT_LENGTH = 2000;

/** The longest reason to report one, in characters. */
export const MAX_REPORT_REASON_LENGTH = 200;
