import ICAL from 'ical.js';
import { listEmailsTo } from './emails.ts';
import type { TestSite } from './test-site.ts';

/** Parses a calendar event with a separate library, not with our own code. */
export function parseCalendarEvent(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    status: event.component.getFirstPropertyValue('status'),
    attendees: event.attendees.map(one => String(one.getFirstValue())),
    organizer: event.organizer,
    stamp: event.component.getFirstPropertyValue('dtstamp'),
  };
}

/** Returns the calendar events attached to emails to an address, newest first, each with the email's template. */
export async function listEmailedEvents(site: Pick<TestSite, 'db'>, address: string) {
  const mails = await listEmailsTo(site, address);
  return mails.flatMap(({ template, calendarIcs }) =>
    calendarIcs ? [{ template, ...parseCalendarEvent(calendarIcs) }] : [],
  );
}
