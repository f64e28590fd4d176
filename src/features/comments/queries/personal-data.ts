import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { commentReports, comments } from '../tables.ts';

/**
 * A user's comments. Deleting the account makes published comments anonymous, so replies keep their context, and
 * deletes all others; those with replies keep an empty placeholder.
 */
export const commentsPersonalData: PersonalDataProvider = {
  name: 'comments',
  export: (db, { userId }) =>
    db
      .select({
        postId: comments.postId,
        projectId: comments.projectId,
        body: comments.body,
        state: sql<string>`case when ${comments.state} = 'spam' then 'removed' else ${comments.state} end`,
        createdAt: comments.createdAt,
        editedAt: comments.editedAt,
      })
      .from(comments)
      .where(eq(comments.authorId, userId))
      .orderBy(asc(comments.id)),
  async erase(tx, { userId }) {
    const hasReplies = sql`exists (select 1 from ${comments} answers where answers.parent_id = ${comments.id})`;
    const unpublished = and(eq(comments.authorId, userId), ne(comments.state, 'published'));
    await tx
      .update(comments)
      .set({ body: '', authorId: null, state: 'removed', removedAt: sql`coalesce(${comments.removedAt}, now())` })
      .where(and(unpublished, hasReplies));
    await tx.delete(comments).where(unpublished);
    await invalidateTag(tx, 'comments');
  },
};

export const reportsPersonalData: PersonalDataProvider = {
  name: 'reports',
  export: (db, { userId }) =>
    db
      .select({
        commentId: commentReports.commentId,
        reason: commentReports.reason,
        createdAt: commentReports.createdAt,
      })
      .from(commentReports)
      .where(eq(commentReports.reporterId, userId))
      .orderBy(asc(commentReports.createdAt)),
};
