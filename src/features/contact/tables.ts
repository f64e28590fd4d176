import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/tables.ts';
import { emails } from '#features/email/tables.ts';
import { citext } from '#platform/database/columns.ts';
import { spamChecks, messageStates, spamReasons } from './contract/states.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What people write to the owner by the form. */
export const contactMessages = pgTable('contact_messages', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  email: citext().notNull(),
  /** Who was signed in when it was sent, with this address. */
  userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
  subject: text().notNull(),
  budget: text().notNull().default(''),
  body: text().notNull(),
  state: text({ enum: messageStates }).notNull(),
  checked: text({ enum: spamChecks }).notNull(),
  receivedAt: instant('received_at').notNull(),
  readAt: instant('read_at'),
  answeredAt: instant('answered_at'),
  spamAt: instant('spam_at'),
  spamWhy: text('spam_why', { enum: spamReasons }),
  /** The mail that told the owner of it, while that is kept. */
  noticeMailId: uuid('notice_mail_id').references(() => emails.id, { onDelete: 'set null' }),
  /** The file that was announced; it has an id and a size once it has arrived. */
  fileName: text('file_name'),
  fileId: text('file_id'),
  fileBytes: bigint('file_bytes', { mode: 'number' }),
});

/** The owner's answers. */
export const contactReplies = pgTable('contact_replies', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  messageId: integer('message_id')
    .notNull()
    .references(() => contactMessages.id, { onDelete: 'cascade' }),
  body: text().notNull(),
  sentAt: instant('sent_at').notNull(),
  /** The mail that it went out as, while that is kept. */
  mailId: uuid('mail_id').references(() => emails.id, { onDelete: 'set null' }),
});
