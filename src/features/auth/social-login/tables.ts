import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const authorizationRequests = pgTable('authorization_requests', {
  stateHash: text('state_hash').primaryKey(),
  browserTokenHash: text('browser_token_hash').notNull(),
  provider: text().notNull(),
  codeVerifier: text('code_verifier').notNull(),
  nonce: text().notNull(),
  linkUserId: text('link_user_id'),
  redirectTo: text('redirect_to').notNull(),
  broadcastChannel: text('broadcast_channel'),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});
