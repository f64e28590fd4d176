/** Heading id of the step after a time was chosen. */
export const NEXT_STEP = 'next-step';
