import type { CalendarDay, CalendarEntryData } from '../contract.ts';
import { MINUTES_PER_DAY } from '../../lifecycle/contract/limits.ts';
import { type Availability, getDayAvailability } from '../../lifecycle/rules/availability.ts';

/** A calendar entry before it is split by day. */
export type CalendarEntrySource = Omit<CalendarEntryData, 'startMinute' | 'endMinute' | 'startsAt' | 'endsAt'> & {
  readonly startsAt: Date;
  readonly endsAt: Date;
};

/** Returns the start of a day in the owner's zone as an instant. */
export function getStartOfDay(day: Temporal.PlainDate, timeZone: string): Date {
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
}

/**
 * Returns calendar days in the owner's zone; entries over midnight appear on each day. Minutes follow the wall clock:
 * in a repeated hour an entry may seem to end when it starts, and then takes one minute.
 */
export function buildCalendarDays(
  availability: Availability & { readonly notes: ReadonlyMap<string, string> },
  { from, until }: { readonly from: Temporal.PlainDate; readonly until: Temporal.PlainDate },
  sources: readonly CalendarEntrySource[],
): CalendarDay[] {
  const days: CalendarDay[] = [];
  for (let day = from; Temporal.PlainDate.compare(day, until) <= 0; day = day.add({ days: 1 })) {
    const name = day.toString();
    days.push({
      date: name,
      availability: getDayAvailability(day, availability).map(hours => ({ ...hours })),
      hasOverride: availability.overrides.has(name),
      note: availability.notes.get(name) ?? '',
      entries: listDayEntries(day, availability.timeZone, sources),
    });
  }
  return days;
}

/** Returns the entries that overlap a day, cut to it. */
export function listDayEntries(
  day: Temporal.PlainDate,
  timeZone: string,
  sources: readonly CalendarEntrySource[],
): CalendarEntryData[] {
  const startOfDay = getStartOfDay(day, timeZone);
  const endOfDay = getStartOfDay(day.add({ days: 1 }), timeZone);
  return sources
    .filter(({ startsAt, endsAt }) => startsAt < endOfDay && endsAt > startOfDay)
    .map(one => {
      const first = one.startsAt <= startOfDay ? 0 : minuteOfDay(one.startsAt, timeZone);
      const last = one.endsAt >= endOfDay ? MINUTES_PER_DAY : minuteOfDay(one.endsAt, timeZone);
      return {
        ...one,
        startsAt: one.startsAt.toISOString(),
        endsAt: one.endsAt.toISOString(),
        startMinute: first,
        endMinute: Math.max(last, first + 1),
      };
    })
    .toSorted((one, other) => one.startMinute - other.startMinute || one.startsAt.localeCompare(other.startsAt));
}

function minuteOfDay(instant: Date, timeZone: string): number {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  return hour * 60 + minute;
}
