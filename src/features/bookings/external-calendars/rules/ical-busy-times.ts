import ICAL from 'ical.js';
import { expandOccurrences, RecurrenceLimitError, MAX_RECURRENCE_STEPS, listIcalTimes } from './ical-recurrence.ts';
import { type Interval, mergeIntervals } from '../../lifecycle/rules/availability.ts';
import { createTimeZoneResolver, type IcalTime, type TimeZoneResolver } from './ical-time-zones.ts';

/** A busy time in an external calendar. */
interface BusyTime {
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
}

/** The busy times of a file, or why it could not be parsed. */
export type ParsedBusyTimes =
  | {
      readonly ok: true;
      /** ISO 8601, in order; touching ones are merged. */
      readonly times: readonly { readonly startsAt: string; readonly endsAt: string }[];
      /** A warning for the owner, in sentences. */
      readonly warning: string | null;
    }
  | { readonly ok: false; readonly reason: string };

export interface ParseBusyTimesOptions {
  /** Only busy times in this window are returned. */
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  /** The owner's zone, for all-day events and times without a zone. */
  readonly timeZone: string;
}

/** Maximum busy times per file within the window: more than one event an hour for a year. */
const MAX_BUSY_TIMES = 10_000;

/**
 * Parses the busy times of a calendar file (ICS, RFC 5545), without canceled events and events that don't block time.
 * Unreadable parts are counted in a warning, never guessed. A hostile rule can take long: see `parseBusyTimesInWorker`.
 */
export function parseBusyTimes(text: string, options: ParseBusyTimesOptions): ParsedBusyTimes {
  const calendars = parse(text);
  if (typeof calendars === 'string') return { ok: false, reason: calendars };
  const steps = { remaining: MAX_RECURRENCE_STEPS };
  const intervals: Interval[] = [];
  const notes: string[] = [];
  let unread = 0;
  for (const calendar of calendars) {
    const zones = createTimeZoneResolver(calendar, options.timeZone);
    const add = ({ startsAt, endsAt }: BusyTime) => {
      const start = Math.max(startsAt.epochMilliseconds, options.from.epochMilliseconds);
      const end = Math.min(endsAt.epochMilliseconds, options.until.epochMilliseconds);
      if (start < end) intervals.push({ start, end });
      if (intervals.length > MAX_BUSY_TIMES) throw new RecurrenceLimitError();
    };
    try {
      for (const period of listFreeBusyPeriods(calendar)) add(period);
      // Exceptions have the UID of their event.
      const series = Map.groupBy(calendar.getAllSubcomponents('vevent'), (event, index) =>
        String(event.getFirstPropertyValue('uid') ?? `without ${index}`),
      );
      for (const events of series.values()) {
        try {
          for (const time of listBusyTimes(events, zones, options, steps)) add(time);
        } catch (error) {
          if (error instanceof RecurrenceLimitError) throw error;
          unread++;
        }
      }
    } catch (error) {
      const reason = 'This calendar has too many events to read.';
      if (error instanceof RecurrenceLimitError) return { ok: false, reason };
      throw error;
    }
    for (const zone of zones.unknownZones)
      notes.push(`The time zone “${zone.slice(0, 60)}” isn’t recognized, so your time zone is used instead.`);
  }
  if (unread > 0) notes.unshift(unread === 1 ? '1 event couldn’t be read.' : `${unread} events couldn’t be read.`);
  const format = (time: number) => Temporal.Instant.fromEpochMilliseconds(time).toString();
  const times = mergeIntervals(intervals).map(({ start, end }) => ({ startsAt: format(start), endsAt: format(end) }));
  return { ok: true, times, warning: notes.slice(0, 3).join(' ') || null };
}

/** Returns the calendars of a file, or why there are none. */
function parse(text: string): ICAL.Component[] | string {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (/^<(!doctype|html)/i.test(trimmed))
    return 'This link opens a web page, not a calendar. Use the link that ends in .ics.';
  if (!/^BEGIN:VCALENDAR\s/i.test(trimmed)) return 'This isn’t an iCalendar (ICS) file.';
  try {
    const parsed: unknown = ICAL.parse(trimmed);
    // Several calendars parse to an array of trees; a single one is a tree that starts with its name.
    const trees = Array.isArray(parsed) && typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[]);
    return trees.map(tree => new ICAL.Component(tree as string[]));
  } catch {
    return 'The calendar file is damaged or incomplete.';
  }
}

const isBusy = (event: ICAL.Component) =>
  getText(event, 'transp') !== 'TRANSPARENT' &&
  getText(event, 'status') !== 'CANCELLED' &&
  getText(event, 'x-microsoft-cdo-busystatus') !== 'FREE';

const getText = (event: ICAL.Component, name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase();

function* listBusyTimes(
  series: readonly ICAL.Component[],
  zones: TimeZoneResolver,
  options: ParseBusyTimesOptions,
  steps: { remaining: number },
): Generator<BusyTime> {
  const exceptions = series.filter(event => event.hasProperty('recurrence-id'));
  const replaced = new Set<string>();
  for (const exception of exceptions) {
    const [originalStart] = listIcalTimes(exception, 'recurrence-id');
    if (!originalStart) throw new Error('A recurrence exception has no original start time.');
    replaced.add(zones.toInstant(originalStart).toString());
    if (isBusy(exception)) yield toBusyTime(exception, getStart(exception), zones);
  }
  const laterChanges = listLaterChanges(exceptions, zones);
  for (const event of series.filter(one => !one.hasProperty('recurrence-id'))) {
    const first = getStart(event);
    const isExcluded = createExclusionCheck(event, zones);
    const { startsAt: firstStart, endsAt: firstEnd } = toBusyTime(event, first, zones);
    // An occurrence that starts before the window can reach into it.
    const startWindow = { from: options.from.subtract(firstStart.until(firstEnd)), until: options.until };
    for (const start of expandOccurrences(event, first, zones, startWindow, steps)) {
      const startsAt = zones.toInstant(start);
      if (replaced.has(startsAt.toString()) || isExcluded(start, startsAt)) continue;
      const changed = laterChanges.findLast(({ from }) => Temporal.Instant.compare(from, startsAt) <= 0);
      if (!isBusy(changed?.event ?? event)) continue;
      if (!changed) yield toBusyTime(event, start, zones);
      else yield toBusyTime(changed.event, { ...start, dateTime: start.dateTime.add(changed.shift) }, zones);
    }
  }
}

/** Returns the exceptions that also apply to all later occurrences (RANGE=THISANDFUTURE), in order. */
function listLaterChanges(exceptions: readonly ICAL.Component[], zones: TimeZoneResolver) {
  return exceptions
    .filter(event => event.getFirstProperty('recurrence-id')?.getFirstParameter('range') === 'THISANDFUTURE')
    .flatMap(event => {
      const [originalStart] = listIcalTimes(event, 'recurrence-id');
      if (!originalStart) return [];
      const from = zones.toInstant(originalStart);
      const start = getStart(event);
      const shift = zones.toLocal(from, start).until(start.dateTime);
      return [{ event, from, shift }];
    })
    .toSorted((one, other) => Temporal.Instant.compare(one.from, other.from));
}

function getStart(event: ICAL.Component): IcalTime {
  const [first] = listIcalTimes(event, 'dtstart');
  if (!first) throw new Error('An event has no start time.');
  return first;
}

/** Returns a check for excluded occurrences (EXDATE), by instant or by date. */
function createExclusionCheck(event: ICAL.Component, zones: TimeZoneResolver) {
  const excluded = listIcalTimes(event, 'exdate');
  const instants = new Set(excluded.filter(time => !time.isAllDay).map(time => zones.toInstant(time).toString()));
  const days = new Set(excluded.filter(time => time.isAllDay).map(time => time.dateTime.toPlainDate().toString()));
  return (start: IcalTime, startsAt: Temporal.Instant) =>
    instants.has(startsAt.toString()) || days.has(start.dateTime.toPlainDate().toString());
}

/**
 * Returns the interval of an occurrence. DTEND gives a fixed length; DURATION counts days by the calendar. Without
 * either it takes its entire day, or no time.
 */
function toBusyTime(event: ICAL.Component, start: IcalTime, zones: TimeZoneResolver): BusyTime {
  const startsAt = zones.toInstant(start);
  const duration = event.getFirstPropertyValue('duration');
  const [end] = listIcalTimes(event, 'dtend');
  if (duration instanceof ICAL.Duration) {
    const { weeks, days, hours, minutes, seconds, isNegative } = duration;
    if (isNegative) throw new Error('An event ends before it starts.');
    const day = { ...start, dateTime: start.dateTime.add({ weeks, days }) };
    return { startsAt, endsAt: zones.toInstant(day).add({ hours, minutes, seconds }) };
  }
  const first = getStart(event);
  if (start.isAllDay) {
    const days = end ? first.dateTime.until(end.dateTime, { largestUnit: 'day' }).days : 1;
    const day = { ...start, dateTime: start.dateTime.add({ days: Math.max(1, days) }) };
    return { startsAt, endsAt: zones.toInstant(day) };
  }
  const length = end ? zones.toInstant(first).until(zones.toInstant(end)) : new Temporal.Duration();
  if (length.sign < 0) throw new Error('An event ends before it starts.');
  return { startsAt, endsAt: startsAt.add(length) };
}

/** Yields the busy periods of a calendar that has no events (VFREEBUSY). */
function* listFreeBusyPeriods(calendar: ICAL.Component): Generator<BusyTime> {
  for (const part of calendar.getAllSubcomponents('vfreebusy')) {
    for (const property of part.getAllProperties('freebusy')) {
      if (property.getFirstParameter('fbtype')?.toUpperCase() === 'FREE') continue;
      for (const period of property.getValues()) {
        if (!(period instanceof ICAL.Period)) continue;
        const instant = (time: ICAL.Time) => Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1000);
        yield { startsAt: instant(period.start), endsAt: instant(period.getEnd()) };
      }
    }
  }
}
