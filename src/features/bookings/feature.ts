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
import { bookingsPersonalData } from './lifecycle/actions/personal-data.ts';
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
  personalData: [bookingsPersonalData],
  paymentListener: bookingPaymentListener,
});
