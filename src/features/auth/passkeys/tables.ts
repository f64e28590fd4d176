import { bigint, boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../tables.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const userId = () => text('user_id').references(() => users.id, { onDelete: 'cascade' });

/** Passkey credentials. */
export const passkeys = pgTable('passkeys', {
  id: text()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID()),
  credentialId: text('credential_id').notNull().unique(),
  userId: userId().notNull(),
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
  userId: userId(),
  expiresAt: instant('expires_at').notNull(),
});
