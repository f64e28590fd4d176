/** What an uploaded picture may be, as its content type. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** An uploaded picture has at most so many bytes (security page, "service"). */
export const LARGEST_UPLOAD = 5 * 1024 * 1024;

/** What a document is, by what its bytes are. */
export const documentKinds = ['application/pdf', 'application/zip'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The content types that a document may come under: some systems call a ZIP by an older name. */
export const documentTypes = [...documentKinds, 'application/x-zip-compressed'] as const;

/** An uploaded document has at most so many bytes. */
export const LARGEST_DOCUMENT = 50 * 1024 * 1024;
