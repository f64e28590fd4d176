import { toDate } from '#platform/database/dates.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';
import type { Log } from '#platform/log.ts';
import { type ExternalCalendarServices, refreshExternalCalendar } from './actions.ts';
import { listDueExternalCalendars } from './queries.ts';

export const syncExternalCalendarsQueue = createRecurringQueue('bookings.sync_external_calendars', 900);

/** Fetches due external calendars one after another; a failure does not stop the others. */
export async function syncExternalCalendars(services: ExternalCalendarServices & { readonly log: Log }): Promise<void> {
  const { db, now, log } = services;
  for (const { id } of await listDueExternalCalendars(db, toDate(now()))) {
    await refreshExternalCalendar(services, id).catch((err: unknown) =>
      log.warn({ err, calendar: id }, 'external calendar sync failed'),
    );
  }
}
