import ICAL from 'ical.js';
import { listEmailsTo } from './emails.ts';
import type { TestSite } from './test-site.ts';

/** A calendar entry as an independent program reads it. */
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

/** The entries for calendars that mails to an address carry, newest first, each with the mail's template. */
export async function listEmailedEvents(site: Pick<TestSite, 'db'>, address: string) {
  const mails = await listEmailsTo(site, address);
  return mails.flatMap(({ template, calendarIcs }) =>
    calendarIcs ? [{ template, ...parseCalendarEvent(calendarIcs) }] : [],
  );
}
