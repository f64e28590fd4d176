import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#platform/database/columns.ts';
import { calendarMethods, emailStates } from './contract.ts';

export const emails = pgTable('emails', {
  id: uuid()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID()),
  sequence: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  toName: text('to_name').notNull(),
  toEmail: text('to_email').notNull(),
  template: text().notNull(),
  subject: text().notNull(),
  html: text(),
  text: text(),
  containsSecret: boolean('contains_secret').notNull(),
  replyToName: text('reply_to_name'),
  replyToEmail: text('reply_to_email'),
  unsubscribeUrl: text('unsubscribe_url'),
  calendarIcs: text('calendar_ics'),
  calendarMethod: text('calendar_method', { enum: calendarMethods }),
  state: text({ enum: emailStates }).notNull().default('queued'),
  attempts: integer().notNull().default(0),
  lastError: text('last_error'),
  /** Whether the mail server permanently rejected the recipient. */
  isRecipientRejected: boolean('is_recipient_rejected').notNull().default(false),
  createdAt: instant('created_at').notNull(),
  sentAt: instant('sent_at'),
});

/** The result of the last attempts. Always one row. */
export const mailServerStatus = pgTable('mail_server_status', {
  id: boolean().primaryKey().default(true),
  lastSentAt: instant('last_sent_at'),
  failingSince: instant('failing_since'),
  failures: integer().notNull().default(0),
  serverFailed: boolean('server_failed').notNull().default(false),
  lastError: text('last_error'),
});

/** Attachments of an email, in order. */
export const emailAttachments = pgTable(
  'email_attachments',
  {
    emailId: uuid('email_id')
      .notNull()
      .references(() => emails.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    /** Key in the file store. */
    storageKey: text('storage_key').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  },
  table => [primaryKey({ columns: [table.emailId, table.position] })],
);
