import type { Actor, BookingState, BookingTransition } from '../contract/states.ts';

interface BookingTransitionRule {
  /** Null if the transition creates a booking. */
  readonly from: readonly BookingState[] | null;
  readonly to: BookingState | 'same';
  readonly allowedActors: readonly Actor[];
  /** Actors who must give a reason. */
  readonly reasonRequiredFrom?: readonly Actor[];
}

/**
 * All transitions of a booking (domain, "Consultations"), used for the page's buttons, the checks of actions and the
 * state condition of updates. An expired booking can be resumed by late details or a late payment while its time is
 * free.
 */
export const bookingTransitionRules: Readonly<Record<BookingTransition, BookingTransitionRule>> = {
  hold: { from: null, to: 'held', allowedActors: ['client'] },
  create: { from: null, to: 'confirmed', allowedActors: ['owner'] },
  submit_details: { from: ['held', 'expired'], to: 'awaiting_payment', allowedActors: ['client'] },
  confirm: {
    from: ['held', 'awaiting_payment', 'expired'],
    to: 'confirmed',
    allowedActors: ['client', 'owner', 'system'],
  },
  expire: { from: ['held', 'awaiting_payment'], to: 'expired', allowedActors: ['system'] },
  reschedule: { from: ['confirmed'], to: 'same', allowedActors: ['client', 'owner'] },
  cancel: {
    from: ['held', 'awaiting_payment', 'confirmed'],
    to: 'canceled',
    allowedActors: ['client', 'owner'],
    reasonRequiredFrom: ['owner'],
  },
  complete: { from: ['confirmed', 'no_show'], to: 'completed', allowedActors: ['owner', 'system'] },
  mark_no_show: { from: ['confirmed', 'completed'], to: 'no_show', allowedActors: ['owner'] },
};

/** Returns whether an actor can make a transition from a state; time limits are not checked. */
export function canTransition(name: BookingTransition, actor: Actor, state: BookingState): boolean {
  const { from, allowedActors } = bookingTransitionRules[name];
  return from !== null && from.includes(state) && allowedActors.includes(actor);
}

/** Returns whether an actor must give a reason for a transition. */
export function isReasonRequired(name: BookingTransition, actor: Actor): boolean {
  return bookingTransitionRules[name].reasonRequiredFrom?.includes(actor) ?? false;
}
