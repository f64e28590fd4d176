import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import { posts } from '#features/blog/index.ts';
import { projects } from '#features/projects/index.ts';
import { instant } from '#platform/database/columns.ts';

export const likes = pgTable('likes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  postId: integer('post_id').references(() => posts.id, { onDelete: 'cascade' }),
  projectId: text('project_id').references(() => projects.id, { onUpdate: 'cascade', onDelete: 'cascade' }),
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  visitorHash: text('visitor_hash'),
  createdAt: instant('created_at').notNull().defaultNow(),
});
