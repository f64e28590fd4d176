import { deleteFilesQueue } from '#features/media/index.ts';
import { bookingActivity } from './lifecycle/queries/client-activity.ts';
import { defineFeature, defineJob } from '#platform/feature.ts';
import { availabilityHandlers } from './availability/handlers.ts';
import { bookingPageHandlers, registerCalendarEntryRoute } from './booking-page/handlers.ts';
import { calendarHandlers } from './calendar/handlers.ts';
import { bookingPaymentListener } from './checkout/actions/payment-listener.ts';
import { checkoutHandlers } from './checkout/handlers.ts';
import { externalCalendarsHandlers, registerCalendarFeedRoutes } from './external-calendars/handlers.ts';
import { syncExternalCalendars, syncExternalCalendarsQueue } from './external-calendars/jobs.ts';
import { bookingUploads, filesHandlers, registerBookingFileRoutes } from './files/handlers.ts';
import { bookingMaintenanceQueue, runBookingMaintenance } from './jobs.ts';
import { deleteBookingNotesAndFiles, listBookingsForPerson } from './lifecycle/queries/personal-data.ts';
import { buildBookingFileKey } from './lifecycle/rules/file-keys.ts';
import { schedulingHandlers } from './scheduling/handlers.ts';

export const bookings = defineFeature({
  name: 'bookings',
  handlers: {
    bookings: { ...checkoutHandlers, ...bookingPageHandlers, ...filesHandlers },
    calendar: { ...calendarHandlers, ...schedulingHandlers, ...availabilityHandlers, ...externalCalendarsHandlers },
  },
  routes(app, { contexts }) {
    registerCalendarEntryRoute(app, contexts.createForCaller);
    registerBookingFileRoutes(app, contexts.createForCaller);
    registerCalendarFeedRoutes(app, contexts.createAnonymous);
  },
  uploads: bookingUploads,
  jobs: [
    // Every minute, because reminders are due to the minute.
    defineJob({ queue: bookingMaintenanceQueue, run: runBookingMaintenance, schedule: '* * * * *', onStart: true }),
    // More often than calendars are due, so retries are on time.
    defineJob({
      queue: syncExternalCalendarsQueue,
      run: syncExternalCalendars,
      schedule: '*/5 * * * *',
      onStart: true,
    }),
  ],
  personalData: [
    {
      name: 'bookings',
      export: listBookingsForPerson,
      // Removes notes and files of finished bookings; the bookings stay with their documents, which the owner must keep,
      // and upcoming ones stay open through their secret link.
      async erase(tx, person, { jobs }) {
        const files = await deleteBookingNotesAndFiles(tx, person);
        if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { files: files.map(buildBookingFileKey) });
      },
    },
  ],
  paymentListener: bookingPaymentListener,
  clientActivity: [bookingActivity],
});
