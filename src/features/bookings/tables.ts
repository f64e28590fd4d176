import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { users } from '#features/auth/tables.ts';
import { citext } from '#platform/database/columns.ts';
import type { MinorUnits } from '#shared/money.ts';
import {
  actors,
  type BookingEventDetails,
  bookingStates,
  bookingTransitions,
  reminderKinds,
  parties,
  type TimeRange,
} from './contract/lifecycle.ts';
import type { SlotInterval } from './contract/limits.ts';
import type { BookingTax } from './contract/tax-snapshot.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const amount = (name: string) => bigint(name, { mode: 'number' }).$type<MinorUnits>();

/** The rules of booking: one row. Whoever takes or frees a time locks it first. */
export const bookingSettings = pgTable('booking_settings', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  bufferBeforeMinutes: smallint('buffer_before_minutes').notNull().default(15),
  bufferAfterMinutes: smallint('buffer_after_minutes').notNull().default(15),
  noticeHours: smallint('notice_hours').notNull().default(12),
  changeNoticeHours: smallint('change_notice_hours').notNull().default(12),
  horizonDays: smallint('horizon_days').notNull().default(60),
  mostADay: smallint('most_a_day').notNull().default(4),
  gridMinutes: smallint('grid_minutes').$type<SlotInterval>().notNull().default(30),
  meetingPlace: text('meeting_place').notNull().default(''),
  /** Of the secret address of the owner's feed. */
  feedVersion: integer('feed_version').notNull().default(1),
  version: integer().notNull().default(1),
});

/** The hours of each day of the week, 1 for Monday, as local wall time in the owner's zone. */
export const weeklyAvailability = pgTable('weekly_hours', {
  weekday: smallint().primaryKey(),
  hours: jsonb().$type<TimeRange[]>().notNull().default([]),
});

/** Days that are unlike the others of the week. */
export const dateOverrides = pgTable('date_overrides', {
  day: date().primaryKey(),
  hours: jsonb().$type<TimeRange[]>().notNull().default([]),
  note: text().notNull().default(''),
});

/** Calendars elsewhere whose events are busy times here. */
export const externalCalendars = pgTable('busy_calendars', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  /** By `sealer.seal`: whoever has such an address reads the calendar. */
  sealedAddress: text('sealed_address').notNull(),
  /** What is shown of it. */
  host: text().notNull(),
  etag: text(),
  fetchedAt: instant('fetched_at'),
  triedAt: instant('tried_at'),
  nextTryAt: instant('next_try_at').notNull(),
  /** What went wrong at the last try; null when it went well. */
  failure: text(),
  failures: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
  /** When its text was last turned into times, and in which zone. */
  readAt: instant('read_at'),
  readZone: text('read_zone'),
  /** What the owner should know of that. */
  note: text(),
});

export const busyTimes = pgTable('busy_times', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  calendarId: integer('calendar_id')
    .notNull()
    .references(() => externalCalendars.id, { onDelete: 'cascade' }),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
});

/** Who has which time. */
export const bookings = pgTable('bookings', {
  /** Also its number, as both sides say it. */
  id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
  state: text({ enum: bookingStates }).notNull(),
  /** Null for what the owner booked by hand with a length of their own. */
  optionId: text('option_id'),
  title: text().notNull(),
  minutes: integer().notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  /** With the buffers of the moment when it was booked. */
  blockedFrom: instant('blocked_from').notNull(),
  blockedUntil: instant('blocked_until').notNull(),
  /** While it is held or not paid for: until when nobody else gets the time. */
  heldUntil: instant('held_until'),
  /** The network that holds it, while nobody has said who they are. */
  heldFrom: text('held_from'),
  bookedBy: text('booked_by', { enum: parties }).notNull(),
  clientId: text('client_id').references(() => users.id, { onDelete: 'set null' }),
  /** Null until the client has told who they are. */
  clientName: text('client_name'),
  clientEmail: citext('client_email'),
  clientPhone: text('client_phone'),
  about: text().notNull().default(''),
  /** The client's own zone, an IANA name. */
  timeZone: text('time_zone').notNull(),
  total: amount('total').notNull(),
  unitPrice: amount('unit_price').notNull(),
  /** Hours of what is sold by the hour, else 1. */
  quantity: integer().notNull().default(1),
  tax: jsonb().$type<BookingTax>().notNull(),
  currency: text().notNull(),
  linkVersion: integer('link_version').notNull().default(1),
  /** Of its entry in calendars (RFC 5545). */
  sequence: integer().notNull().default(0),
  version: integer().notNull().default(1),
  /** When the owner first opened it; null while it is new to them. */
  seenAt: instant('seen_at'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** Every move, one row. */
export const bookingEvents = pgTable('booking_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  bookingId: integer('booking_id')
    .notNull()
    .references(() => bookings.id, { onDelete: 'cascade' }),
  move: text({ enum: bookingTransitions }).notNull(),
  fromState: text('from_state', { enum: bookingStates }),
  toState: text('to_state', { enum: bookingStates }).notNull(),
  actor: text({ enum: actors }).notNull(),
  actorId: text('actor_id').references(() => users.id, { onDelete: 'set null' }),
  reason: text(),
  details: jsonb().$type<BookingEventDetails>().notNull().default({}),
  at: instant('at').notNull(),
});

/** Files that a client sent along; they lie in the store under their id. */
export const bookingFiles = pgTable('booking_files', {
  id: text().primaryKey(),
  bookingId: integer('booking_id')
    .notNull()
    .references(() => bookings.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  mediaType: text('media_type').notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  sentAt: instant('sent_at').notNull(),
});

/** Reminders that were sent, each once for each beginning. */
export const bookingReminders = pgTable(
  'booking_reminders',
  {
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    kind: text({ enum: reminderKinds }).notNull(),
    startsAt: instant('starts_at').notNull(),
    at: instant('at').notNull(),
  },
  table => [primaryKey({ columns: [table.bookingId, table.kind, table.startsAt] })],
);
