import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { citext, instant } from '#platform/database/columns.ts';
import type { SecurityEventType } from './contract/event-labels.ts';

export const securityEvents = pgTable('security_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  occurredAt: instant('occurred_at').notNull(),
  type: text().$type<SecurityEventType>().notNull(),
  userId: text('user_id'),
  email: citext(),
  actorEmail: citext('actor_email'),
  ip: text().notNull(),
  userAgent: text('user_agent').notNull(),
  detail: text(),
});
