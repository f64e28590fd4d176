// What other parts of the product may import on the server.
export { newPublishDate } from './actions/publish-date.ts';
export { getPublicFacets, getPublicPage, type PublicList } from './actions/public-list.ts';
export { publishInTransaction, type RenderingOf } from './actions/rendering.ts';
export { assertVersion, countPreview, countSave, previewerOf, saveRevision } from './actions/revisions.ts';
export { parseScheduledInstant, toDate } from './actions/scheduling.ts';
export {
  type PublishableEntry,
  publishScheduledEntries,
  transitionEntry,
  type TransitionInput,
} from './actions/transitions.ts';
export { countPublic } from './queries/facets.ts';
export { invalidateEntry } from './queries/invalidation.ts';
export {
  getRevision,
  insertRevision,
  insertRevisions,
  listRevisions,
  type RevisionStore,
} from './queries/revisions.ts';
export { listPageTags, postTags, projectTags } from './rules/cache-tags.ts';
export { estimateWordCount } from './rules/content.ts';
export { slugOf } from './rules/slugs.ts';
export { type EntryActor, toPublishingState } from './rules/transitions.ts';
export { entryColumns, revisionColumns } from './tables.ts';
