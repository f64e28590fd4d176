// Apart from the shapes, since forms in the browser know these and no validator.

/** The longest brief, in characters. */
export const LONGEST_BRIEF = 5000;

/** The longest title of an order that the site or its owner writes, in characters. */
export const LONGEST_TITLE = 120;

/** The most of one service that can be asked for. */
export const MOST_OF_A_SERVICE = 99;

/** The most lines that a quote has. */
export const MOST_QUOTE_LINES = 20;

/** In how many monthly installments a balance can be paid (term 4). */
export const FEWEST_INSTALLMENTS = 2;
export const MOST_INSTALLMENTS = 6;

/** The longest testimonial, in characters: what a reader still takes in at a glance. */
export const LONGEST_TESTIMONIAL = 600;

/** The longest role, and the longest name of a company, in characters. */
export const LONGEST_ROLE = 80;
