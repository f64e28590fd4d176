/** A picture of a transfer is kept for so many days after its payment was confirmed or rejected. */
export const PROOF_DAYS = 90;
