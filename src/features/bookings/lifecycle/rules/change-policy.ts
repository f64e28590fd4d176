import type { BookingState, Party } from '../contract/states.ts';
import { canTransition } from './transitions.ts';

export interface ChangeableBooking {
  readonly state: BookingState;
  readonly startsAt: Date;
}

const HOUR = 3_600_000;

/** Returns the last instant at which a client can reschedule or cancel a confirmed booking. */
export function getChangeDeadline({ startsAt }: Pick<ChangeableBooking, 'startsAt'>, changeNoticeHours: number): Date {
  return new Date(startsAt.getTime() - changeNoticeHours * HOUR);
}

/** Returns why a booking can't be rescheduled or canceled; null if it can. */
export function findChangeDeniedReason(
  change: 'reschedule' | 'cancel',
  party: Party,
  booking: ChangeableBooking,
  { now, minimumChangeNoticeHours }: { readonly now: Temporal.Instant; readonly minimumChangeNoticeHours: number },
): string | null {
  if (!canTransition(change, party, booking.state))
    return reasonsByState[booking.state] ?? 'This booking can’t be changed in its current state.';
  if (booking.state !== 'confirmed') return null;
  if (booking.startsAt.getTime() <= now.epochMilliseconds) return 'This consultation has begun.';
  if (party === 'owner' || now.epochMilliseconds <= getChangeDeadline(booking, minimumChangeNoticeHours).getTime())
    return null;
  const hours = minimumChangeNoticeHours === 1 ? '1 hour' : `${minimumChangeNoticeHours} hours`;
  return `Until ${hours} before it begins this can be changed here. That time has passed, so the hour is kept for you and is not refunded. If something serious came up, write to the owner.`;
}

const reasonsByState: Readonly<Partial<Record<BookingState, string>>> = {
  held: 'This time is not booked yet.',
  awaiting_payment: 'This time is not paid for yet.',
  completed: 'This consultation is over.',
  expired: 'The hold on this time has ended.',
  canceled: 'This was cancelled already.',
  no_show: 'This consultation is over.',
};

export const bookingStateLabels: Readonly<Record<BookingState, string>> = {
  held: 'Held',
  awaiting_payment: 'Waiting for payment',
  confirmed: 'Confirmed',
  completed: 'Completed',
  expired: 'Expired',
  canceled: 'Cancelled',
  no_show: 'Did not come',
};
