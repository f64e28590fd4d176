import ICAL from 'ical.js';

/** A time as a file writes it: wall time, the name of its zone if it has one, and whether it is a whole day. */
export interface IcalTime {
  readonly dateTime: Temporal.PlainDateTime;
  readonly isAllDay: boolean;
  /** `UTC`, what the file calls its zone, or undefined for a floating time. */
  readonly zone: string | undefined;
}

/** Reads what a file says about time zones. */
export interface TimeZoneResolver {
  /** When a written time is. Where its wall time is skipped or repeated, as RFC 5545 says: the offset before. */
  toInstant(time: IcalTime): Temporal.Instant;
  /** An instant as the wall time of the zone of another time. */
  toLocal(instant: Temporal.Instant, like: IcalTime): Temporal.PlainDateTime;
  /** Names of zones that nobody knows; their times are read in the owner's zone. */
  readonly unknownZones: ReadonlySet<string>;
}

/** Offset in milliseconds at a wall time, and at an instant. */
interface DefinedZone {
  readonly offset: (wall: Temporal.PlainDateTime) => number;
}

/**
 * The zones of a calendar file. A name that is IANA's, also behind a program's own prefix, means IANA's zone; any other
 * what the file itself defines (VTIMEZONE). Whole days and floating times are in the owner's zone, unless the file names one
 * for all of it (X-WR-TIMEZONE), which then is that of the floating ones.
 */
export function createTimeZoneResolver(calendar: ICAL.Component, ownerZone: string): TimeZoneResolver {
  const unknownZones = new Set<string>();
  const known = new Map<string, string | DefinedZone>();
  const usual = ianaName(String(calendar.getFirstPropertyValue('x-wr-timezone') ?? '')) ?? ownerZone;

  function zoneOf(name: string): string | DefinedZone {
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    const zone = ianaName(name) ?? definedZone(calendar, name) ?? ownerZone;
    if (zone === ownerZone && ianaName(name) === undefined) unknownZones.add(name);
    known.set(name, zone);
    return zone;
  }
  const zoneFor = ({ isAllDay, zone }: IcalTime) => (isAllDay ? ownerZone : zone === undefined ? usual : zoneOf(zone));

  return {
    unknownZones,
    toInstant(time) {
      const zone = zoneFor(time);
      if (time.isAllDay) return time.dateTime.toPlainDate().toZonedDateTime(ownerZone).toInstant();
      if (typeof zone === 'string')
        return time.dateTime.toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant();
      return asUtc(time.dateTime).subtract({ milliseconds: zone.offset(time.dateTime) });
    },
    toLocal(instant, like) {
      const zone = zoneFor(like);
      if (typeof zone === 'string') return instant.toZonedDateTimeISO(zone).toPlainDateTime();
      const roughly = instant.toZonedDateTimeISO('UTC').toPlainDateTime();
      return roughly.add({ milliseconds: zone.offset(roughly) });
    },
  };
}

const asUtc = (wall: Temporal.PlainDateTime) => wall.toZonedDateTime('UTC').toInstant();

/** IANA's name of a zone: the name itself, or its end behind a prefix such as /mozilla.org/20050126_1/Europe/Berlin. */
function ianaName(name: string): string | undefined {
  const parts = name.trim().replace(/^"|"$/g, '').split('/').filter(Boolean);
  const ends = [parts.join('/'), parts.slice(-3).join('/'), parts.slice(-2).join('/')];
  return ends.find(end => end.length > 0 && end.length < 60 && /^[A-Za-z]/.test(end) && isZone(end));
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}

function definedZone(calendar: ICAL.Component, name: string): DefinedZone | undefined {
  const component = calendar
    .getAllSubcomponents('vtimezone')
    .find(zone => String(zone.getFirstPropertyValue('tzid')) === name);
  if (!component) return undefined;
  const zone = new ICAL.Timezone({ component, tzid: name });
  return {
    offset: wall =>
      zone.utcOffset(
        new ICAL.Time(
          {
            year: wall.year,
            month: wall.month,
            day: wall.day,
            hour: wall.hour,
            minute: wall.minute,
            second: wall.second,
            isDate: false,
          },
          ICAL.Timezone.localTimezone,
        ),
      ) * 1000,
  };
}
