import type { DocumentTax } from '#features/billing/contract/documents.ts';
/** States of a booking (domain, "Consultations"): the regular course first, then the other outcomes. */
export const bookingStates = [
  'held',
  'awaiting_payment',
  'confirmed',
  'completed',
  'expired',
  'canceled',
  'no_show',
] as const;
export type BookingState = (typeof bookingStates)[number];

/** States that block a time for other bookings; keep in sync with the database constraint. */
export const blockingStates = ['held', 'awaiting_payment', 'confirmed', 'completed'] as const;

/** `hold` and `create` create a booking; `reschedule` keeps its state. */
export const bookingTransitions = [
  'hold',
  'create',
  'submit_details',
  'confirm',
  'expire',
  'reschedule',
  'cancel',
  'complete',
  'mark_no_show',
] as const;
export type BookingTransition = (typeof bookingTransitions)[number];

/** Who makes a transition: the client, the owner, or the site automatically. */
export const actors = ['client', 'owner', 'system'] as const;
export type Actor = (typeof actors)[number];

export const parties = ['client', 'owner'] as const satisfies readonly Actor[];
export type Party = (typeof parties)[number];

/** Both parties are reminded a day and an hour before the start. */
export const reminderKinds = ['day_before', 'hour_before'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** A time range of a day in local wall time, in minutes since midnight; 1440 is the end of the day. */
export interface TimeRange {
  readonly startMinute: number;
  readonly endMinute: number;
}

/** A snapshot of the tax when the booking was made. */
export interface BookingTax extends Readonly<DocumentTax> {
  readonly behavior: 'exclusive' | 'inclusive';
}

/** Additional data of an event; times are instants (ISO 8601). */
export interface BookingEventDetails {
  readonly startsAt?: string;
  readonly previousStartsAt?: string;
}
