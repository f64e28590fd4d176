import { standingOf, type Writer } from '#features/publishing/rules/transitions.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import type { DraftLine } from '../contract/drafts.ts';

/** A day as an instant that falls on it wherever people live. */
export function noonOf(day: string | null): string | null {
  return day && `${day}T12:00:00Z`;
}

/** A project as the list of those who write shows it. */
export function lineOf(line: DraftLine, role: Writer['role']) {
  const { id, title, category, authorName, own, changedAt, publishedAt, scheduledFor } = line;
  const isPublic = line.status === 'published' && line.deletedAt === null;
  return {
    key: id,
    title,
    category,
    authorName,
    changedAt,
    publishedAt: noonOf(publishedAt),
    scheduledFor,
    standing: standingOf(line),
    writer: { role, own },
    editPath: dashboardPaths.updateProject(id),
    previewPath: dashboardPaths.previewProject(id),
    publicPath: isPublic ? paths.project(id) : undefined,
  };
}
