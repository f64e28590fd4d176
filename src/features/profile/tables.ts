import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/tables.ts';
import { citext } from '#platform/database/columns.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true }).notNull();

/** Unconfirmed email changes: at most one per user. */
export const emailChanges = pgTable('address_changes', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tokenSha256: text('token_sha256').notNull().unique(),
  email: citext().notNull(),
  createdAt: instant('created_at'),
  expiresAt: instant('expires_at'),
});
