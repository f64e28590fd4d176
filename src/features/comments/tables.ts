import { eq, type SQL } from 'drizzle-orm';
import { type AnyPgColumn, boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/tables.ts';
import { posts } from '#features/blog/tables.ts';
import { pictures } from '#features/media/tables.ts';
import { projects } from '#features/projects/tables.ts';
import { commentStates } from './contract/schemas.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What people say about posts and projects. One of the two subjects is set. */
export const comments = pgTable('comments', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  postId: integer('post_id').references(() => posts.id, { onDelete: 'cascade' }),
  projectId: text('project_id').references(() => projects.id, { onUpdate: 'cascade', onDelete: 'cascade' }),
  /** The comment that it answers, which answers none itself. */
  parentId: integer('parent_id').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
  authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
  /** As whom somebody without an account is shown. */
  name: text(),
  designation: text().notNull().default(''),
  avatarId: text('avatar_id').references(() => pictures.id),
  /** Empty once it was erased while there are answers to it. */
  body: text().notNull(),
  state: text({ enum: commentStates }).notNull(),
  stateBefore: text('state_before', { enum: ['held', 'shown'] }),
  createdAt: instant('created_at').notNull().defaultNow(),
  editedAt: instant('edited_at'),
  /** When it was first shown. */
  approvedAt: instant('approved_at'),
  removedAt: instant('removed_at'),
  sample: boolean().notNull().default(false),
});

/** Condition: a comment is about this. */
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

/** Whether somebody wants mail about their comments; who has no row does. */
export const commentSettings = pgTable('comment_settings', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  mails: boolean().notNull(),
});

export const commentDigests = pgTable('comment_notices', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  toldAt: instant('told_at').notNull(),
});
