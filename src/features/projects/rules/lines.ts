import type { Standing, Writer } from '#features/publishing/rules.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import type { DraftLine } from '../contract/drafts.ts';

/** Where a project stands, as its writers have it from the API. */
export function standingOfLine(line: DraftLine): Standing {
  const { status, hasPending, submittedAt, deletedAt } = line;
  return { status, hasPending, submitted: submittedAt !== null, deleted: deletedAt !== null };
}

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
    standing: standingOfLine(line),
    writer: { role, own },
    editPath: dashboardPaths.updateProject(id),
    previewPath: dashboardPaths.previewProject(id),
    publicPath: isPublic ? paths.project(id) : undefined,
  };
}
