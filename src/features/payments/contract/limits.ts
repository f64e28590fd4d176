/** Retention of a payment proof, in days after its payment was confirmed or rejected. */
export const PROOF_RETENTION_DAYS = 90;

/** Pages with a payment form other than the document's own: those of bookings. */
export const RETURN_PATH_PATTERN = /^\/(?:booking\/\d+\.[\w-]+|dashboard\/bookings\/\d+)$/;
