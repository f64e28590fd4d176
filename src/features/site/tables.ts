import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const siteSections = pgTable('site_content', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  /** As the sample content has it, and never changed since. */
  sample: boolean().notNull().default(false),
  /** Neutral, as removing the sample content left it, and never changed since. */
  untouched: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});
