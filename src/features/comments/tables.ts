import { eq, type SQL } from 'drizzle-orm';
import { type AnyPgColumn, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import { posts } from '#features/blog/index.ts';
import { pictures } from '#features/media/index.ts';
import { projects } from '#features/projects/index.ts';
import { instant } from '#platform/database/columns.ts';
import { commentStates } from './contract/schemas.ts';

/** Comments on posts and projects; exactly one of the two is set. */
export const comments = pgTable('comments', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  postId: integer('post_id').references(() => posts.id, { onDelete: 'cascade' }),
  projectId: text('project_id').references(() => projects.id, { onUpdate: 'cascade', onDelete: 'cascade' }),
  /** The parent comment; replies have no replies. */
  parentId: integer('parent_id').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
  authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
  /** Whom to notify when a reply is first published. */
  repliedToUserId: text('replied_to_user_id').references(() => users.id, { onDelete: 'set null' }),
  /** Display name of a commenter without an account. */
  authorName: text('author_name'),
  designation: text().notNull().default(''),
  avatarId: text('avatar_id').references(() => pictures.id),
  /** Empty if the comment was deleted but has replies. */
  body: text().notNull(),
  state: text({ enum: commentStates }).notNull(),
  previousState: text('previous_state', { enum: ['pending', 'published'] }),
  createdAt: instant('created_at').notNull().defaultNow(),
  editedAt: instant('edited_at'),
  /** When it was first published. */
  approvedAt: instant('approved_at'),
  removedAt: instant('removed_at'),
  isSample: boolean('is_sample').notNull().default(false),
});

/** Condition: the comment is about this post or project. */
export function hasSubject({ postId, projectId }: { postId: number | null; projectId: string | null }): SQL {
  return postId === null ? eq(comments.projectId, projectId ?? '') : eq(comments.postId, postId);
}

export const commentReports = pgTable(
  'comment_reports',
  {
    commentId: integer('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    reporterId: text('reporter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text().notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    dismissedAt: instant('dismissed_at'),
  },
  table => [primaryKey({ columns: [table.commentId, table.reporterId] })],
);

/** Whether a user wants email about their comments; the default, without a row, is yes. */
export const commentSettings = pgTable('comment_settings', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  emailNotifications: boolean('email_notifications').notNull(),
});

export const commentDigests = pgTable('comment_digests', {
  isSingleton: boolean('is_singleton').primaryKey().default(true),
  lastSentAt: instant('last_sent_at').notNull(),
});
