import { aliasedTable, and, eq, exists, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { posts } from '#features/blog/index.ts';
import { pictureColumns } from '#features/media/index.ts';
import { projects } from '#features/projects/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { idSection, type ListOrder, listPage, orderTerms } from '#platform/database/paging.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnComment, OwnCommentsQuery } from '../contract/schemas.ts';
import { getEditDeadline } from '../rules/auto-moderation.ts';
import { toCommentSubject } from '../rules/comment-dto.ts';
import { hasSubject, comments } from '../tables.ts';
import type { CommentSubjectRow } from './subjects.ts';

/**
 * Returns a user with their comment statistics. Locks the row, so a user's simultaneous comments are moderated one
 * after the other. Throws FORBIDDEN if the account is locked or deleted.
 */
export async function getCommenter(tx: Transaction, userId: string) {
  const [person] = await tx
    .select({ id: users.id, name: users.name, role: users.role, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (!person || person.disabledAt) throw new AppError('FORBIDDEN', 'Your account can’t comment.');
  const [row] = await tx
    .select({
      approved: sql<number>`count(*) filter (where ${comments.approvedAt} is not null and ${comments.state} in ('published', 'pending'))::int`,
      spam: sql<number>`count(*) filter (where ${comments.state} = 'spam')::int`,
    })
    .from(comments)
    .where(eq(comments.authorId, userId));
  return { ...person, approvedCount: row?.approved ?? 0, spamCount: row?.spam ?? 0 };
}

/** Lists the texts of a user's comments on a post or project, without deleted comments and the comment `except`. */
export async function listCommentBodies(
  db: Db,
  authorId: string,
  subject: Pick<CommentSubjectRow, 'postId' | 'projectId'>,
  except = 0,
): Promise<string[]> {
  const rows = await db
    .select({ body: comments.body })
    .from(comments)
    .where(and(eq(comments.authorId, authorId), hasSubject(subject), ne(comments.id, except)));
  return rows.map(({ body }) => body);
}

/** Inserts a comment and returns its id. */
export async function insertComment(tx: Transaction, comment: typeof comments.$inferInsert): Promise<number> {
  const [row] = await tx.insert(comments).values(comment).returning({ id: comments.id });
  if (!row) throw new Error('The comment wasn’t saved.');
  return row.id;
}

/** Returns a comment, locked until the transaction ends. */
export async function findCommentForUpdate(tx: Transaction, id: number) {
  const [row] = await tx.select().from(comments).where(eq(comments.id, id)).for('update');
  return row;
}
export type CommentRow = NonNullable<Awaited<ReturnType<typeof findCommentForUpdate>>>;

export async function updateComment(
  tx: Transaction,
  id: number,
  change: Partial<typeof comments.$inferInsert>,
): Promise<void> {
  await tx.update(comments).set(change).where(eq(comments.id, id));
}

/** Returns whether a comment has replies, in any state. */
export async function hasReplies(db: Db, id: number): Promise<boolean> {
  return (await db.$count(comments, eq(comments.parentId, id))) > 0;
}

export async function deleteComment(tx: Transaction, id: number): Promise<void> {
  await tx.delete(comments).where(eq(comments.id, id));
}

const answers = aliasedTable(comments, 'answers');

/** Deletes comments removed before `before`; those with replies keep a placeholder. Returns how many. */
export async function deleteRemovedComments(tx: Transaction, before: Date): Promise<number> {
  const old = sql`${comments.removedAt} < ${before.toISOString()}::timestamptz`;
  const hasReply = exists(tx.select({ id: answers.id }).from(answers).where(eq(answers.parentId, comments.id)));
  const { rowCount: cleared } = await tx
    .update(comments)
    .set({ body: '', authorId: null, authorName: null, avatarId: null, designation: '', state: 'removed' })
    .where(and(old, ne(comments.body, ''), hasReply));
  const { rowCount: deleted } = await tx.delete(comments).where(and(old, sql`not ${hasReply}`));
  return (cleared ?? 0) + (deleted ?? 0);
}

/** Columns that all lists of comments show. */
export const commentColumns = {
  id: comments.id,
  parentId: comments.parentId,
  body: comments.body,
  state: comments.state,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
};

/** Columns of the author, for queries that join users and their pictures. */
export const bylineColumns = {
  userName: users.name,
  role: users.role,
  name: comments.authorName,
  designation: comments.designation,
  avatar: pictureColumns,
};

/** Columns of the post or project, for queries that join both tables. */
export const subjectColumns = {
  postSlug: posts.slug,
  postTitle: posts.title,
  postPublic: posts.isPublic,
  projectId: projects.id,
  projectTitle: projects.title,
  projectPublic: projects.isPublic,
};

function selectOwn(db: Db) {
  return db
    .select({ ...commentColumns, ...subjectColumns })
    .from(comments)
    .leftJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(projects, eq(projects.id, comments.projectId));
}

function toOwn(row: Awaited<ReturnType<typeof selectOwn>>[number]): OwnComment {
  const { id, parentId, body, state, createdAt, editedAt } = row;
  return {
    id,
    parentId,
    body,
    state: state === 'spam' ? 'removed' : state,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    editDeadline: getEditDeadline(createdAt).toString({ smallestUnit: 'millisecond' }),
    subject: toCommentSubject(row),
  };
}

/** Returns one's own comment. Throws an Error if it is missing, because callers have just written it. */
export async function getOwnComment(db: Db, id: number): Promise<OwnComment> {
  const [row] = await selectOwn(db).where(eq(comments.id, id));
  if (!row) throw new Error('The comment doesn’t exist.');
  return toOwn(row);
}

function isOwn(authorId: string, { postId, projectId, state }: Partial<OwnCommentsQuery>): SQL | undefined {
  return and(
    eq(comments.authorId, authorId),
    postId === undefined ? undefined : eq(comments.postId, postId),
    projectId === undefined ? undefined : eq(comments.projectId, projectId),
    state ? inArray(comments.state, state === 'removed' ? ['removed', 'spam'] : [state]) : undefined,
  );
}

const newest: ListOrder = { from: comments, keys: [comments.id], descending: true, cursor: comments.id };

/** Returns one page of a user's comments, newest first. */
export async function listOwnComments(db: Db, authorId: string, query: OwnCommentsQuery): Promise<OwnComment[]> {
  const ids = (await listPage(query, [idSection(db, newest, comments.id, isOwn(authorId, query))])).map(({ id }) => id);
  const rows = await selectOwn(db)
    .where(inArray(comments.id, ids))
    .orderBy(...orderTerms(newest));
  return rows.map(toOwn);
}

/** Counts a user's comments. */
export function countOwnComments(db: Db, authorId: string, query: Partial<OwnCommentsQuery>): Promise<number> {
  return db.$count(comments, isOwn(authorId, query));
}
