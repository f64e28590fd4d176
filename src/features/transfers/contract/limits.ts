// Apart from the contract, so that pages have them without a validator.

/** Where what is moved in comes from. */
export const importSources = ['freehold', 'ghost', 'wordpress', 'markdown'] as const;

/** An import waits for a word, then for its turn, and then it is done or was not possible. */
export const importStates = ['waiting', 'queued', 'done', 'failed'] as const;

/** An archive has at most so many bytes. */
export const LARGEST_ARCHIVE = 100 * 1024 * 1024;

/** Without script it is held in memory as a whole, so that it may be less. */
export const LARGEST_PLAIN_ARCHIVE = 25 * 1024 * 1024;

/** So many posts of an archive are shown at once. */
export const PREVIEW_SIZE = 50;
