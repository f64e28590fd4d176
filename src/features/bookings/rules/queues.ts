import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Ends holds, credits what nobody will pay any more, sends reminders, and completes what is over. */
export const bookingMaintenanceQueue = createRecurringQueue('bookings.sweep');

/**
 * So long after a hold ended its invoice stands while a payment is under way: money that comes takes the time again,
 * where it is still free.
 */
export const LATE_PAYMENT_GRACE = Temporal.Duration.from({ hours: 2 });
