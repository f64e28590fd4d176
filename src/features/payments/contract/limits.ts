/** A picture of a transfer is kept for so many days after its payment was confirmed or rejected. */
export const PROOF_RETENTION_DAYS = 90;

/** Pages of this site that a document is paid from beside its own: a consultation's. */
export const RETURN_PATH_PATTERN = /^\/(?:booking\/\d+\.[\w-]+|dashboard\/bookings\/\d+)$/;
