/** In characters. */
export const MAX_COMMENT_LENGTH = 2000;

/** In characters. */
export const MAX_REPORT_REASON_LENGTH = 200;
