import { z } from 'zod';
import { plainDate, defineEndpoints, instant, emptyInput } from '#shared/contract.ts';
import { bookingStates } from '../lifecycle/contract/states.ts';
import { MAX_CALENDAR_DAYS } from '../lifecycle/contract/limits.ts';
import { hasAtMostDays } from '../lifecycle/contract/schemas.ts';

const { ownerEndpoint } = defineEndpoints('calendar');

/** An entry within one day of the owner's zone, in wall-clock minutes since midnight; cut at midnight. */
const entry = z.object({
  kind: z.enum(['booking', 'busy']),
  /** The booking's id; null for a busy time. */
  bookingNumber: z.int().nullable(),
  /** The consultation's title, or the name of the busy time's calendar. */
  title: z.string(),
  client: z.string().nullable(),
  state: z.enum(bookingStates).nullable(),
  startsAt: instant,
  endsAt: instant,
  startMinute: z.int(),
  endMinute: z.int(),
});
export type CalendarEntryData = z.infer<typeof entry>;

const calendarDay = z.object({
  date: plainDate,
  /** Available hours, in minutes since midnight. */
  availability: z.array(z.object({ startMinute: z.int(), endMinute: z.int() })),
  /** Whether the day has a date override, with its note. */
  hasOverride: z.boolean(),
  note: z.string(),
  entries: z.array(entry),
});
export type CalendarDay = z.infer<typeof calendarDay>;

const todaySummary = z.object({
  timeZone: z.string(),
  today: plainDate,
  /** Those of the next seven days that have bookings. */
  upcomingDays: z.array(z.object({ date: plainDate, bookings: z.array(entry) })),
  failingCalendars: z.array(z.object({ id: z.int(), name: z.string(), lastError: z.string() })),
});
export type TodaySummary = z.infer<typeof todaySummary>;

export const calendarContract = {
  listDays: ownerEndpoint('GET /calendar', 'List bookings, busy times and available hours by day')
    .input(z.strictObject({ from: plainDate, until: plainDate }).superRefine(hasAtMostDays(MAX_CALENDAR_DAYS)))
    .output(z.object({ timeZone: z.string(), today: plainDate, days: z.array(calendarDay) })),
  getToday: ownerEndpoint(
    'GET /calendar/today',
    'Get the bookings of the next seven days and failing external calendars',
  )
    .input(emptyInput)
    .output(todaySummary),
};
