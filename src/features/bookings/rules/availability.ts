import type { BookingSettings } from '../contract/availability.ts';
import { MINUTES_PER_DAY } from '../contract/limits.ts';
import type { TimeRange } from '../contract/lifecycle.ts';

/**
 * When consultations can be had, and what is left of that. Hours are local wall time in the owner's zone; all else is
 * instants, in milliseconds since 1970. On the days on which clocks change: a beginning whose wall time is left out does
 * not exist and is not offered; one whose wall time comes twice is offered once, the first time. A consultation takes
 * its real minutes, and hours that end at a wall time end when the clock first shows it, or has passed it.
 */
export interface Availability {
  /** The owner's, an IANA name. */
  readonly timeZone: string;
  /** By the day of the week, 1 for Monday. */
  readonly weekly: ReadonlyMap<number, readonly TimeRange[]>;
  /** By the day, `2026-11-22`, in place of the week's: none for a day on which nothing can be booked. */
  readonly overrides: ReadonlyMap<string, readonly TimeRange[]>;
  readonly settings: Omit<BookingSettings, 'meetingPlace' | 'changeNoticeHours'>;
}

/** A span of time, in milliseconds since 1970: `until` is no part of it. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** What somebody has already. */
export interface OccupiedTimes {
  /** Of bookings, the buffers of each included. */
  readonly blocked: readonly Interval[];
  /** Busy times of the owner's other calendars. */
  readonly busy: readonly Interval[];
  /** When each booking begins: as many of a day as the owner takes make it full. */
  readonly starts: readonly number[];
}

const MINUTE = 60_000;
const HOUR = 3_600_000;

const dayOf = (instant: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate();

/** The wall time of a minute of a day; 1440 is the next midnight. */
function wallTime(day: Temporal.PlainDate, minute: number): Temporal.PlainDateTime {
  if (minute === MINUTES_PER_DAY) return day.add({ days: 1 }).toPlainDateTime();
  return day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 });
}

/** When a wall time is there, the first time; undefined where clocks pass it over. */
function instantOf(wall: Temporal.PlainDateTime, timeZone: string): number | undefined {
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  return zoned.toPlainDateTime().equals(wall) ? zoned.epochMilliseconds : undefined;
}

/** When clocks first show a wall time, or are past it. */
function reached(wall: Temporal.PlainDateTime, timeZone: string): number {
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (zoned.toPlainDateTime().equals(wall)) return zoned.epochMilliseconds;
  return zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? zoned.epochMilliseconds;
}

/** The hours of a day, as they are by the week or by its own rule. */
export function getDayAvailability(day: Temporal.PlainDate, { weekly, overrides }: Availability): readonly TimeRange[] {
  return overrides.get(day.toString()) ?? weekly.get(day.dayOfWeek) ?? [];
}

/** The spans in which the owner can be booked from one of their days to another, both included; what adjoins is one. */
export function listOpenIntervals(
  availability: Availability,
  from: Temporal.PlainDate,
  until: Temporal.PlainDate,
): Interval[] {
  const { timeZone } = availability;
  const spans: { start: number; end: number }[] = [];
  for (let day = from; Temporal.PlainDate.compare(day, until) <= 0; day = day.add({ days: 1 })) {
    for (const hours of getDayAvailability(day, availability)) {
      const begin = reached(wallTime(day, hours.from), timeZone);
      const end = reached(wallTime(day, hours.until), timeZone);
      const last = spans.at(-1);
      if (last && begin <= last.end) last.end = Math.max(last.end, end);
      else if (begin < end) spans.push({ start: begin, end });
    }
  }
  return spans;
}

/** Every beginning that the hours of a day offer, whatever is free: each wall time of the grid that exists, once. */
function beginnings(day: Temporal.PlainDate, availability: Availability): number[] {
  const { timeZone, settings } = availability;
  return getDayAvailability(day, availability).flatMap(hours => {
    const found: number[] = [];
    for (let minute = hours.from; minute < hours.until; minute += settings.gridMinutes) {
      const instant = instantOf(wallTime(day, minute), timeZone);
      if (instant !== undefined) found.push(instant);
    }
    return found;
  });
}

/** What is asked for: consultations of so many minutes that begin in a span. */
export interface SlotQuery extends Interval {
  readonly minutes: number;
  readonly now: number;
}

/** The span in which consultations can begin that are booked now: from the notice on, to the end of the last day. */
export function getBookingWindow({ timeZone, settings }: Availability, now: number): Interval {
  const lastDay = dayOf(now, timeZone).add({ days: settings.horizonDays });
  return {
    start: now + settings.noticeHours * HOUR,
    end: reached(lastDay.add({ days: 1 }).toPlainDateTime(), timeZone),
  };
}

/** What a consultation keeps from others: its time with the buffers on both sides. */
export function getBlockedInterval(start: number, minutes: number, rules: Availability['settings']): Interval {
  return {
    start: start - rules.bufferBeforeMinutes * MINUTE,
    end: start + (minutes + rules.bufferAfterMinutes) * MINUTE,
  };
}

/** The free beginnings, in order, in milliseconds since 1970. */
export function computeFreeSlots(availability: Availability, taken: OccupiedTimes, wanted: SlotQuery): number[] {
  const { timeZone, settings } = availability;
  const bookable = getBookingWindow(availability, wanted.now);
  const from = Math.max(wanted.start, bookable.start);
  const until = Math.min(wanted.end, bookable.end);
  if (from >= until) return [];
  const firstDay = dayOf(from, timeZone);
  const lastDay = dayOf(until - 1, timeZone);
  // A span may reach into the days before and after.
  const open = listOpenIntervals(availability, firstDay.subtract({ days: 1 }), lastDay.add({ days: 1 }));
  const notFree = sorted([...taken.blocked, ...taken.busy]);
  const perDay = new Map<string, number>();
  for (const start of taken.starts) {
    const day = dayOf(start, timeZone).toString();
    perDay.set(day, (perDay.get(day) ?? 0) + 1);
  }
  const free = new Set<number>();
  for (let day = firstDay; Temporal.PlainDate.compare(day, lastDay) <= 0; day = day.add({ days: 1 })) {
    if ((perDay.get(day.toString()) ?? 0) >= settings.mostADay) continue;
    for (const start of beginnings(day, availability)) {
      if (start < from || start >= until) continue;
      const end = start + wanted.minutes * MINUTE;
      if (!open.some(span => span.start <= start && end <= span.end)) continue;
      const blocked = getBlockedInterval(start, wanted.minutes, settings);
      if (!meets(blocked, notFree)) free.add(start);
    }
  }
  return [...free].toSorted((one, other) => one - other);
}

/** Spans in order, those that touch as one. */
function sorted(spans: readonly Interval[]): Interval[] {
  const merged: { start: number; end: number }[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

/** Whether a span meets one of those that are in order and apart: a binary search, since there may be thousands. */
function meets({ start, end }: Interval, spans: readonly Interval[]): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const first = spans[low];
  return first !== undefined && first.start < end;
}
