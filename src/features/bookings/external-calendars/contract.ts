import { z } from 'zod';
import { endpoint, instant, singleLineText, emptyInput, integerParam } from '#shared/contract.ts';

const tags = ['calendar'];

const busyCalendar = z.object({
  id: z.int(),
  name: z.string(),
  host: z.string(),
  /** Number of upcoming busy times. */
  ahead: z.int(),
  fetchedAt: instant.nullable(),
  triedAt: instant.nullable(),
  /** Error of the last fetch; the busy times of the previous one are still used. */
  failure: z.string().nullable(),
  note: z.string().nullable(),
});
export type ExternalCalendarSummary = z.infer<typeof busyCalendar>;

const calendarPlace = z.strictObject({ calendar: integerParam });

export const externalCalendarsContract = {
  busyCalendars: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/calendar/busy', tags, summary: 'Calendars elsewhere whose events are busy times' })
    .input(emptyInput)
    .output(z.object({ items: z.array(busyCalendar) })),
  addBusyCalendar: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/calendar/busy', tags, summary: 'Add an external calendar and fetch it' })
    .input(
      z.strictObject({
        name: singleLineText.trim().min(1, 'Give it a name.').max(80, 'At most 80 characters.'),
        address: singleLineText.trim().min(1, 'Give the address.').max(2000, 'At most 2000 characters.'),
      }),
    )
    .output(busyCalendar),
  refreshBusyCalendar: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/calendar/busy/{calendar}/refresh', tags, summary: 'Fetch one now' })
    .input(calendarPlace)
    .output(busyCalendar),
  removeBusyCalendar: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'DELETE', path: '/calendar/busy/{calendar}', tags, summary: 'Remove one with its busy times' })
    .input(calendarPlace)
    .output(z.object({})),
  feed: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/calendar/feed', tags, summary: 'The secret address of the owner’s bookings' })
    .input(emptyInput)
    .output(z.object({ address: z.url() })),
  renewFeed: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/calendar/feed', tags, summary: 'Give it another address; the old one ends' })
    .input(emptyInput)
    .output(z.object({ address: z.url() })),
};
