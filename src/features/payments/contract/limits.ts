/** Days that a picture of a transfer is kept after its payment was confirmed or rejected. */
export const PROOF_RETENTION_DAYS = 90;

/** Pages other than the document's own that a document is paid from: those of bookings. */
export const RETURN_PATH_PATTERN = /^\/(?:booking\/\d+\.[\w-]+|dashboard\/bookings\/\d+)$/;
