import type { Actor, BookingState, BookingTransition } from '../contract/lifecycle.ts';

/** One way from state to state. */
export interface BookingTransitionRule {
  /** Null for what makes a booking. */
  readonly from: readonly BookingState[] | null;
  readonly to: BookingState | 'same';
  readonly allowedActors: readonly Actor[];
  /** Who has to say why. */
  readonly reasonRequiredFrom?: readonly Actor[];
}

/**
 * Every move that a booking can make (domain, "Consultations"). The page asks this table which buttons there are, the
 * action whether it is allowed, and the statement that writes it names the state it leads from. What has expired can be
 * taken up again while nobody else has the time: by entering the details late, and by money that arrives late.
 */
export const bookingTransitionRules = {
  hold: { from: null, to: 'held', allowedActors: ['client'] },
  book: { from: null, to: 'confirmed', allowedActors: ['owner'] },
  enterDetails: { from: ['held', 'expired'], to: 'awaiting_payment', allowedActors: ['client'] },
  confirm: {
    from: ['held', 'awaiting_payment', 'expired'],
    to: 'confirmed',
    allowedActors: ['client', 'owner', 'site'],
  },
  expire: { from: ['held', 'awaiting_payment'], to: 'expired', allowedActors: ['site'] },
  reschedule: { from: ['confirmed'], to: 'same', allowedActors: ['client', 'owner'] },
  cancel: {
    from: ['held', 'awaiting_payment', 'confirmed'],
    to: 'cancelled',
    allowedActors: ['client', 'owner'],
    reasonRequiredFrom: ['owner'],
  },
  complete: { from: ['confirmed', 'no_show'], to: 'completed', allowedActors: ['owner', 'site'] },
  markNoShow: { from: ['confirmed', 'completed'], to: 'no_show', allowedActors: ['owner'] },
} as const satisfies Record<BookingTransition, BookingTransitionRule>;

export function getTransitionRule(name: BookingTransition): BookingTransitionRule {
  return bookingTransitionRules[name];
}

/** Whether somebody may make a move with a booking where it stands, its times apart. */
export function canTransition(name: BookingTransition, actor: Actor, state: BookingState): boolean {
  const { from, allowedActors } = getTransitionRule(name);
  return from !== null && from.includes(state) && allowedActors.includes(actor);
}

/** Whether somebody has to say why they make a move. */
export function isReasonRequired(name: BookingTransition, actor: Actor): boolean {
  return getTransitionRule(name).reasonRequiredFrom?.includes(actor) ?? false;
}
