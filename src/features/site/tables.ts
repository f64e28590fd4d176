import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const siteSections = pgTable('site_content', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  /** Unchanged sample content. */
  sample: boolean().notNull().default(false),
  /** Unchanged placeholder after the sample content was removed. */
  untouched: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});
