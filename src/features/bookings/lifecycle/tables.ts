import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import type { BillingDetails } from '#features/clients/contract/constants.ts';
import { amount, citext, instant } from '#platform/database/columns.ts';
import {
  actors,
  type BookingEventDetails,
  bookingStates,
  type BookingTax,
  bookingTransitions,
  reminderKinds,
  parties,
  type TimeRange,
} from './contract/states.ts';
import type { SlotInterval } from './contract/limits.ts';

/** Booking rules: a single row. Lock it before taking or freeing a time. */
export const bookingSettings = pgTable('booking_settings', {
  isSingleton: boolean('is_singleton').primaryKey().default(true),
  bufferBeforeMinutes: smallint('buffer_before_minutes').notNull().default(15),
  bufferAfterMinutes: smallint('buffer_after_minutes').notNull().default(15),
  minimumNoticeHours: smallint('minimum_notice_hours').notNull().default(12),
  minimumChangeNoticeHours: smallint('minimum_change_notice_hours').notNull().default(12),
  bookingWindowDays: smallint('booking_window_days').notNull().default(60),
  maxBookingsPerDay: smallint('max_bookings_per_day').notNull().default(4),
  slotIntervalMinutes: smallint('slot_interval_minutes').$type<SlotInterval>().notNull().default(30),
  meetingLocation: text('meeting_location').notNull().default(''),
  /** Version of the feed's secret URL. */
  feedVersion: integer('feed_version').notNull().default(1),
  version: integer().notNull().default(1),
});

/** Weekday 1 is Monday; hours are wall time in the owner's zone. */
export const weeklyAvailability = pgTable('weekly_availability', {
  weekday: smallint().primaryKey(),
  ranges: jsonb().$type<TimeRange[]>().notNull().default([]),
});

export const dateOverrides = pgTable('date_overrides', {
  date: date().primaryKey(),
  ranges: jsonb().$type<TimeRange[]>().notNull().default([]),
  note: text().notNull().default(''),
});

export const externalCalendars = pgTable('external_calendars', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  /** Encrypted, because anyone with the URL can read the calendar. */
  encryptedUrl: text('encrypted_url').notNull(),
  /** The part of the URL that is shown. */
  host: text().notNull(),
  etag: text(),
  lastFetchedAt: instant('last_fetched_at'),
  lastAttemptAt: instant('last_attempt_at'),
  nextAttemptAt: instant('next_attempt_at').notNull(),
  /** Error of the last fetch; null if it succeeded. */
  lastError: text('last_error'),
  failureCount: integer('failure_count').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  /** When the text was last parsed, and in which zone. */
  parsedAt: instant('parsed_at'),
  parsedTimeZone: text('parsed_time_zone'),
  /** A warning for the owner from parsing. */
  warning: text(),
});

export const busyTimes = pgTable('busy_times', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  externalCalendarId: integer('external_calendar_id')
    .notNull()
    .references(() => externalCalendars.id, { onDelete: 'cascade' }),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
});

export const bookings = pgTable('bookings', {
  /** Also the booking number shown to both parties. */
  id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
  state: text({ enum: bookingStates }).notNull(),
  /** Null for a manual booking without an option. */
  optionId: text('option_id'),
  title: text().notNull(),
  durationMinutes: integer('duration_minutes').notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  /** Includes the buffers that applied when it was booked. */
  blockedFrom: instant('blocked_from').notNull(),
  blockedUntil: instant('blocked_until').notNull(),
  /** While held or unpaid: when the hold expires. */
  holdExpiresAt: instant('hold_expires_at'),
  /** The network of the hold, until the client enters their details. */
  heldFrom: text('held_from'),
  bookedBy: text('booked_by', { enum: parties }).notNull(),
  clientId: text('client_id').references(() => users.id, { onDelete: 'set null' }),
  /** Null until the client enters their details. */
  clientName: text('client_name'),
  clientEmail: citext('client_email'),
  clientPhone: text('client_phone'),
  /** Billing details that differ from the client's; null if they are the same. */
  billingDetails: jsonb('billing_details').$type<BillingDetails>(),
  notes: text().notNull().default(''),
  /** The client's zone, an IANA name. */
  timeZone: text('time_zone').notNull(),
  total: amount('total').notNull(),
  unitPrice: amount('unit_price').notNull(),
  /** Hours if sold by the hour, otherwise 1. */
  quantity: integer().notNull().default(1),
  tax: jsonb().$type<BookingTax>().notNull(),
  currency: text().notNull(),
  linkVersion: integer('link_version').notNull().default(1),
  /** SEQUENCE of the calendar entry (RFC 5545). */
  sequence: integer().notNull().default(0),
  version: integer().notNull().default(1),
  /** When the owner first opened it; null while it is new. */
  seenAt: instant('seen_at'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

const bookingId = () =>
  integer('booking_id')
    .notNull()
    .references(() => bookings.id, { onDelete: 'cascade' });

/** One row per transition. */
export const bookingEvents = pgTable('booking_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  bookingId: bookingId(),
  transition: text({ enum: bookingTransitions }).notNull(),
  fromState: text('from_state', { enum: bookingStates }),
  toState: text('to_state', { enum: bookingStates }).notNull(),
  actor: text({ enum: actors }).notNull(),
  actorId: text('actor_id').references(() => users.id, { onDelete: 'set null' }),
  reason: text(),
  details: jsonb().$type<BookingEventDetails>().notNull().default({}),
  occurredAt: instant('occurred_at').notNull(),
});

/** Files from the client, stored under their id. */
export const bookingFiles = pgTable('booking_files', {
  id: text().primaryKey(),
  bookingId: bookingId(),
  name: text().notNull(),
  contentType: text('content_type').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
});

/** Sent reminders, one per kind and start time. */
export const bookingReminders = pgTable(
  'booking_reminders',
  {
    bookingId: bookingId(),
    kind: text({ enum: reminderKinds }).notNull(),
    startsAt: instant('starts_at').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  table => [primaryKey({ columns: [table.bookingId, table.kind, table.startsAt] })],
);
