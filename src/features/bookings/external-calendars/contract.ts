import { z } from 'zod';
import { defineEndpoints, instant, singleLineText, emptyInput, integerParam } from '#shared/contract.ts';

const { ownerEndpoint } = defineEndpoints('calendar');

const externalCalendar = z.object({
  id: z.int(),
  name: z.string(),
  host: z.string(),
  /** Number of upcoming busy times. */
  upcomingBusyTimes: z.int(),
  lastFetchedAt: instant.nullable(),
  lastAttemptAt: instant.nullable(),
  /** Error of the last fetch; the busy times of the previous one are still used. */
  lastError: z.string().nullable(),
  warning: z.string().nullable(),
});
export type ExternalCalendarSummary = z.infer<typeof externalCalendar>;

const calendarParams = z.strictObject({ calendar: integerParam });

export const externalCalendarsContract = {
  listExternalCalendars: ownerEndpoint('GET /calendar/external-calendars', 'List external calendars')
    .input(emptyInput)
    .output(z.object({ items: z.array(externalCalendar) })),
  addExternalCalendar: ownerEndpoint('POST /calendar/external-calendars', 'Add and sync an external calendar')
    .input(
      z.strictObject({
        name: singleLineText.trim().min(1, 'Enter a name.').max(80),
        url: singleLineText.trim().min(1, 'Enter the calendar’s link.').max(2000),
      }),
    )
    .output(externalCalendar),
  refreshExternalCalendar: ownerEndpoint(
    'POST /calendar/external-calendars/{calendar}/refresh',
    'Sync an external calendar now',
  )
    .input(calendarParams)
    .output(externalCalendar),
  deleteExternalCalendar: ownerEndpoint(
    'DELETE /calendar/external-calendars/{calendar}',
    'Remove an external calendar and its busy times',
  )
    .input(calendarParams)
    .output(z.object({})),
  getFeed: ownerEndpoint('GET /calendar/feed', 'Get the calendar feed’s secret link')
    .input(emptyInput)
    .output(z.object({ url: z.url() })),
  rotateFeed: ownerEndpoint('POST /calendar/feed', 'Replace the calendar feed’s secret link')
    .input(emptyInput)
    .output(z.object({ url: z.url() })),
};
