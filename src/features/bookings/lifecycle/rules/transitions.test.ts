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

describe('the change of a booking', () => {
  const startsAt = new Date('2027-05-02T12:00:00Z');
  it.each([
    ['client', 'confirmed', 'reschedule', 24, '2027-05-01T12:00:00Z', null],
    ['client', 'confirmed', 'reschedule', 24, '2027-05-01T12:00:01Z', 'until 24 hours before the start'],
    ['client', 'confirmed', 'cancel', 1, '2027-05-02T11:30:00Z', 'until 1 hour before the start'],
    ['owner', 'confirmed', 'cancel', 24, '2027-05-02T11:59:59Z', null],
    ['owner', 'confirmed', 'cancel', 24, '2027-05-02T12:00:00Z', 'has already started'],
    ['client', 'held', 'cancel', 24, '2027-05-02T12:00:00Z', null],
    ['client', 'held', 'reschedule', 24, '2027-05-01T12:00:00Z', 'isn’t confirmed yet'],
    ['client', 'completed', 'cancel', 24, '2027-05-01T12:00:00Z', 'has ended'],
  ] as const)(
    'by the %s of one that is %s: %s with %i hours’ notice at %s',
    (party, state, change, hours, at, reason) => {
      const policy = { now: Temporal.Instant.from(at), minimumChangeNoticeHours: hours };
      const denied = findChangeDeniedReason(change, party, { state, startsAt }, policy);
      expect(denied).toEqual(reason === null ? null : expect.stringContaining(reason));
    },
  );
});
