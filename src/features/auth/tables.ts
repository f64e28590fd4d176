import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { pictures } from '#features/media/index.ts';
import { citext, instant } from '#platform/database/columns.ts';

const id = () =>
  text()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());
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

/** One-time sign-in links, made at the command line. A user has one at most. */
export const signInLinks = pgTable('sign_in_links', {
  userId: userId().primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** Password resets waiting for their code or the new password. */
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

/** Encrypted secrets of authenticator apps. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: userId().primaryKey(),
  encryptedSecret: text('encrypted_secret').notNull(),
  lastUsedStep: bigint('last_used_step', { mode: 'number' }),
  createdAt: instant('created_at').notNull(),
  confirmedAt: instant('confirmed_at'),
});

/** One-time codes for signing in without the app. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: userId(),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  table => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

export const passkeys = pgTable('passkeys', {
  id: id(),
  credentialId: text('credential_id').notNull().unique(),
  userId: userId(),
  name: text().notNull(),
  publicKey: text('public_key').notNull(),
  signCount: bigint('sign_count', { mode: 'number' }).notNull(),
  transports: text().array().notNull(),
  synced: boolean().notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
});

/** Pending WebAuthn challenges. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challenge: text().primaryKey(),
  browserTokenHash: text('browser_token_hash').notNull(),
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: instant('expires_at').notNull(),
});

/** Sign-ins waiting for the callback of a provider. */
export const authorizationRequests = pgTable('authorization_requests', {
  stateHash: text('state_hash').primaryKey(),
  browserTokenHash: text('browser_token_hash').notNull(),
  provider: text().notNull(),
  codeVerifier: text('code_verifier').notNull(),
  nonce: text().notNull(),
  linkUserId: text('link_user_id'),
  redirectTo: text('redirect_to').notNull(),
  broadcastChannel: text('broadcast_channel'),
  expiresAt: instant('expires_at').notNull(),
});
