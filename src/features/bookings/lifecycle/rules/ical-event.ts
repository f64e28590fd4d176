import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

/** Input for a calendar entry (RFC 5545). */
export interface IcalEventInput {
  readonly number: number;
  readonly title: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Incremented with each change that calendars must apply. */
  readonly sequence: number;
  readonly isCancelled: boolean;
  readonly location: string;
  readonly description: string;
  /** The public origin of the site; its host makes the UID unique. */
  readonly siteUrl: string;
  /** URL of the booking; null in calendars that others can read. */
  readonly url: string | null;
  readonly organizer: { readonly name: string; readonly email: string };
  readonly attendee: { readonly name: string; readonly email: string } | null;
  /** When this entry was rendered. */
  readonly createdAt: Temporal.Instant;
}

/** Returns the UID of an entry, which never changes. */
export function getIcalUid(number: number, siteUrl: string): string {
  return `consultation-${number}@${new URL(siteUrl).hostname}`;
}

/**
 * Renders a booking as an iCalendar object for email: a request to add or update it, or a cancellation (RFC 5546).
 * Without a method it is a plain entry for download.
 */
export function renderIcalEvent(entry: IcalEventInput, method: 'REQUEST' | 'CANCEL' | null): string {
  const calendar = ical({ prodId: { company: 'Freehold', product: 'Consultations', language: 'EN' } });
  if (method !== null) calendar.method(ICalCalendarMethod[method]);
  const event = calendar.createEvent({
    id: getIcalUid(entry.number, entry.siteUrl),
    start: entry.startsAt,
    end: entry.endsAt,
    stamp: new Date(entry.createdAt.epochMilliseconds),
    sequence: entry.sequence,
    summary: entry.title,
    description: entry.description,
    status: entry.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: entry.organizer,
    ...(entry.location ? { location: entry.location } : {}),
    ...(entry.url ? { url: entry.url } : {}),
  });
  if (entry.attendee) {
    event.createAttendee({
      ...entry.attendee,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    });
  }
  return calendar.toString();
}
