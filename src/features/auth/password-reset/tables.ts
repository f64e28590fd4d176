import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../tables.ts';
import { citext } from '#platform/database/columns.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const passwordResets = pgTable('password_resets', {
  tokenSha256: text('token_sha256').primaryKey(),
  email: citext().notNull(),
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  codeSha256: text('code_sha256').notNull(),
  tries: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  verifiedAt: instant('verified_at'),
});
