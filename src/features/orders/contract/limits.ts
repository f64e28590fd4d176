/** The longest brief, in characters. */
export const LONGEST_BRIEF = 5000;
