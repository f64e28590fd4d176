import type { BookingSettings } from '../contract/availability.ts';
import { MINUTES_PER_DAY } from '../contract/limits.ts';
import type { TimeRange } from '../contract/states.ts';

/**
 * When the owner can be booked. Hours are wall time in the owner's zone; everything else is instants in milliseconds
 * since 1970. A start whose wall time is skipped is not offered; one whose wall time repeats is offered once, the first
 * time. A consultation takes real minutes, and hours end when the clock first shows, or has passed, their end.
 */
export interface Availability {
  /** The owner's zone, an IANA name. */
  readonly timeZone: string;
  /** By weekday, 1 for Monday. */
  readonly weekly: ReadonlyMap<number, readonly TimeRange[]>;
  /** Replaces the weekly hours by date, `2026-11-22`; an empty list closes the day. */
  readonly overrides: ReadonlyMap<string, readonly TimeRange[]>;
  readonly settings: Omit<BookingSettings, 'meetingLocation' | 'minimumChangeNoticeHours'>;
}

/** An interval in milliseconds since 1970; the end is exclusive. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

export interface OccupiedTimes {
  /** Intervals of bookings, including their buffers. */
  readonly blocked: readonly Interval[];
  /** Busy times of external calendars. */
  readonly busy: readonly Interval[];
  /** Start times of bookings, for the daily limit. */
  readonly starts: readonly number[];
}

const MINUTE = 60_000;
const HOUR = 3_600_000;

const dayOf = (instant: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate();

/** Returns the wall time of a minute of the day; 1440 is the next midnight. */
function wallTime(day: Temporal.PlainDate, minute: number): Temporal.PlainDateTime {
  if (minute === MINUTES_PER_DAY) return day.add({ days: 1 }).toPlainDateTime();
  return day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 });
}

/** Returns the first instant with a wall time; undefined if clocks skip it. */
export function instantOf(wall: Temporal.PlainDateTime, timeZone: string): number | undefined {
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  return zoned.toPlainDateTime().equals(wall) ? zoned.epochMilliseconds : undefined;
}

/** Returns when clocks first show a wall time, or have passed it. */
function firstInstant(wall: Temporal.PlainDateTime, timeZone: string): number {
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (zoned.toPlainDateTime().equals(wall)) return zoned.epochMilliseconds;
  return zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? zoned.epochMilliseconds;
}

/**
 * Returns midnight of a day on which clocks don't change, so its minutes can be added, many times faster than with
 * Temporal; undefined on other days.
 */
function findMidnight(day: Temporal.PlainDate, timeZone: string): number | undefined {
  const start = day.toZonedDateTime(timeZone);
  return start.hoursInDay === 24 ? start.epochMilliseconds : undefined;
}

/** Returns the hours of a day: its date override, or the weekly hours. */
export function getDayAvailability(day: Temporal.PlainDate, { weekly, overrides }: Availability): readonly TimeRange[] {
  return overrides.get(day.toString()) ?? weekly.get(day.dayOfWeek) ?? [];
}

/** Returns the intervals in which the owner can be booked; both days are included, adjoining intervals are merged. */
export function listOpenIntervals(
  availability: Availability,
  from: Temporal.PlainDate,
  until: Temporal.PlainDate,
): Interval[] {
  const { timeZone } = availability;
  const intervals: Interval[] = [];
  for (let day = from; Temporal.PlainDate.compare(day, until) <= 0; day = day.add({ days: 1 })) {
    const hours = getDayAvailability(day, availability);
    const midnight = hours.length > 0 ? findMidnight(day, timeZone) : undefined;
    const toInstant = (minute: number) =>
      midnight === undefined ? firstInstant(wallTime(day, minute), timeZone) : midnight + minute * MINUTE;
    for (const { startMinute, endMinute } of hours) {
      const start = toInstant(startMinute);
      const end = toInstant(endMinute);
      if (start < end) intervals.push({ start, end });
    }
  }
  return mergeIntervals(intervals);
}

/** Returns all start times of a day before conflicts are checked: each existing wall time of the grid, once. */
function listStartTimes(day: Temporal.PlainDate, availability: Availability): number[] {
  const { timeZone, settings } = availability;
  const midnight = findMidnight(day, timeZone);
  return getDayAvailability(day, availability).flatMap(hours => {
    const found: number[] = [];
    for (let minute = hours.startMinute; minute < hours.endMinute; minute += settings.slotIntervalMinutes) {
      const instant = midnight === undefined ? instantOf(wallTime(day, minute), timeZone) : midnight + minute * MINUTE;
      if (instant !== undefined) found.push(instant);
    }
    return found;
  });
}

/** Returns the window of bookable start times, from the notice period to the end of the last day. */
export function getBookingWindow({ timeZone, settings }: Availability, now: number): Interval {
  const lastDay = dayOf(now, timeZone).add({ days: settings.bookingWindowDays });
  return {
    start: now + settings.minimumNoticeHours * HOUR,
    end: firstInstant(lastDay.add({ days: 1 }).toPlainDateTime(), timeZone),
  };
}

/** Returns the interval that a consultation blocks, including both buffers. */
export function getBlockedInterval(start: number, minutes: number, rules: Availability['settings']): Interval {
  return {
    start: start - rules.bufferBeforeMinutes * MINUTE,
    end: start + (minutes + rules.bufferAfterMinutes) * MINUTE,
  };
}

/** Returns when a booking starts and ends, and the time that it blocks. */
export function getBookingTimes(start: number, minutes: number, rules: Availability['settings']) {
  const blocked = getBlockedInterval(start, minutes, rules);
  return {
    startsAt: new Date(start),
    endsAt: new Date(start + minutes * MINUTE),
    blockedFrom: new Date(blocked.start),
    blockedUntil: new Date(blocked.end),
  };
}

/** Returns the free times in order, in milliseconds since 1970, at which consultations of some minutes can start. */
export function computeFreeSlots(
  availability: Availability,
  taken: OccupiedTimes,
  wanted: Interval & { readonly minutes: number; readonly now: number },
): number[] {
  const { timeZone, settings } = availability;
  const bookable = getBookingWindow(availability, wanted.now);
  const from = Math.max(wanted.start, bookable.start);
  const until = Math.min(wanted.end, bookable.end);
  if (from >= until) return [];
  const firstDay = dayOf(from, timeZone);
  const lastDay = dayOf(until - 1, timeZone);
  // Hours may continue from the previous day or into the next.
  const open = listOpenIntervals(availability, firstDay.subtract({ days: 1 }), lastDay.add({ days: 1 }));
  const occupied = mergeIntervals([...taken.blocked, ...taken.busy]);
  const countByDay = new Map<string, number>();
  for (const start of taken.starts) {
    const day = dayOf(start, timeZone).toString();
    countByDay.set(day, (countByDay.get(day) ?? 0) + 1);
  }
  const free = new Set<number>();
  for (let day = firstDay; Temporal.PlainDate.compare(day, lastDay) <= 0; day = day.add({ days: 1 })) {
    if ((countByDay.get(day.toString()) ?? 0) >= settings.maxBookingsPerDay) continue;
    for (const start of listStartTimes(day, availability)) {
      if (start < from || start >= until) continue;
      const end = start + wanted.minutes * MINUTE;
      if (!open.some(interval => interval.start <= start && end <= interval.end)) continue;
      const blocked = getBlockedInterval(start, wanted.minutes, settings);
      if (!overlaps(blocked, occupied)) free.add(start);
    }
  }
  return [...free].toSorted((one, other) => one - other);
}

/** Sorts intervals and merges those that touch. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const disjoint: { start: number; end: number }[] = [];
  for (const interval of intervals.toSorted((one, other) => one.start - other.start)) {
    const last = disjoint.at(-1);
    if (last && interval.start <= last.end) last.end = Math.max(last.end, interval.end);
    else disjoint.push({ ...interval });
  }
  return disjoint;
}

/** Returns whether an interval overlaps sorted, disjoint ones. A binary search, since there may be thousands. */
function overlaps({ start, end }: Interval, intervals: readonly Interval[]): boolean {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const first = intervals[low];
  return first !== undefined && first.start < end;
}
