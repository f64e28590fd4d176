import { z } from 'zod';
import { freeText } from '#features/orders/contract/placing.ts';
import { day, endpoint, instant, line, nothing, wholeNumber } from '#shared/contract.ts';
import { bookingRules, dateOverride, dayHours, weeklyHours } from './availability.ts';
import { bookingStates } from './lifecycle.ts';
import { LONGEST_ABOUT, MOST_DAYS_APART, MOST_DAYS_SHOWN } from './limits.ts';

const tags = ['calendar'];

const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000;

/** Days from one to another, both included. */
const dayRange = z
  .strictObject({ from: day, until: day })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'This is before the first day.' });

/** What takes a part of a day in the owner's zone: minutes of the day by the clock, cut at midnight. */
const entry = z.object({
  kind: z.enum(['booking', 'busy']),
  /** A booking's number; null for a busy time. */
  booking: z.int().nullable(),
  /** What it is about; of a busy time, the name of its calendar. */
  title: z.string(),
  client: z.string().nullable(),
  state: z.enum(bookingStates).nullable(),
  startsAt: instant,
  endsAt: instant,
  from: z.int(),
  until: z.int(),
});
export type CalendarEntryLine = z.infer<typeof entry>;

const calendarDay = z.object({
  day,
  /** When the owner can be booked, in minutes of the day. */
  hours: z.array(z.object({ from: z.int(), until: z.int() })),
  /** Whether it is unlike the others of the week, and why. */
  isApart: z.boolean(),
  note: z.string(),
  entries: z.array(entry),
});
export type CalendarDay = z.infer<typeof calendarDay>;

const shownCalendar = z.object({
  timeZone: z.string(),
  today: day,
  days: z.array(calendarDay),
});

const availability = z.object({
  timeZone: z.string(),
  today: day,
  weekly: z.array(z.object({ weekday: z.int(), hours: dayHours })),
  overrides: z.array(dateOverride),
  rules: bookingRules,
  version: z.int(),
});
export type AvailabilityDocument = z.infer<typeof availability>;

const busyCalendar = z.object({
  id: z.int(),
  name: z.string(),
  host: z.string(),
  /** Busy times from now on. */
  ahead: z.int(),
  fetchedAt: instant.nullable(),
  triedAt: instant.nullable(),
  /** What went wrong at the last try; then the times of the try before still count. */
  failure: z.string().nullable(),
  note: z.string().nullable(),
});
export type BusyCalendarLine = z.infer<typeof busyCalendar>;

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time, such as 09:30.');

/** What the owner books by hand: an option, or something of their own. Times are wall time in their zone. */
const byHand = z.strictObject({
  /** Of the catalog; empty for something of one's own, which has a title and a length. */
  option: line.max(120, 'There is no such consultation.').prefault(''),
  title: line.trim().max(120, 'At most 120 characters.').prefault(''),
  minutes: wholeNumber.pipe(z.number().max(720, 'At most 12 hours.')).optional(),
  day,
  time: clockTime,
  name: line.trim().min(1, 'Say who it is with.').max(100, 'At most 100 characters.'),
  email: z.union([z.literal(''), z.email('This is not an e-mail address.').max(254, 'This is too long.')]).prefault(''),
  about: freeText(LONGEST_ABOUT).prefault(''),
  /** Whether the client is told by mail. */
  tell: z.boolean(),
  submission: line.max(64, 'At most 64 characters.').optional(),
});
export type ByHand = z.output<typeof byHand>;

const version = wholeNumber;
const calendarPlace = z.strictObject({ calendar: wholeNumber });

/** The owner's side of consultations: when they can be booked, and what is in the way. */
export const calendarContract = {
  days: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/calendar', tags, summary: 'Bookings, busy times and hours of some days' })
    .input(
      dayRange.refine(({ from, until }) => daysBetween(from, until) < MOST_DAYS_SHOWN, {
        path: ['until'],
        message: `At most ${MOST_DAYS_SHOWN} days at once.`,
      }),
    )
    .output(shownCalendar),
  today: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/calendar/today', tags, summary: 'Today’s bookings, and calendars that fail' })
    .input(nothing)
    .output(
      z.object({
        timeZone: z.string(),
        today: day,
        bookings: z.array(entry),
        broken: z.array(z.object({ id: z.int(), name: z.string(), failure: z.string() })),
      }),
    ),
  book: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/calendar/bookings',
      successStatus: 201,
      tags,
      summary: 'Book a consultation by hand, without payment, at any time that no other booking has',
    })
    .input(byHand)
    .output(z.object({ number: z.int() })),
  move: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/calendar/bookings/{booking}/time',
      tags,
      summary: 'Move a booking to any time that no other booking has, by the clock of the owner',
    })
    .input(z.strictObject({ booking: wholeNumber, day, time: clockTime }))
    .output(z.object({ number: z.int() })),
  settle: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/calendar/bookings/{booking}/outcome',
      tags,
      summary: 'Say of a consultation that has begun whether it took place',
    })
    .input(z.strictObject({ booking: wholeNumber, outcome: z.enum(['completed', 'no_show']) }))
    .output(z.object({ number: z.int() })),
  availability: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/calendar/availability', tags, summary: 'When consultations can be booked' })
    .input(nothing)
    .output(availability),
  saveHours: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/calendar/hours',
      tags,
      summary: 'Save the hours of the week over the version that was read',
    })
    .input(z.strictObject({ weekly: weeklyHours, version }))
    .output(availability),
  saveRules: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/calendar/rules',
      tags,
      summary: 'Save the rules of booking over the version that was read',
    })
    .input(bookingRules.extend({ version }))
    .output(availability),
  setApart: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/calendar/overrides',
      tags,
      summary: 'Give days hours of their own; none closes them',
    })
    .input(
      z
        .strictObject({
          from: day,
          until: day,
          hours: dayHours,
          note: line.trim().max(200, 'At most 200 characters.').prefault(''),
        })
        .refine(({ from, until }) => from <= until, { path: ['until'], message: 'This is before the first day.' })
        .refine(({ from, until }) => daysBetween(from, until) < MOST_DAYS_APART, {
          path: ['until'],
          message: `At most ${MOST_DAYS_APART} days at once.`,
        }),
    )
    .output(availability),
  dropOverride: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'DELETE', path: '/calendar/overrides/{day}', tags, summary: 'Let a day be as others of the week' })
    .input(z.strictObject({ day }))
    .output(availability),
  busyCalendars: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/calendar/busy', tags, summary: 'Calendars elsewhere whose events are busy times' })
    .input(nothing)
    .output(z.object({ items: z.array(busyCalendar) })),
  addBusyCalendar: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/calendar/busy', tags, summary: 'Add such a calendar, and fetch it' })
    .input(
      z.strictObject({
        name: line.trim().min(1, 'Give it a name.').max(80, 'At most 80 characters.'),
        address: line.trim().min(1, 'Give the address.').max(2000, 'At most 2000 characters.'),
      }),
    )
    .output(busyCalendar),
  refreshBusyCalendar: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/calendar/busy/{calendar}/refresh', tags, summary: 'Fetch one now' })
    .input(calendarPlace)
    .output(busyCalendar),
  removeBusyCalendar: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'DELETE', path: '/calendar/busy/{calendar}', tags, summary: 'Remove one with its busy times' })
    .input(calendarPlace)
    .output(z.object({})),
  feed: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/calendar/feed', tags, summary: 'The secret address of the owner’s bookings' })
    .input(nothing)
    .output(z.object({ address: z.url() })),
  renewFeed: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/calendar/feed', tags, summary: 'Give it another address; the old one ends' })
    .input(nothing)
    .output(z.object({ address: z.url() })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    calendar: typeof calendarContract;
  }
}
