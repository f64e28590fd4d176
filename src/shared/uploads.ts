/** What an uploaded picture may be, as its content type. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** An uploaded picture has at most so many bytes (security page, "service"). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** What a document is, by what its bytes are. */
export const FILE_TYPES = ['application/pdf', 'application/zip'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** The content types that a document may come under: some systems call a ZIP by an older name. */
export const ACCEPTED_FILE_TYPES = [...FILE_TYPES, 'application/x-zip-compressed'] as const;

/** An uploaded document has at most so many bytes. */
export const LARGEST_DOCUMENT = 50 * 1024 * 1024;
