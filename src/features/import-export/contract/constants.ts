// Separate from the contract so pages don't load the validator with them.

/** The programs that exports come from. */
export const importSources = ['freehold', 'ghost', 'wordpress', 'markdown'] as const;

/** Statuses of an import, in order. It is pending until the owner starts it. */
export const importStatuses = ['pending', 'queued', 'running', 'completed', 'failed'] as const;

/** Returns whether an import is queued or running and can't be changed. */
export const isUnderWay = (status: (typeof importStatuses)[number]) => status === 'queued' || status === 'running';

/** Posts and projects per page of a preview. */
export const PREVIEW_PAGE_SIZE = 50;

/** Maximum number of skipped files, imported posts etc. that are listed by name. */
export const MAX_NAMED = 200;

/** The filters of a preview; `with_notes` has the entries that the owner should check. */
export const previewFilters = ['all', 'posts', 'projects', 'with_notes', 'existing', 'invalid'] as const;
export type PreviewFilter = (typeof previewFilters)[number];
