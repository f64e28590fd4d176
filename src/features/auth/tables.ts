import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { pictures } from '#features/media/index.ts';
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
  twoFactorEnabledAt: instant('two_factor_enabled_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Sign-in methods: provider 'password' holds a password, the others a linked account. */
export const accounts = pgTable('accounts', {
  id: id(),
  userId: userId(),
  provider: text().notNull(),
  providerAccountId: text('provider_account_id').notNull(),
  passwordHash: text('password_hash'),
  /** Email or name at the provider. */
  providerAccountName: text('provider_account_name'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Unconfirmed registrations, with a password or a linked account. */
export const registrations = pgTable('registrations', {
  tokenHash: text('token_hash').primaryKey(),
  email: citext().notNull(),
  name: text().notNull(),
  passwordHash: text('password_hash'),
  provider: text(),
  providerAccountId: text('provider_account_id'),
  providerAccountName: text('provider_account_name'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

export const sessions = pgTable('sessions', {
  id: id(),
  tokenHash: text('token_hash').notNull().unique(),
  userId: userId(),
  signInMethod: text('sign_in_method').notNull(),
  ip: text().notNull(),
  userAgent: text('user_agent').notNull(),
  createdAt: instant('created_at').notNull(),
  lastActiveAt: instant('last_active_at').notNull(),
  lastAuthenticatedAt: instant('last_authenticated_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  absoluteExpiresAt: instant('absolute_expires_at').notNull(),
});

/** Sign-ins waiting for the second factor. */
export const twoFactorChallenges = pgTable('two_factor_challenges', {
  tokenHash: text('token_hash').primaryKey(),
  userId: userId(),
  signInMethod: text('sign_in_method').notNull(),
  attempts: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

export const ownerSetupTokens = pgTable('owner_setup_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  createdAt: instant('created_at').notNull().defaultNow(),
});
