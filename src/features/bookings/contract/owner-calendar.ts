import { z } from 'zod';
import { multilineText } from '#features/orders/contract/placing.ts';
import { plainDate, endpoint, instant, singleLineText, emptyInput, integerParam } from '#shared/contract.ts';
import { bookingSettingsSchema, dateOverride, dayRanges, weeklyAvailabilitySchema } from './availability.ts';
import { bookingStates } from './lifecycle.ts';
import { MAX_NOTES_LENGTH, MAX_OVERRIDE_DAYS, MAX_CALENDAR_DAYS } from './limits.ts';

const tags = ['calendar'];

const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000;

/** Both ends are included. */
const dayRange = z
  .strictObject({ from: plainDate, until: plainDate })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'This is before the first day.' });

/** An entry within one day of the owner's zone, in wall-clock minutes since midnight; cut at midnight. */
const entry = z.object({
  kind: z.enum(['booking', 'busy']),
  /** The booking's id; null for a busy time. */
  booking: z.int().nullable(),
  /** The consultation's title, or the name of the busy time's calendar. */
  title: z.string(),
  client: z.string().nullable(),
  state: z.enum(bookingStates).nullable(),
  startsAt: instant,
  endsAt: instant,
  from: z.int(),
  until: z.int(),
});
export type CalendarEntryData = z.infer<typeof entry>;

const calendarDay = z.object({
  day: plainDate,
  /** Available hours, in minutes since midnight. */
  hours: z.array(z.object({ from: z.int(), until: z.int() })),
  /** Whether the day has a date override, with its note. */
  isApart: z.boolean(),
  note: z.string(),
  entries: z.array(entry),
});
export type CalendarDay = z.infer<typeof calendarDay>;

const shownCalendar = z.object({
  timeZone: z.string(),
  today: plainDate,
  days: z.array(calendarDay),
});

const availability = z.object({
  timeZone: z.string(),
  today: plainDate,
  weekly: z.array(z.object({ weekday: z.int(), hours: dayRanges })),
  overrides: z.array(dateOverride),
  rules: bookingSettingsSchema,
  version: z.int(),
});
export type AvailabilitySettings = z.infer<typeof availability>;

const busyCalendar = z.object({
  id: z.int(),
  name: z.string(),
  host: z.string(),
  /** Number of upcoming busy times. */
  ahead: z.int(),
  fetchedAt: instant.nullable(),
  triedAt: instant.nullable(),
  /** Error of the last fetch; the busy times of the previous one are still used. */
  failure: z.string().nullable(),
  note: z.string().nullable(),
});
export type ExternalCalendarSummary = z.infer<typeof busyCalendar>;

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time, such as 09:30.');

/** A manual booking: an option, or a custom one. Times are wall time in the owner's zone. */
const byHand = z.strictObject({
  /** Id of an offered option; empty for a custom booking with its own title and duration. */
  option: singleLineText.max(120, 'There is no such consultation.').prefault(''),
  title: singleLineText.trim().max(120, 'At most 120 characters.').prefault(''),
  minutes: integerParam.pipe(z.number().max(720, 'At most 12 hours.')).optional(),
  day: plainDate,
  time: clockTime,
  name: singleLineText.trim().min(1, 'Say who it is with.').max(100, 'At most 100 characters.'),
  email: z.union([z.literal(''), z.email('This is not an e-mail address.').max(254, 'This is too long.')]).prefault(''),
  about: multilineText(MAX_NOTES_LENGTH).prefault(''),
  /** Whether the client is notified by email. */
  tell: z.boolean(),
  submission: singleLineText.max(64, 'At most 64 characters.').optional(),
});
export type ManualBooking = z.output<typeof byHand>;

const version = integerParam;
const calendarPlace = z.strictObject({ calendar: integerParam });

export const ownerCalendarContract = {
  days: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/calendar', tags, summary: 'Bookings, busy times and hours of some days' })
    .input(
      dayRange.refine(({ from, until }) => daysBetween(from, until) < MAX_CALENDAR_DAYS, {
        path: ['until'],
        message: `At most ${MAX_CALENDAR_DAYS} days at once.`,
      }),
    )
    .output(shownCalendar),
  today: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/calendar/today', tags, summary: 'Today’s bookings, and calendars that fail' })
    .input(emptyInput)
    .output(
      z.object({
        timeZone: z.string(),
        today: plainDate,
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
    .input(z.strictObject({ booking: integerParam, day: plainDate, time: clockTime }))
    .output(z.object({ number: z.int() })),
  settle: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/calendar/bookings/{booking}/outcome',
      tags,
      summary: 'Say of a consultation that has begun whether it took place',
    })
    .input(z.strictObject({ booking: integerParam, outcome: z.enum(['completed', 'no_show']) }))
    .output(z.object({ number: z.int() })),
  availability: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/calendar/availability', tags, summary: 'When consultations can be booked' })
    .input(emptyInput)
    .output(availability),
  saveHours: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/calendar/hours',
      tags,
      summary: 'Save the hours of the week over the version that was read',
    })
    .input(z.strictObject({ weekly: weeklyAvailabilitySchema, version }))
    .output(availability),
  saveRules: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/calendar/rules',
      tags,
      summary: 'Save the rules of booking over the version that was read',
    })
    .input(bookingSettingsSchema.extend({ version }))
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
          from: plainDate,
          until: plainDate,
          hours: dayRanges,
          note: singleLineText.trim().max(200, 'At most 200 characters.').prefault(''),
        })
        .refine(({ from, until }) => from <= until, { path: ['until'], message: 'This is before the first day.' })
        .refine(({ from, until }) => daysBetween(from, until) < MAX_OVERRIDE_DAYS, {
          path: ['until'],
          message: `At most ${MAX_OVERRIDE_DAYS} days at once.`,
        }),
    )
    .output(availability),
  dropOverride: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'DELETE', path: '/calendar/overrides/{day}', tags, summary: 'Let a day be as others of the week' })
    .input(z.strictObject({ day: plainDate }))
    .output(availability),
  busyCalendars: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/calendar/busy', tags, summary: 'Calendars elsewhere whose events are busy times' })
    .input(emptyInput)
    .output(z.object({ items: z.array(busyCalendar) })),
  addBusyCalendar: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/calendar/busy', tags, summary: 'Add such a calendar, and fetch it' })
    .input(
      z.strictObject({
        name: singleLineText.trim().min(1, 'Give it a name.').max(80, 'At most 80 characters.'),
        address: singleLineText.trim().min(1, 'Give the address.').max(2000, 'At most 2000 characters.'),
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
    .input(emptyInput)
    .output(z.object({ address: z.url() })),
  renewFeed: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/calendar/feed', tags, summary: 'Give it another address; the old one ends' })
    .input(emptyInput)
    .output(z.object({ address: z.url() })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    calendar: typeof ownerCalendarContract;
  }
}
