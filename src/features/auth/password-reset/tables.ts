import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../tables.ts';
import { citext } from '#platform/database/columns.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const passwordResets = pgTable('password_resets', {
  tokenHash: text('token_hash').primaryKey(),
  email: citext().notNull(),
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull(),
  attempts: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  verifiedAt: instant('verified_at'),
});
