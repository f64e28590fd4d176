import { toPublishingState, type EntryActor } from '#features/publishing/rules/transitions.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import type { DraftSummary } from '../contract/editing.ts';

/** Converts a post to a row of the draft list. */
export function toDraftListItem(line: DraftSummary, role: EntryActor['role']) {
  const { id, slug, title, category, authorName, isOwn, editedAt, publishedAt, scheduledFor } = line;
  const isPublic = line.status === 'published' && line.deletedAt === null;
  return {
    key: String(id),
    title,
    category,
    authorName,
    changedAt: editedAt,
    publishedAt,
    scheduledFor,
    standing: toPublishingState(line),
    writer: { role, own: isOwn },
    editPath: dashboardPaths.updateBlog(id),
    previewPath: dashboardPaths.previewBlog(id),
    publicPath: isPublic ? paths.post(slug) : undefined,
  };
}
