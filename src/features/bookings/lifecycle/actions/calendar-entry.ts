import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { getSiteSections } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { getBookingSettings } from '../queries/availability.ts';
import type { BookingRow } from '../queries/bookings.ts';
import { buildBookingUrl } from './access.ts';

/** The program that makes the calendars (PRODID). */
export const ICAL_PRODUCT = { company: 'Freehold', product: 'Consultations', language: 'EN' };

/** Returns the UID of a booking's calendar entry, which never changes. */
export function getIcalUid(number: number, siteUrl: string): string {
  return `consultation-${number}@${new URL(siteUrl).hostname}`;
}

/**
 * Renders a booking as an iCalendar object (RFC 5545) for email: a request to add or update it, or a cancellation (RFC
 * 5546). Without a method it is a plain entry for download.
 */
export async function renderBookingIcs(
  db: Db,
  services: Pick<ApiServices, 'encryption' | 'siteUrl' | 'now'>,
  booking: BookingRow,
  method: 'REQUEST' | 'CANCEL' | null,
): Promise<string> {
  const { profile } = await getSiteSections(db, ['profile']);
  const { meetingLocation } = await getBookingSettings(db);
  const { id, title, startsAt, endsAt, sequence, clientName, clientEmail } = booking;
  const url = buildBookingUrl(services, booking);
  const calendar = ical({ prodId: ICAL_PRODUCT });
  if (method !== null) calendar.method(ICalCalendarMethod[method]);
  const event = calendar.createEvent({
    id: getIcalUid(id, services.siteUrl),
    start: startsAt,
    end: endsAt,
    stamp: toDate(services.now()),
    sequence,
    summary: `${title}: ${profile.name} and ${clientName ?? 'you'}`,
    description: `Consultation ${id}. View details, reschedule or cancel: ${url}`,
    status: booking.state === 'canceled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: profile.name, email: profile.email },
    ...(meetingLocation ? { location: meetingLocation } : {}),
    url,
  });
  if (clientName !== null && clientEmail !== null) {
    event.createAttendee({
      name: clientName,
      email: clientEmail,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    });
  }
  return calendar.toString();
}
