import { toPublishingState, type EntryActor } from '#features/publishing/rules/transitions.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import type { DraftSummary } from '../contract/drafts.ts';

/** Returns noon UTC of a day, which falls on that day in almost every time zone. */
export function toNoonInstant(day: string | null): string | null {
  return day && `${day}T12:00:00Z`;
}

/** Converts a project to a row of the draft list. */
export function toDraftListItem(line: DraftSummary, role: EntryActor['role']) {
  const { id, title, category, authorName, isOwn, editedAt, publishedAt, scheduledFor } = line;
  const isPublic = line.status === 'published' && line.deletedAt === null;
  return {
    key: id,
    title,
    category,
    authorName,
    changedAt: editedAt,
    publishedAt: toNoonInstant(publishedAt),
    scheduledFor,
    standing: toPublishingState(line),
    writer: { role, own: isOwn },
    editPath: dashboardPaths.updateProject(id),
    previewPath: dashboardPaths.previewProject(id),
    publicPath: isPublic ? paths.project(id) : undefined,
  };
}
