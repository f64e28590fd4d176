import { findTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { getAvailability } from '../lifecycle/queries/availability.ts';
import { listDateOverrides } from '../availability/queries.ts';
import type { BookingRow } from '../lifecycle/queries/bookings.ts';
import { listBookingsBetween, listBusyTimesBetween, listFailingExternalCalendars } from './queries.ts';
import { getStartOfDay, listDayEntries, buildCalendarDays, type CalendarEntrySource } from './rules/calendar-days.ts';

type Clock = Pick<ApiServices, 'now'>;

/** States that occupy the owner's time, now or in the past. */
const VISIBLE_STATES = ['held', 'awaiting_payment', 'confirmed', 'completed', 'no_show'] as const;

/** Returns days of the owner's calendar; both ends are included. */
export async function listCalendarDays(db: Db, { now }: Clock, range: { from: string; until: string }) {
  const from = Temporal.PlainDate.from(range.from);
  const until = Temporal.PlainDate.from(range.until);
  const availability = await getAvailability(db, now());
  const { timeZone } = availability;
  const apart = await listDateOverrides(db, range.from);
  const span = { from: getStartOfDay(from, timeZone), until: getStartOfDay(until.add({ days: 1 }), timeZone) };
  const bookings = await listBookingsBetween(db, span, VISIBLE_STATES);
  const busy = await listBusyTimesBetween(db, span);
  const overrides = new Map(apart.map(({ date, ranges }) => [date, ranges]));
  const notes = new Map(apart.map(({ date, note }) => [date, note]));
  return {
    timeZone,
    today: now().toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    days: buildCalendarDays({ ...availability, overrides, notes }, { from, until }, [
      ...bookings.map(takingOf),
      ...busy.map(busyOf),
    ]),
  };
}

/** Returns today's bookings and the calendars that could not be fetched. */
export async function getTodaySummary(db: Db, { now }: Clock) {
  const timeZone = (await findTimeZone(db)) ?? 'UTC';
  const day = now().toZonedDateTimeISO(timeZone).toPlainDate();
  const span = { from: getStartOfDay(day, timeZone), until: getStartOfDay(day.add({ days: 1 }), timeZone) };
  const today = await listBookingsBetween(db, span, ['confirmed', 'completed', 'no_show']);
  return {
    timeZone,
    today: day.toString(),
    bookings: listDayEntries(day, timeZone, today.map(takingOf)),
    failingCalendars: await listFailingExternalCalendars(db),
  };
}

function takingOf({ id, title, clientName, state, startsAt, endsAt }: BookingRow): CalendarEntrySource {
  return { kind: 'booking', bookingNumber: id, title, client: clientName, state, startsAt, endsAt };
}

function busyOf({ calendar, ...times }: { calendar: string; startsAt: Date; endsAt: Date }): CalendarEntrySource {
  return { kind: 'busy', bookingNumber: null, title: calendar, client: null, state: null, ...times };
}
