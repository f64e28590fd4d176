import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/tables.ts';
import { citext } from '#platform/database/columns.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Who may soon type a new password: one row for an address, whether or not it has an account. */
export const passwordResets = pgTable('password_resets', {
  tokenSha256: text('token_sha256').primaryKey(),
  email: citext().notNull().unique(),
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  codeSha256: text('code_sha256').notNull(),
  tries: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  verifiedAt: instant('verified_at'),
});
