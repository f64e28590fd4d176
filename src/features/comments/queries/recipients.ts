import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { commentReports, comments, commentSettings } from '../tables.ts';

const wantsMail = sql<boolean>`coalesce((select ${commentSettings.emailNotifications} from ${commentSettings} where ${commentSettings.userId} = ${users.id}), true)`;

/** Recipient, and whether they want these emails. */
const recipientColumns = { id: users.id, name: users.name, email: users.email, wantsMail };

/** Returns a user who may get email; undefined if the account doesn't exist or is disabled. */
export async function findRecipient(db: Db, userId: string) {
  const [row] = await db
    .select(recipientColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.disabledAt)));
  return row;
}

export async function findOwner(db: Db) {
  const [row] = await db.select(recipientColumns).from(users).where(eq(users.role, 'owner')).limit(1);
  return row;
}

/** Returns whether the user wants email about their comments. */
export async function hasEmailNotifications(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ emailNotifications: commentSettings.emailNotifications })
    .from(commentSettings)
    .where(eq(commentSettings.userId, userId));
  return row?.emailNotifications ?? true;
}

/** Saves whether the user wants email about their comments. */
export async function upsertEmailNotifications(db: Db, userId: string, emailNotifications: boolean): Promise<void> {
  await db
    .insert(commentSettings)
    .values({ userId, emailNotifications })
    .onConflictDoUpdate({ target: commentSettings.userId, set: { emailNotifications } });
}

/** Lists all comments by the user, oldest first, for their data export. */
export function listCommentsByAuthor(db: Db, authorId: string) {
  return db
    .select({
      postId: comments.postId,
      projectId: comments.projectId,
      body: comments.body,
      state: sql<string>`case when ${comments.state} = 'spam' then 'removed' else ${comments.state} end`,
      createdAt: comments.createdAt,
      editedAt: comments.editedAt,
    })
    .from(comments)
    .where(eq(comments.authorId, authorId))
    .orderBy(asc(comments.id));
}

/** Lists all reports by the user, for their data export. */
export function listReportsByReporter(db: Db, reporterId: string) {
  return db
    .select({
      commentId: commentReports.commentId,
      reason: commentReports.reason,
      createdAt: commentReports.createdAt,
    })
    .from(commentReports)
    .where(eq(commentReports.reporterId, reporterId))
    .orderBy(asc(commentReports.createdAt));
}

/** Deletes the user's comments that are not public; those with replies keep an empty placeholder. */
export async function deleteUnpublishedCommentsByAuthor(tx: Transaction, authorId: string): Promise<void> {
  const answered = sql`exists (select 1 from ${comments} answers where answers.parent_id = ${comments.id})`;
  const unread = and(eq(comments.authorId, authorId), ne(comments.state, 'published'));
  await tx
    .update(comments)
    .set({ body: '', authorId: null, state: 'removed', removedAt: sql`coalesce(${comments.removedAt}, now())` })
    .where(and(unread, answered));
  await tx.delete(comments).where(unread);
}
