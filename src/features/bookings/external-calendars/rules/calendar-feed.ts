import ical, { ICalEventStatus } from 'ical-generator';

/** The owner's view of a booking in the feed. */
export interface CalendarFeedEvent {
  readonly id: string;
  readonly title: string;
  readonly client: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly sequence: number;
  readonly updatedAt: Date;
  readonly location: string;
}

/**
 * Renders the owner's bookings as an iCalendar feed. It contains the time, title and client's name only, because
 * calendars are shared and shown on lock screens. The same bookings always render the same text.
 */
export function renderCalendarFeed(name: string, entries: readonly CalendarFeedEvent[]): string {
  const calendar = ical({
    name,
    prodId: { company: 'Freehold', product: 'Consultations', language: 'EN' },
    ttl: 60 * 15,
  });
  for (const entry of entries) {
    calendar.createEvent({
      id: entry.id,
      start: entry.startsAt,
      end: entry.endsAt,
      stamp: entry.updatedAt,
      sequence: entry.sequence,
      summary: entry.client ? `${entry.title}: ${entry.client}` : entry.title,
      status: ICalEventStatus.CONFIRMED,
      ...(entry.location ? { location: entry.location } : {}),
    });
  }
  return calendar.toString();
}
