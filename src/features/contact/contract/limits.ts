// Separate from the schemas so forms in the browser don't load the validator.

export const MAX_SUBJECT_LENGTH = 120;

/** In characters: an amount or a few words. */
export const MAX_BUDGET_LENGTH = 60;

/** Maximum length of messages and replies, in characters. */
export const MAX_MESSAGE_LENGTH = 5000;

export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Forms filled in faster than this (in milliseconds) are caught as spam. */
export const MIN_SUBMIT_MS = 3000;

/** Allowed file name extensions. */
export const allowedFileExtensions = [
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'webp',
  'avif',
  'gif',
  'heic',
  'txt',
  'md',
  'csv',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'odt',
  'ods',
  'odp',
  'rtf',
  'zip',
] as const;
