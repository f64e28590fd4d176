/** The id of the heading of what comes after a time was chosen. */
export const NEXT_STEP = 'next-step';
