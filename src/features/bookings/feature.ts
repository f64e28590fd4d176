import { defineFeature, defineJob } from '#platform/feature.ts';
import { bookingPaymentListener } from './actions/payment-listener.ts';
import { bookingsPersonalData } from './actions/personal-data.ts';
import { registerCalendarFeedRoutes } from './handlers/calendar-feed-routes.ts';
import { bookingsHandlers } from './handlers/handlers.ts';
import { ownerCalendarHandlers } from './handlers/owner-calendar.ts';
import { registerBookingRoutes } from './handlers/routes.ts';
import { bookingUploads } from './handlers/uploads.ts';
import { runBookingMaintenance } from './jobs/jobs.ts';
import { syncExternalCalendars } from './jobs/sync-external-calendars.ts';
import { syncExternalCalendarsQueue } from './rules/external-calendar-sync.ts';
import { bookingMaintenanceQueue } from './rules/queues.ts';

export const bookings = defineFeature({
  name: 'bookings',
  handlers: { bookings: bookingsHandlers, calendar: ownerCalendarHandlers },
  routes(app, { contexts }) {
    registerBookingRoutes(app, contexts.forCaller);
    registerCalendarFeedRoutes(app, contexts.forAnyone);
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
  personalData: [bookingsPersonalData],
  paymentListener: bookingPaymentListener,
});
