/** Accepted content types of images. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** The largest image, in bytes (security page, "service"). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** File types, detected from the content. */
export const FILE_TYPES = ['application/pdf', 'application/zip'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** Accepted content types of files: some systems use an older name for ZIP. */
export const ACCEPTED_FILE_TYPES = [...FILE_TYPES, 'application/x-zip-compressed'] as const;

/** The largest file, in bytes. */
export const MAX_DOCUMENT_SIZE = 50 * 1024 * 1024;
