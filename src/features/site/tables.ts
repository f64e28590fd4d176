import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/database/columns.ts';

export const siteSections = pgTable('site_sections', {
  key: text().primaryKey(),
  content: jsonb().notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  /** Unchanged sample content. */
  isSample: boolean('is_sample').notNull().default(false),
  /** Unchanged placeholder after the sample content was removed. */
  isPlaceholder: boolean('is_placeholder').notNull().default(false),
  version: integer().notNull().default(1),
});
