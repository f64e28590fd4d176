import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import { posts } from '#features/blog/index.ts';
import { projects } from '#features/projects/index.ts';
import { instant } from '#platform/database/columns.ts';
import type { ImportOptions, ImportResult, ImportReport } from './contract/index.ts';
import { importSources, importStatuses } from './contract/constants.ts';

export const imports = pgTable('imports', {
  id: text().primaryKey(),
  source: text({ enum: importSources }).notNull(),
  fileName: text('file_name').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  postCount: integer('post_count').notNull(),
  projectCount: integer('project_count').notNull().default(0),
  commentCount: integer('comment_count').notNull().default(0),
  siteSectionCount: integer('site_section_count').notNull().default(0),
  status: text({ enum: importStatuses }).notNull().default('pending'),
  /** Images and texts prepared so far, of `prepareTotal`, while the import runs. */
  preparedCount: integer('prepared_count').notNull().default(0),
  prepareTotal: integer('prepare_total').notNull().default(0),
  options: jsonb().$type<ImportOptions>(),
  errorMessage: text('error_message'),
  result: jsonb().$type<ImportResult>(),
  /** Skipped items and notes of the import. */
  report: jsonb().$type<ImportReport>(),
  uploadedBy: text('uploaded_by')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  uploadedAt: instant('uploaded_at').notNull().defaultNow(),
  finishedAt: instant('finished_at'),
});

/** Sources of posts and projects; one of the two is set. */
export const itemSources = pgTable('import_sources', {
  postId: integer('post_id').references(() => posts.id, { onDelete: 'cascade' }),
  projectId: text('project_id').references(() => projects.id, { onUpdate: 'cascade', onDelete: 'cascade' }),
  importId: text('import_id').references(() => imports.id, { onDelete: 'set null' }),
  source: text({ enum: importSources }).notNull(),
  sourceId: text('source_id').notNull(),
});
