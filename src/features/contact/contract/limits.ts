// Apart from the shapes, since forms in the browser know these and no validator.

/** The longest subject, in characters. */
export const MAX_SUBJECT_LENGTH = 120;

/** The longest budget, in characters: an amount, or some words. */
export const MAX_BUDGET_LENGTH = 60;

/** The longest message, and the longest answer, in characters. */
export const MAX_MESSAGE_LENGTH = 5000;

/** A file that comes with a message has at most so many bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Nobody fills the form in within so many milliseconds; programs do. */
export const MIN_SUBMIT_MS = 3000;

/** What a file may be, by the ending of its name. */
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
