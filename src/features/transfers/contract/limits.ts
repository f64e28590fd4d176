// Apart from the contract, so that pages have them without a validator.

/** Where what is moved in comes from. */
export const importSources = ['freehold', 'ghost', 'wordpress', 'markdown'] as const;

/** An import waits for a word, then for its turn, and then it is done or was not possible. */
export const importStates = ['waiting', 'queued', 'running', 'done', 'failed'] as const;

/** An archive sent without script is held in memory, so it has at most so many bytes. */
export const LARGEST_PLAIN_ARCHIVE = 25 * 1024 * 1024;

/** So many posts and projects of an archive are shown at once. */
export const PREVIEW_SIZE = 50;

/** At most so many of the files that are left out, the posts that were made and similar are named. */
export const MOST_NAMED = 200;

/** Parts of what an archive holds that can be looked at by themselves; `noted` is what somebody should look at. */
export const previewParts = ['all', 'posts', 'projects', 'noted', 'present', 'refused'] as const;
export type PreviewPart = (typeof previewParts)[number];
