import { and, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { posts } from '#features/blog/index.ts';
import { pictures } from '#features/media/index.ts';
import { projects } from '#features/projects/index.ts';
import { countRows } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { idSection, type ListOrder, listPage, type ListSection } from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import type { ModeratedComment, ModerationQuery } from '../contract/schemas.ts';
import { toCommentAuthor, toCommentSubject } from '../rules/comment-dto.ts';
import { commentDigests, commentReports, comments } from '../tables.ts';
import { bylineColumns, commentColumns, subjectColumns } from './comments.ts';

const hasOpenReports = sql`${comments.id} in (select comment_id from comment_reports where dismissed_at is null)`;
const isHeld = sql`${comments.state} = 'pending'`;

/** Reported, not removed, and not yet reviewed. */
const reported = and(hasOpenReports, sql`${comments.state} in ('pending', 'published')`);

/** The part of {@link reported} that is not held. Together with held comments, it is everything to review. */
const reportedShown = and(hasOpenReports, sql`${comments.state} = 'published'`);

const waits = or(isHeld, reportedShown);

function selectModerated(db: Db) {
  return db
    .select({
      ...commentColumns,
      ...bylineColumns,
      email: users.email,
      reports: sql<
        string[]
      >`array(select ${commentReports.reason} from ${commentReports} where ${commentReports.commentId} = ${comments.id} and ${commentReports.dismissedAt} is null order by ${commentReports.createdAt})`,
      ...subjectColumns,
    })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.authorId))
    .leftJoin(pictures, eq(pictures.id, sql`coalesce(${users.avatarId}, ${comments.avatarId})`))
    .leftJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(projects, eq(projects.id, comments.projectId));
}

function toModerated(row: Awaited<ReturnType<typeof selectModerated>>[number]): ModeratedComment {
  const byline = toCommentAuthor(row);
  return {
    id: row.id,
    author: byline && { ...byline, email: row.email },
    body: row.body,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    isReply: row.parentId !== null,
    reports: row.reports,
    subject: toCommentSubject(row),
  };
}

/** Comments to review are selected by {@link waitingSection} and {@link countWaitingRows}. */
const filters: Readonly<Record<NonNullable<ModerationQuery['state']>, SQL | undefined>> = {
  needs_review: undefined,
  pending: isHeld,
  reported,
  published: eq(comments.state, 'published'),
  removed: eq(comments.state, 'removed'),
  spam: eq(comments.state, 'spam'),
};

/** Deleted comments can't be moderated. */
const hasBody = ne(comments.body, '');

function matching({ search, state }: Pick<ModerationQuery, 'search' | 'state'>): SQL | undefined {
  return and(
    hasBody,
    state ? filters[state] : undefined,
    search ? sql`${comments.id} in (${matchingIds(toLikePattern(search))})` : undefined,
  );
}

/** Ids of comments whose text or author name matches; each part uses its own index. */
const matchingIds = (like: string) => sql`
  select id from comments where body ilike ${like}
  union all select id from comments where author_name ilike ${like}
  union all select comment.id from users join comments comment on comment.author_id = users.id
    where (users.name || E'\\n' || users.email::text) ilike ${like}`;

const byId = (descending: boolean): ListOrder => ({
  from: comments,
  keys: [comments.id],
  descending,
  cursor: comments.id,
});

/** Imported comments have newer ids than their dates suggest. */
const byDate: ListOrder = { ...byId(true), keys: [comments.createdAt, comments.id] };

/** Returns the section of the comments to review: held and reported ones, each found in its own index. */
function waitingSection(db: Db, which: SQL | undefined): ListSection<{ id: number }> {
  return {
    order: byDate,
    select: async ({ seek, orderBy, limit, offset }) => {
      const part = (ofPart: SQL | undefined) =>
        sql`(select ${comments.id}, ${comments.createdAt} from ${comments} where ${and(which, ofPart, seek)}
          order by ${sql.join(orderBy, sql`, `)} limit ${offset + limit})`;
      const { rows } = await db.execute<{ id: number }>(sql`
        select id from (${part(isHeld)} union all ${part(reportedShown)}) as ${comments}
        order by ${sql.join(orderBy, sql`, `)} limit ${limit} offset ${offset}`);
      return rows;
    },
    has: async cursor => (await db.$count(comments, and(eq(comments.id, Number(cursor)), waits))) > 0,
    count: () => countWaitingRows(db, which),
  };
}

/** Counts the held and reported comments that match `which`. Each part uses its own index. */
function countWaitingRows(db: Db, which: SQL | undefined): Promise<number> {
  const part = (ofPart: SQL | undefined) => sql`select from ${comments} where ${and(which, ofPart)}`;
  return countRows(db, sql`(${part(isHeld)} union all ${part(reportedShown)})`);
}

/** Returns the list's sections: comments to review first, then the rest, each newest first. */
function sectionsOf(
  db: Db,
  { sort, ...filter }: ModerationQuery,
): [ListSection<{ id: number }>, ...ListSection<{ id: number }>[]] {
  const which = matching(filter);
  const isReview = filter.state === 'needs_review';
  if (sort !== 'pending_first') {
    return [idSection(db, byId(sort !== 'oldest'), comments.id, isReview ? and(which, waits) : which)];
  }
  if (isReview) return [waitingSection(db, which)];
  return [waitingSection(db, which), idSection(db, byId(true), comments.id, and(which, sql`(${waits}) is not true`))];
}

/** Lists one page of all comments, for the owner. */
export async function listModeratedComments(db: Db, query: ModerationQuery): Promise<ModeratedComment[]> {
  const ids = (await listPage(query, sectionsOf(db, query))).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await selectModerated(db).where(inArray(comments.id, ids));
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)).map(toModerated);
}

/** Counts the comments that the owner's filters leave; see {@link countRows}. */
export function countModeratedComments(db: Db, query: Pick<ModerationQuery, 'search' | 'state'>): Promise<number> {
  if (query.state === 'needs_review') return countWaitingRows(db, matching(query));
  return countRows(db, db.select({ one: sql`1` }).from(comments).where(matching(query)));
}

/** Returns a comment as the owner sees it. */
export async function getModeratedComment(db: Db, id: number): Promise<ModeratedComment> {
  const [row] = await selectModerated(db).where(eq(comments.id, id));
  if (!row) throw new Error('The comment doesn’t exist.');
  return toModerated(row);
}

/** Counts comments to review, by reason; with `since`, only those that came after it. */
export async function getModerationCounts(db: Db, since?: Date): Promise<{ pending: number; reported: number }> {
  const after = since
    ? or(
        gt(comments.createdAt, since),
        gt(comments.editedAt, since),
        sql`exists (select 1 from ${commentReports} where ${commentReports.commentId} = ${comments.id} and ${commentReports.createdAt} > ${since.toISOString()}::timestamptz)`,
      )
    : undefined;
  const counted = (which: SQL | undefined) => sql`(select count(*)::int from ${comments} where ${which})`;
  const { rows } = await db.execute<{ pending: number; reported: number }>(
    sql`select ${counted(and(hasBody, isHeld, after))} as pending, ${counted(and(hasBody, reported, after))} as reported`,
  );
  return rows[0] ?? { pending: 0, reported: 0 };
}

/** Inserts a report; returns false if the user had already reported the comment. */
export async function insertReport(tx: Transaction, report: typeof commentReports.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(commentReports).values(report).onConflictDoNothing();
  return rowCount === 1;
}

const isOpenReportOn = (commentId: number) =>
  and(eq(commentReports.commentId, commentId), isNull(commentReports.dismissedAt));

/** Counts the unreviewed reports of a comment. */
export function countOpenReports(db: Db, commentId: number): Promise<number> {
  return db.$count(commentReports, isOpenReportOn(commentId));
}

/** Marks the reports of a comment as reviewed. */
export async function dismissReports(tx: Transaction, commentId: number, at: Date): Promise<void> {
  await tx.update(commentReports).set({ dismissedAt: at }).where(isOpenReportOn(commentId));
}

/** Returns when the last digest was sent. */
export async function findLastDigestSentAt(db: Db): Promise<Date | undefined> {
  const [row] = await db.select({ lastSentAt: commentDigests.lastSentAt }).from(commentDigests);
  return row?.lastSentAt;
}

/** Saves when the last digest was sent. */
export async function upsertLastDigestSentAt(tx: Transaction, lastSentAt: Date): Promise<void> {
  await tx
    .insert(commentDigests)
    .values({ lastSentAt })
    .onConflictDoUpdate({ target: commentDigests.isSingleton, set: { lastSentAt } });
}
