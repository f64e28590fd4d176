import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { calendarMethods, emailStates } from './contract.ts';

export const emails = pgTable('mails', {
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
  replyToName: text('reply_to_name'),
  replyToAddress: text('reply_to_address'),
  unsubscribeAddress: text('unsubscribe_address'),
  calendar: text(),
  calendarMethod: text('calendar_method', { enum: calendarMethods }),
  state: text({ enum: emailStates }).notNull().default('waiting'),
  tries: integer().notNull().default(0),
  lastError: text('last_error'),
  /** Whether the mail server permanently rejected the recipient. */
  refused: boolean().notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
});

/** The result of the last attempts. Always one row. */
export const mailServerStatus = pgTable('mail_server_status', {
  id: boolean().primaryKey().default(true),
  lastSentAt: timestamp('last_sent_at', { withTimezone: true }),
  failingSince: timestamp('failing_since', { withTimezone: true }),
  failures: integer().notNull().default(0),
  serverFailed: boolean('server_failed').notNull().default(false),
  lastError: text('last_error'),
});

/** Attachments of an email, in order. */
export const emailAttachments = pgTable(
  'mail_attachments',
  {
    mailId: uuid('mail_id')
      .notNull()
      .references(() => emails.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    /** Key in the file store. */
    file: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  table => [primaryKey({ columns: [table.mailId, table.place] })],
);
