import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

/** A consultation as calendars enter it (RFC 5545). */
export interface IcalEventInput {
  readonly number: number;
  readonly title: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Rises with each change that calendars have to take over. */
  readonly sequence: number;
  readonly isCancelled: boolean;
  readonly location: string;
  readonly description: string;
  /** The public origin of the site: the name of the entry is unique by its host. */
  readonly siteUrl: string;
  /** Where it can be looked at; null in what many may read. */
  readonly url: string | null;
  readonly organizer: { readonly name: string; readonly email: string };
  readonly attendee: { readonly name: string; readonly email: string } | null;
  /** When this text was made. */
  readonly createdAt: Temporal.Instant;
}

/** The name of an entry, which it keeps through all changes. */
export function getIcalUid(number: number, siteUrl: string): string {
  return `consultation-${number}@${new URL(siteUrl).hostname}`;
}

/**
 * An iCalendar object of one consultation, as mail programs take it in: a request that is entered or changed, or a
 * cancellation (RFC 5546). Without a method it is a plain entry, to be downloaded.
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
