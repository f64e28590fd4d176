import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { posts } from '#features/blog/index.ts';
import { projects } from '#features/projects/index.ts';
import { instant } from '#platform/database/columns.ts';
import { creators } from './contract.ts';

/** Old addresses and their targets: exactly one of address, post and project is set. */
export const redirects = pgTable('redirects', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** As `keysOf` returns it. */
  fromPath: text('from_path').notNull().unique(),
  toAddress: text('to_address'),
  toPath: text('to_path'),
  postId: integer('post_id').references(() => posts.id, { onDelete: 'cascade' }),
  projectId: text('project_id').references(() => projects.id, { onUpdate: 'cascade', onDelete: 'cascade' }),
  createdBy: text('created_by', { enum: creators }).notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});
