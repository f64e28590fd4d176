import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { pictures } from '#features/media/tables.ts';
import { citext } from '#platform/database/columns.ts';

const id = () =>
  text()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());
const instant = (name: string) => timestamp(name, { withTimezone: true });
const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Accounts with a confirmed address. */
export const users = pgTable('users', {
  id: id(),
  name: text().notNull(),
  email: citext().notNull().unique(),
  avatarId: text('avatar_id').references(() => pictures.id, { onDelete: 'set null' }),
  role: text({ enum: ['member', 'author', 'owner'] })
    .notNull()
    .default('member'),
  disabledAt: instant('disabled_at'),
  twoStepSince: instant('two_step_since'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Sign-in methods: provider 'credential' holds a password, the others a linked account. */
export const accounts = pgTable('accounts', {
  id: id(),
  userId: userId(),
  providerId: text('provider_id').notNull(),
  accountId: text('account_id').notNull(),
  password: text(),
  /** Email or name at the provider. */
  accountName: text('account_name'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Unconfirmed registrations, with a password or a linked account. */
export const registrations = pgTable('registrations', {
  tokenSha256: text('token_sha256').primaryKey(),
  email: citext().notNull(),
  name: text().notNull(),
  password: text(),
  providerId: text('provider_id'),
  accountId: text('account_id'),
  accountName: text('account_name'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

export const sessions = pgTable('sessions', {
  id: id(),
  tokenSha256: text('token_sha256').notNull().unique(),
  userId: userId(),
  method: text().notNull(),
  ip: text().notNull(),
  userAgent: text('user_agent').notNull(),
  createdAt: instant('created_at').notNull(),
  seenAt: instant('seen_at').notNull(),
  provedAt: instant('proved_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  endsAt: instant('ends_at').notNull(),
});

/** Sign-ins waiting for the second factor. */
export const twoFactorChallenges = pgTable('pending_sign_ins', {
  tokenSha256: text('token_sha256').primaryKey(),
  userId: userId(),
  method: text().notNull(),
  tries: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

export const ownerSetupTokens = pgTable('owner_set_up', {
  tokenSha256: text('token_sha256').primaryKey(),
  createdAt: instant('created_at').notNull().defaultNow(),
});
