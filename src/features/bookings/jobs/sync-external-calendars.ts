import type { Log } from '#platform/log.ts';
import { type BusyServices, fetchBusyCalendar, keepFetched } from '../actions/external-calendars.ts';
import { listDueCalendars } from '../queries/external-calendars.ts';

/** What the job works with. */
export interface BusyJobServices extends BusyServices {
  readonly log: Log;
}

/** Fetches the owner's other calendars that are due, one after the other: one that fails does not stop the others. */
export async function fetchBusyCalendars(services: BusyJobServices): Promise<void> {
  const { db, now, log } = services;
  for (const id of await listDueCalendars(db, new Date(now().epochMilliseconds))) {
    try {
      const fetched = await fetchBusyCalendar(services, id);
      await db.transaction(tx => keepFetched(tx, services, fetched));
    } catch (err) {
      log.warn({ err, calendar: id }, 'a calendar was not fetched');
    }
  }
}
