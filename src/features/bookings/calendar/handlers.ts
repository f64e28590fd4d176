import { implement } from '@orpc/server';
import { getTimeZone } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { dayOf } from '#shared/dates.ts';
import { listDateOverrides } from '../availability/queries.ts';
import { getAvailability } from '../lifecycle/queries/availability.ts';
import type { BookingRow } from '../lifecycle/queries/bookings.ts';
import { calendarContract } from './contract.ts';
import { listBookingsBetween, listBusyTimesBetween, listFailingExternalCalendars } from './queries.ts';
import { buildCalendarDays, type CalendarEntrySource, getStartOfDay, listDayEntries } from './rules/calendar-days.ts';

const calendar = implement(calendarContract).$context<ApiContext>();

/** States that occupy the owner's time, now or in the past. */
const VISIBLE_STATES = ['held', 'awaiting_payment', 'confirmed', 'completed', 'no_show'] as const;

export const calendarHandlers = calendar.router({
  listDays: calendar.listDays.handler(async ({ context: { db, now }, input }) => {
    const from = Temporal.PlainDate.from(input.from);
    const until = Temporal.PlainDate.from(input.until);
    const availability = await getAvailability(db, now());
    const { timeZone } = availability;
    const dateOverrides = await listDateOverrides(db, input.from);
    const span = { from: getStartOfDay(from, timeZone), until: getStartOfDay(until.add({ days: 1 }), timeZone) };
    const bookings = await listBookingsBetween(db, span, VISIBLE_STATES);
    const busy = await listBusyTimesBetween(db, span);
    const overrides = new Map(dateOverrides.map(({ date, ranges }) => [date, ranges]));
    const notes = new Map(dateOverrides.map(({ date, note }) => [date, note]));
    return {
      timeZone,
      today: dayOf(now(), timeZone).toString(),
      days: buildCalendarDays({ ...availability, overrides, notes }, { from, until }, [
        ...bookings.map(toEntrySource),
        ...busy.map(({ calendar: title, ...times }) => {
          return { kind: 'busy' as const, bookingNumber: null, title, client: null, state: null, ...times };
        }),
      ]),
    };
  }),
  getToday: calendar.getToday.handler(async ({ context: { db, now } }) => {
    const timeZone = await getTimeZone(db);
    const day = dayOf(now(), timeZone);
    const span = { from: getStartOfDay(day, timeZone), until: getStartOfDay(day.add({ days: 7 }), timeZone) };
    const bookings = await listBookingsBetween(db, span, ['confirmed', 'completed', 'no_show']);
    const sources = bookings.map(toEntrySource);
    return {
      timeZone,
      today: day.toString(),
      upcomingDays: Array.from({ length: 7 }, (_, index) => day.add({ days: index }))
        .map(date => ({ date: date.toString(), bookings: listDayEntries(date, timeZone, sources) }))
        .filter(({ bookings: entries }) => entries.length > 0),
      failingCalendars: await listFailingExternalCalendars(db),
    };
  }),
});

function toEntrySource({ id, title, clientName, state, startsAt, endsAt }: BookingRow): CalendarEntrySource {
  return { kind: 'booking', bookingNumber: id, title, client: clientName, state, startsAt, endsAt };
}
