import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { mailStates } from './contract.ts';

export const mails = pgTable('mails', {
  id: uuid()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID()),
  number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  toName: text('to_name').notNull(),
  toAddress: text('to_address').notNull(),
  template: text().notNull(),
  subject: text().notNull(),
  html: text(),
  text: text(),
  secret: boolean().notNull(),
  state: text({ enum: mailStates }).notNull().default('waiting'),
  tries: integer().notNull().default(0),
  lastError: text('last_error'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
});
