import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/database/columns.ts';

export const healthChecks = pgTable('health_checks', {
  name: text().primaryKey(),
  isFailing: boolean('is_failing').notNull(),
  message: text().notNull(),
  since: instant('since').notNull(),
  changingSince: instant('changing_since'),
  alertedAt: instant('alerted_at'),
});
