import { describe, expect, it } from 'vitest';
import { actors, bookingStates, bookingTransitions, blockingStates } from '../contract/states.ts';
import { findChangeDeniedReason } from './change-policy.ts';
import { bookingTransitionRules, canTransition, isReasonRequired } from './transitions.ts';

describe('booking transitions', () => {
  it('lead from existing states to another one, or keep the state', () => {
    for (const name of bookingTransitions) {
      const { from, to } = bookingTransitionRules[name];
      expect(to === 'same' ? from : bookingStates).toContain(to === 'same' ? 'confirmed' : to);
      for (const state of from ?? []) expect(to === 'same' || state !== to).toBe(true);
    }
  });

  it('reach every state, and allow nothing after a cancellation', () => {
    const reached = new Set(
      bookingTransitions.map(name => bookingTransitionRules[name].to).filter(to => to !== 'same'),
    );
    expect([...reached].toSorted()).toEqual([...bookingStates].toSorted());
    for (const name of bookingTransitions) {
      for (const actor of actors) expect(canTransition(name, actor, 'canceled')).toBe(false);
    }
  });

  it('let the client make only these transitions of a confirmed booking', () => {
    expect(bookingTransitions.filter(name => canTransition(name, 'client', 'confirmed'))).toEqual([
      'reschedule',
      'cancel',
    ]);
    expect(blockingStates.filter(state => canTransition('expire', 'system', state))).toEqual([
      'held',
      'awaiting_payment',
    ]);
    expect([isReasonRequired('cancel', 'owner'), isReasonRequired('cancel', 'client')]).toEqual([true, false]);
  });
});

describe('changes of a confirmed booking', () => {
  const now = Temporal.Instant.from('2026-11-22T10:00:00Z');
  const booking = (startsAt: string) => ({ state: 'confirmed' as const, startsAt: new Date(startsAt) });

  it('are allowed to the client until the notice period, and to the owner until the start', () => {
    const at = (startsAt: string, side: 'client' | 'owner') =>
      findChangeDeniedReason('cancel', side, booking(startsAt), { now, minimumChangeNoticeHours: 12 });
    expect(at('2026-11-22T22:00:00Z', 'client')).toBeNull();
    expect(at('2026-11-22T21:59:59.999Z', 'client')).toContain('12 hours');
    expect(at('2026-11-22T10:30:00Z', 'owner')).toBeNull();
    expect(at('2026-11-22T10:00:00Z', 'owner')).toContain('started');
  });
});
