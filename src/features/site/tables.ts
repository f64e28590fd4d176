import { boolean, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const siteContentTable = pgTable('site_content', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  /** As the sample content has it, and never changed since. */
  sample: boolean().notNull().default(false),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});
