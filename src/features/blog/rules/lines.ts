import type { Standing, Writer } from '#features/publishing/rules.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import type { DraftLine } from '../contract/writing.ts';

/** Where a post stands, as its writers have it from the API. */
export function standingOfLine(line: DraftLine): Standing {
  const { status, hasPending, submittedAt, deletedAt } = line;
  return { status, hasPending, submitted: submittedAt !== null, deleted: deletedAt !== null };
}

/** A post as the list of those who write shows it. */
export function lineOf(line: DraftLine, role: Writer['role']) {
  const { id, slug, title, category, authorName, own, changedAt, publishedAt, scheduledFor } = line;
  const isPublic = line.status === 'published' && line.deletedAt === null;
  return {
    key: String(id),
    title,
    category,
    authorName,
    changedAt,
    publishedAt,
    scheduledFor,
    standing: standingOfLine(line),
    writer: { role, own },
    editPath: dashboardPaths.updateBlog(id),
    previewPath: dashboardPaths.previewBlog(id),
    publicPath: isPublic ? paths.post(slug) : undefined,
  };
}
