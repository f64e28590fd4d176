import { aliasedTable, and, asc, eq, exists, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { pictures } from '#features/media/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { CommentPage, Reply, Thread } from '../contract/schemas.ts';
import { toCommentAuthor } from '../rules/comment-dto.ts';
import { hasSubject, comments } from '../tables.ts';
import { bylineColumns, commentColumns } from './comments.ts';
import type { CommentSubjectRow } from './subjects.ts';

const answers = aliasedTable(comments, 'answers');

function selectComments(db: Db) {
  return db
    .select({ ...commentColumns, ...bylineColumns })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.authorId))
    .leftJoin(pictures, eq(pictures.id, sql`coalesce(${users.avatarId}, ${comments.avatarId})`));
}

type CommentRow = Awaited<ReturnType<typeof selectComments>>[number];

/** Hides the author and text of a comment that is not published. */
function toReply(row: CommentRow): Reply {
  const isPublished = row.state === 'published';
  return {
    id: row.id,
    author: isPublished ? toCommentAuthor(row) : null,
    body: isPublished ? row.body : null,
    pending: row.state === 'pending',
    createdAt: row.createdAt.toISOString(),
    editedAt: isPublished ? (row.editedAt?.toISOString() ?? null) : null,
  };
}

/**
 * Returns a page of public comments, oldest first, with their replies: the one with `comment`, if it is public. A
 * deleted comment keeps a placeholder while it has replies.
 */
export async function getCommentPage(
  db: Db,
  subject: CommentSubjectRow,
  { page: askedPage, pageSize, comment }: { page: number; pageSize: number; comment?: number | undefined },
): Promise<CommentPage> {
  const hasReplies = exists(
    db
      .select({ id: answers.id })
      .from(answers)
      .where(and(eq(answers.parentId, comments.id), eq(answers.state, 'published'))),
  );
  const isThread = and(hasSubject(subject), isNull(comments.parentId), or(eq(comments.state, 'published'), hasReplies));
  const [wanted] =
    comment === undefined
      ? []
      : await db
          .select({ threadId: sql<number>`coalesce(${comments.parentId}, ${comments.id})` })
          .from(comments)
          .where(and(hasSubject(subject), eq(comments.id, comment), eq(comments.state, 'published')));
  const page = wanted
    ? Math.floor((await db.$count(comments, and(isThread, lt(comments.id, wanted.threadId)))) / pageSize) + 1
    : askedPage;
  const [roots, total, all] = await Promise.all([
    selectComments(db)
      .where(isThread)
      .orderBy(asc(comments.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.$count(comments, isThread),
    db.$count(comments, and(hasSubject(subject), eq(comments.state, 'published'))),
  ]);
  const rootIds = roots.map(({ id }) => id);
  const replies = await selectComments(db)
    .where(and(inArray(comments.parentId, rootIds), eq(comments.state, 'published')))
    .orderBy(asc(comments.id));
  const items: Thread[] = roots.map(root => ({
    ...toReply(root),
    replies: replies.filter(({ parentId }) => parentId === root.id).map(toReply),
  }));
  return { items, total, page, pageSize, commentCount: all, isOpen: subject.areCommentsOpen };
}
