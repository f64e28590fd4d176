import { bigint, boolean, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { posts } from '#features/blog/index.ts';
import { citext, instant } from '#platform/database/columns.ts';
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

export const newsletterSubscribers = pgTable('newsletter_subscribers', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  email: citext().notNull().unique(),
  name: text().notNull().default(''),
  labels: text().array().notNull().default([]),
  state: text({ enum: subscriberStates }).notNull(),
  topics: text().array().$type<Topic[]>().notNull(),
  source: text({ enum: subscriberSources }).notNull(),
  createdAt: instant('created_at').notNull(),
  confirmedAt: instant('confirmed_at'),
  confirmationMethod: text('confirmation_method', { enum: confirmationMethods }),
  /** The owner's note about the consent. */
  consentNote: text('consent_note').notNull().default(''),
  inactiveSince: instant('inactive_since'),
  inactiveReason: text('inactive_reason', { enum: inactiveReasons }),
  inactiveNote: text('inactive_note').notNull().default(''),
  /** State to restore when a block is lifted. */
  previousState: text('previous_state', { enum: ['pending', 'subscribed', 'unsubscribed'] }),
  confirmationTokenHash: text('confirmation_token_hash').unique(),
  confirmationExpiresAt: instant('confirmation_expires_at'),
  /** When the form last caused an email to this address. */
  confirmationSentAt: instant('confirmation_sent_at'),
});

/** Hashes of deleted addresses that opted out. */
export const newsletterSuppressions = pgTable('newsletter_suppressions', {
  emailHash: text('email_hash').primaryKey(),
  createdAt: instant('created_at').notNull(),
});

export const newsletterIssues = pgTable('newsletter_issues', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  subject: text().notNull().default(''),
  previewText: text('preview_text').notNull().default(''),
  markdown: text().notNull().default(''),
  topic: text({ enum: topics }).notNull().default('news'),
  state: text({ enum: issueStates }).notNull().default('draft'),
  version: integer().notNull().default(1),
  postId: integer('post_id').references(() => posts.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  scheduledAt: instant('scheduled_at'),
  sendingStartedAt: instant('sending_started_at'),
  sentAt: instant('sent_at'),
  /** Incremented with each sending step, so older jobs do nothing. */
  batch: integer().notNull().default(0),
  /** Why sending was paused automatically. */
  statusMessage: text('status_message').notNull().default(''),
  isTrackingEnabled: boolean('is_tracking_enabled').notNull().default(false),
  openCount: integer('open_count').notNull().default(0),
  clickCount: integer('click_count').notNull().default(0),
  unsubscribeCount: integer('unsubscribe_count').notNull().default(0),
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
    state: text({ enum: recipientStates }).notNull().default('pending'),
    /** The email sent to this recipient; it may be deleted with an account. */
    emailId: uuid('email_id').unique(),
  },
  table => [unique().on(table.issueId, table.subscriberId)],
);

/** One row, or none. */
export const newsletterSettings = pgTable('newsletter_settings', {
  isSingleton: boolean('is_singleton').primaryKey().default(true),
  emailsPerMinute: integer('emails_per_minute').notNull(),
  isTrackingEnabled: boolean('is_tracking_enabled').notNull(),
});

export const emailWebhookEvents = pgTable('email_webhook_events', {
  id: text().primaryKey(),
  receivedAt: instant('received_at').notNull(),
});
