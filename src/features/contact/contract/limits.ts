// Apart from the shapes, since forms in the browser know these and no validator.

/** The longest subject, in characters. */
export const LONGEST_SUBJECT = 120;

/** The longest budget, in characters: an amount, or some words. */
export const LONGEST_BUDGET = 60;

/** The longest message, and the longest answer, in characters. */
export const LONGEST_MESSAGE = 5000;

/** A file that comes with a message has at most so many bytes. */
export const LARGEST_FILE = 10 * 1024 * 1024;

/** Nobody fills the form in within so many milliseconds; programs do. */
export const HASTE = 3000;

/** What a file may be, by the ending of its name. */
export const fileEndings = [
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
