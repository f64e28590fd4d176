import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const healthChecks = pgTable('health_checks', {
  name: text().primaryKey(),
  isFailing: boolean('is_failing').notNull(),
  message: text().notNull(),
  since: timestamp({ withTimezone: true }).notNull(),
  changingSince: timestamp('changing_since', { withTimezone: true }),
  alertedAt: timestamp('alerted_at', { withTimezone: true }),
});
