import ical, { ICalEventStatus } from 'ical-generator';

/** A booking as the owner's feed has it. */
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
 * The owner's bookings as an iCalendar object, to be subscribed to. It says when, what and with whom, and nothing else of a
 * client: calendars are shared, and shown on lock screens. The same bookings are the same text, whenever it is written.
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
