// The public API of this feature on the server.
export { applyChanges, createDraft, updateDraft } from './actions/drafts.ts';
export { type EntryStore, getEntry, lockEntry, type WritingContext } from './actions/entries.ts';
export { type PreviewContext, renderPreview } from './actions/previews.ts';
export { getPublicFacets, getPublicPage } from './actions/public-list.ts';
export { parseScheduledInstant } from './actions/scheduling.ts';
export type { TransitionInput } from './actions/transitions.ts';
export { createEditingHandlers } from './handlers/editing.ts';
export { type PublishingJobServices, publishScheduledEntriesJob } from './jobs.ts';
export {
  createDraftList,
  draftSummaryColumns,
  formatDraftDates,
  latestCoverId,
  latestText,
} from './queries/draft-list.ts';
export {
  countSamples,
  type EntrySource,
  findLastChange,
  incrementLikeCount,
  listSampleCovers,
} from './queries/entries.ts';
export { countPublic } from './queries/facets.ts';
export { invalidateEntry } from './queries/invalidation.ts';
export { createPublicEntries, seoColumns } from './queries/public-entries.ts';
export { insertRevision, insertRevisions, type RevisionStore } from './queries/revisions.ts';
export { generateUniqueSlug } from './queries/slugs.ts';
export { listPageTags, postTags, projectTags } from './rules/cache-tags.ts';
export { estimateWordCount } from './rules/content.ts';
export { slugOf } from './rules/slugs.ts';
export { entryColumns, revisionColumns } from './tables.ts';
