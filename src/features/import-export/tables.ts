import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/tables.ts';
import { posts } from '#features/blog/tables.ts';
import { projects } from '#features/projects/tables.ts';
import type { ImportOptions, ImportResult, ImportReport } from './contract/index.ts';
import { importSources, importStatuses } from './contract/constants.ts';

export const imports = pgTable('imports', {
  id: text().primaryKey(),
  source: text({ enum: importSources }).notNull(),
  name: text().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  posts: integer().notNull(),
  projects: integer().notNull().default(0),
  comments: integer().notNull().default(0),
  documents: integer().notNull().default(0),
  state: text({ enum: importStatuses }).notNull().default('waiting'),
  choices: jsonb().$type<ImportOptions>(),
  error: text(),
  outcome: jsonb().$type<ImportResult>(),
  /** What the import skipped or noted. */
  report: jsonb().$type<ImportReport>(),
  uploadedBy: text('uploaded_by')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  uploadedAt: timestamp('uploaded_at', { withTimezone: true }).notNull().defaultNow(),
  endedAt: timestamp('ended_at', { withTimezone: true }),
});

/** Sources of posts and projects; one of the two is set. */
export const itemSources = pgTable('import_sources', {
  postId: integer('post_id').references(() => posts.id, { onDelete: 'cascade' }),
  projectId: text('project_id').references(() => projects.id, { onUpdate: 'cascade', onDelete: 'cascade' }),
  importId: text('import_id').references(() => imports.id, { onDelete: 'set null' }),
  source: text({ enum: importSources }).notNull(),
  sourceId: text('source_id').notNull(),
});
