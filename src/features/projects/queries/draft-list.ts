import { eq, isNull, or, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { pictures } from '#features/media/index.ts';
import {
  createDraftList,
  draftSummaryColumns,
  formatDraftDates,
  latestCoverId,
  latestText,
} from '#features/publishing/index.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { DraftSummary } from '../contract/drafts.ts';
import { isOwnProject } from '../rules/authors.ts';
import { projects, projectSource } from '../tables.ts';

/** The projects that a user may edit, and the rows of the draft list. */
export const projectDrafts = createDraftList({
  source: projectSource,
  isOwn: (_db, { userId, role }) =>
    or(eq(projects.authorId, userId), role === 'owner' ? isNull(projects.authorId) : undefined),
  select: (db, which, orderBy) =>
    db
      .select({
        ...draftSummaryColumns(projects),
        summary: latestText(projects, projects.summary),
        authorName: sql<string>`coalesce(${users.name}, ${projects.owner})`,
        authorId: projects.authorId,
        priceMinor: sql<MinorUnits>`coalesce((${projects.unpublishedChanges} #>> '{price,minor}')::integer, ${projects.priceAmount})`,
        currency: sql<string>`coalesce(${projects.unpublishedChanges} #>> '{price,currency}', ${projects.currency})`,
        starsTenths: projects.ratingTenths,
        forks: projects.forks,
        words: projects.wordCount,
        publishedAt: projects.publishedOn,
      })
      .from(projects)
      .leftJoin(users, eq(users.id, projects.authorId))
      .leftJoin(pictures, eq(pictures.id, latestCoverId(projects)))
      .where(which)
      .orderBy(...orderBy),
  toSummary: ({ authorId, priceMinor, currency, starsTenths, ...row }, viewer): DraftSummary => ({
    ...row,
    ...formatDraftDates(row),
    isOwn: isOwnProject(viewer, authorId),
    price: { minor: priceMinor, currency },
    stars: starsTenths / 10,
  }),
});
