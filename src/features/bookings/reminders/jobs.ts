import { emailParties } from '../lifecycle/actions/notifications.ts';
import { parties } from '../lifecycle/contract/states.ts';
import { type BookingJobServices, changeEachBooking } from '../lifecycle/jobs.ts';
import { insertBookingReminder, listUpcomingBookings } from './queries.ts';
import { EARLIEST_REMINDER_MS, findDueReminder } from './rules.ts';

/** Reminds both parties of near consultations, once per start time of a booking. */
export async function sendDueReminders(services: BookingJobServices): Promise<void> {
  const sentAt = new Date(services.now().epochMilliseconds);
  const until = new Date(sentAt.getTime() + EARLIEST_REMINDER_MS);
  for (const { booking: found, scheduledAt } of await listUpcomingBookings(services.db, { now: sentAt, until })) {
    const times = { startsAt: found.startsAt.getTime(), settledAt: scheduledAt.getTime() };
    const kind = findDueReminder(times, sentAt.getTime());
    if (!kind) continue;
    await changeEachBooking(services, [found], async (tx, booking) => {
      const { id: bookingId, startsAt, state, notes: about, clientPhone: phone } = booking;
      // The booking may have been canceled or rescheduled since it was listed.
      if (state !== 'confirmed' || startsAt.getTime() !== found.startsAt.getTime()) return;
      if (!(await insertBookingReminder(tx, { bookingId, kind, startsAt, sentAt }))) return;
      await emailParties(tx, services, booking, {
        template: 'booking_reminder',
        sides: parties,
        method: 'REQUEST',
        props: () => ({ kind, about, phone }),
      });
    });
  }
}
