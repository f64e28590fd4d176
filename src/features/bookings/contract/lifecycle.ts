/** Where a booking can stand (domain, "Consultations"): first the way through, then the ways out. */
export const bookingStates = [
  'held',
  'awaiting_payment',
  'confirmed',
  'completed',
  'expired',
  'cancelled',
  'no_show',
] as const;
export type BookingState = (typeof bookingStates)[number];

/** The states in which nobody else can have the time; the database's constraint names the same. */
export const blockingStates = ['held', 'awaiting_payment', 'confirmed', 'completed'] as const;

/** What can become of a booking: `hold` and `book` make one, and `reschedule` leaves it where it stands. */
export const bookingTransitions = [
  'hold',
  'book',
  'enterDetails',
  'confirm',
  'expire',
  'reschedule',
  'cancel',
  'complete',
  'markNoShow',
] as const;
export type BookingTransition = (typeof bookingTransitions)[number];

/** Who moves a booking: a person on either side, or the site by itself. */
export const actors = ['client', 'owner', 'site'] as const;
export type Actor = (typeof actors)[number];

/** From which side somebody looks at a booking. */
export const parties = ['client', 'owner'] as const satisfies readonly Actor[];
export type Party = (typeof parties)[number];

/** How long before it begins both sides are reminded: a day, and an hour. */
export const reminderKinds = ['day', 'hour'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** A part of a day in local wall time, in minutes of the day; 1440 is its end. */
export interface TimeRange {
  readonly from: number;
  readonly until: number;
}

/** What the log keeps besides: times as instants (ISO 8601). */
export interface BookingEventDetails {
  readonly startsAt?: string;
  readonly previousStartsAt?: string;
  readonly refunded?: number;
}
