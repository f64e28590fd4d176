import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const authorizationRequests = pgTable('authorization_requests', {
  stateSha256: text('state_sha256').primaryKey(),
  browserSha256: text('browser_sha256').notNull(),
  provider: text().notNull(),
  codeVerifier: text('code_verifier').notNull(),
  nonce: text().notNull(),
  userId: text('user_id'),
  next: text().notNull(),
  channel: text(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});
