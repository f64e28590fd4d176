import { pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import { citext, instant } from '#platform/database/columns.ts';

/** Unconfirmed email changes: at most one per user. */
export const emailChanges = pgTable('email_changes', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tokenHash: text('token_hash').notNull().unique(),
  newEmail: citext('new_email').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});
