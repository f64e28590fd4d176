import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import { emails } from '#features/email/index.ts';
import { citext, instant } from '#platform/database/columns.ts';
import { spamChecks, messageStates, spamReasons } from './contract/states.ts';

/** Messages sent by the contact form. */
export const contactMessages = pgTable('contact_messages', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  email: citext().notNull(),
  /** The user who was signed in with this address. */
  userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
  subject: text().notNull(),
  budget: text().notNull().default(''),
  body: text().notNull(),
  state: text({ enum: messageStates }).notNull(),
  spamCheck: text('spam_check', { enum: spamChecks }).notNull(),
  receivedAt: instant('received_at').notNull(),
  readAt: instant('read_at'),
  repliedAt: instant('replied_at'),
  markedSpamAt: instant('marked_spam_at'),
  spamReason: text('spam_reason', { enum: spamReasons }),
  /** The email that notified the owner, until it is deleted. */
  notificationEmailId: uuid('notification_email_id').references(() => emails.id, { onDelete: 'set null' }),
  /** The announced file; its id and size are set after upload. */
  fileName: text('file_name'),
  fileId: text('file_id'),
  fileSizeBytes: bigint('file_size_bytes', { mode: 'number' }),
});

/** Replies of the owner. */
export const contactReplies = pgTable('contact_replies', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  messageId: integer('message_id')
    .notNull()
    .references(() => contactMessages.id, { onDelete: 'cascade' }),
  body: text().notNull(),
  sentAt: instant('sent_at').notNull(),
  /** The email that was sent, until it is deleted. */
  emailId: uuid('email_id').references(() => emails.id, { onDelete: 'set null' }),
});
