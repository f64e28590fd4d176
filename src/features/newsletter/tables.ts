import { bigint, boolean, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { posts } from '#features/blog/tables.ts';
import { citext } from '#platform/database/columns.ts';
import {
  confirmationMethods,
  inactiveReasons,
  issueStates,
  recipientStates,
  subscriberSources,
  subscriberStates,
  type Topic,
  topics,
} from './contract/limits.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const newsletterSubscribers = pgTable('newsletter_subscribers', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  email: citext().notNull().unique(),
  name: text().notNull().default(''),
  labels: text().array().notNull().default([]),
  state: text({ enum: subscriberStates }).notNull(),
  topics: text().array().$type<Topic[]>().notNull(),
  source: text({ enum: subscriberSources }).notNull(),
  askedAt: instant('asked_at').notNull(),
  confirmedAt: instant('confirmed_at'),
  confirmedHow: text('confirmed_how', { enum: confirmationMethods }),
  /** The owner's note about the consent. */
  note: text().notNull().default(''),
  endedAt: instant('ended_at'),
  endedHow: text('ended_how', { enum: inactiveReasons }),
  endedNote: text('ended_note').notNull().default(''),
  /** State to restore when a block is lifted. */
  stateBefore: text('state_before', { enum: ['pending', 'subscribed', 'unsubscribed'] }),
  linkSha256: text('link_sha256').unique(),
  linkEndsAt: instant('link_ends_at'),
  /** When the form last caused an email to this address. */
  answeredAt: instant('answered_at'),
});

/** Hashes of deleted addresses that opted out. */
export const newsletterSuppressions = pgTable('newsletter_objections', {
  emailSha256: text('email_sha256').primaryKey(),
  at: instant('at').notNull(),
});

export const newsletterIssues = pgTable('newsletter_issues', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  subject: text().notNull().default(''),
  preview: text().notNull().default(''),
  markdown: text().notNull().default(''),
  topic: text({ enum: topics }).notNull().default('news'),
  state: text({ enum: issueStates }).notNull().default('draft'),
  version: integer().notNull().default(1),
  postId: integer('post_id').references(() => posts.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  scheduledFor: instant('scheduled_for'),
  startedAt: instant('started_at'),
  finishedAt: instant('finished_at'),
  /** Incremented with each sending step, so older jobs do nothing. */
  step: integer().notNull().default(0),
  /** Why sending was paused automatically. */
  pausedBecause: text('paused_because').notNull().default(''),
  countsReading: boolean('counts_reading').notNull().default(false),
  openings: integer().notNull().default(0),
  clicks: integer().notNull().default(0),
  unsubscribed: integer().notNull().default(0),
});

/** Fixed when sending starts. */
export const newsletterRecipients = pgTable(
  'newsletter_recipients',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    issueId: integer('issue_id')
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    subscriberId: integer('subscriber_id').references(() => newsletterSubscribers.id, { onDelete: 'set null' }),
    state: text({ enum: recipientStates }).notNull().default('waiting'),
    /** The email in the outbox; it may be deleted with an account. */
    mailId: uuid('mail_id').unique(),
  },
  table => [unique().on(table.issueId, table.subscriberId)],
);

/** One row, or none. */
export const newsletterSettings = pgTable('newsletter_settings', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  pace: integer().notNull(),
  countsReading: boolean('counts_reading').notNull(),
});

export const emailWebhookEvents = pgTable('newsletter_events', {
  id: text().primaryKey(),
  receivedAt: instant('received_at').notNull(),
});
