import ICAL from 'ical.js';
import { isTimeZone } from '#shared/time.ts';

/** A time as written in a file: wall time, its zone if named, and whether it covers an entire day. */
export interface IcalTime {
  readonly dateTime: Temporal.PlainDateTime;
  readonly isAllDay: boolean;
  /** `UTC`, the file's name for its zone, or undefined for a floating time. */
  readonly zone: string | undefined;
}

export interface TimeZoneResolver {
  /** Converts a time to an instant. A skipped or repeated wall time uses the offset before (RFC 5545). */
  toInstant(time: IcalTime): Temporal.Instant;
  /** Converts an instant to wall time in the zone of another time. */
  toLocal(instant: Temporal.Instant, like: IcalTime): Temporal.PlainDateTime;
  /** Unknown zone names; their times are read in the owner's zone. */
  readonly unknownZones: ReadonlySet<string>;
}

/** Returns the offset in milliseconds at a wall time. */
type ZoneOffset = (wall: Temporal.PlainDateTime) => number;

/**
 * Creates the resolver of a file's zones. IANA names, with or without a program's prefix, mean the IANA zone; others
 * the file's VTIMEZONE. All-day and floating times use the owner's zone, except that X-WR-TIMEZONE, if present, applies
 * to floating ones.
 */
export function createTimeZoneResolver(calendar: ICAL.Component, ownerZone: string): TimeZoneResolver {
  const unknownZones = new Set<string>();
  const cache = new Map<string, string | ZoneOffset>();
  const floating = toIanaName(String(calendar.getFirstPropertyValue('x-wr-timezone') ?? '')) ?? ownerZone;

  function find(name: string): string | ZoneOffset {
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const zone = toIanaName(name) ?? findDefinedZone(calendar, name);
    if (zone === undefined) unknownZones.add(name);
    cache.set(name, zone ?? ownerZone);
    return zone ?? ownerZone;
  }
  const zoneOf = ({ isAllDay, zone }: IcalTime) => (isAllDay ? ownerZone : zone === undefined ? floating : find(zone));

  return {
    unknownZones,
    toInstant(time) {
      const zone = zoneOf(time);
      if (time.isAllDay) return time.dateTime.toPlainDate().toZonedDateTime(ownerZone).toInstant();
      if (typeof zone === 'string') return time.dateTime.toZonedDateTime(zone).toInstant();
      return asUtc(time.dateTime).subtract({ milliseconds: zone(time.dateTime) });
    },
    toLocal(instant, time) {
      const zone = zoneOf(time);
      if (typeof zone === 'string') return instant.toZonedDateTimeISO(zone).toPlainDateTime();
      const approximate = instant.toZonedDateTimeISO('UTC').toPlainDateTime();
      return approximate.add({ milliseconds: zone(approximate) });
    },
  };
}

const asUtc = (wall: Temporal.PlainDateTime) => wall.toZonedDateTime('UTC').toInstant();

/** Returns the IANA name: the name itself, or its end after a prefix such as /mozilla.org/20050126_1/Europe/Berlin. */
function toIanaName(name: string): string | undefined {
  const parts = name.trim().replace(/^"|"$/g, '').split('/').filter(Boolean);
  const ends = [parts.join('/'), parts.slice(-3).join('/'), parts.slice(-2).join('/')];
  return ends.find(end => end.length > 0 && end.length < 60 && /^[A-Za-z]/.test(end) && isTimeZone(end));
}

function findDefinedZone(calendar: ICAL.Component, name: string): ZoneOffset | undefined {
  const component = calendar
    .getAllSubcomponents('vtimezone')
    .find(zone => String(zone.getFirstPropertyValue('tzid')) === name);
  if (!component) return undefined;
  const zone = new ICAL.Timezone({ component, tzid: name });
  return wall => zone.utcOffset(toFloatingTime(wall, false)) * 1000;
}

/** Converts a wall time to a time of the library, without a zone. */
export function toFloatingTime(wall: Temporal.PlainDateTime, isDate: boolean): ICAL.Time {
  const { year, month, day, hour, minute, second } = wall;
  return new ICAL.Time({ year, month, day, hour, minute, second, isDate }, ICAL.Timezone.localTimezone);
}
