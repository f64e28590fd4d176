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
    return reasonsByState[booking.state] ?? 'This booking can’t be changed in its current status.';
  if (booking.state !== 'confirmed') return null;
  if (booking.startsAt.getTime() <= now.epochMilliseconds) return 'This consultation has already started.';
  if (party === 'owner' || now.epochMilliseconds <= getChangeDeadline(booking, minimumChangeNoticeHours).getTime())
    return null;
  const hours = minimumChangeNoticeHours === 1 ? '1 hour' : `${minimumChangeNoticeHours} hours`;
  return `You can reschedule, or cancel for a full refund, until ${hours} before the start. That deadline has passed. If something came up, contact the owner.`;
}

const reasonsByState: Readonly<Partial<Record<BookingState, string>>> = {
  held: 'This booking isn’t confirmed yet.',
  awaiting_payment: 'This booking hasn’t been paid yet.',
  completed: 'This consultation has ended.',
  expired: 'This reservation has expired.',
  canceled: 'This booking has already been canceled.',
  no_show: 'This consultation has ended.',
};

export const bookingStateLabels: Readonly<Record<BookingState, string>> = {
  held: 'Reserved',
  awaiting_payment: 'Waiting for payment',
  confirmed: 'Confirmed',
  completed: 'Completed',
  expired: 'Expired',
  canceled: 'Canceled',
  no_show: 'No-show',
};
