import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  toPlainDate,
  DEFAULT_PAYMENT_TERMS,
  createTransitionEvent,
  toNoon,
} from '../../../../../tests/support/order-factory.ts';
import { findRefundReason, getRefundEligibility, type RefundEligibility } from './refunds.ts';

const at = (text: string) => Temporal.Instant.from(text);
const paid = [createTransitionEvent('2027-03-01', 'pay_deposit')];

describe('term 7: a full refund before work starts', () => {
  it.each([
    ['at once', '2027-03-01T12:00:00Z', false],
    ['on the seventh day', '2027-03-08T23:59:59Z', false],
    ['once seven days have passed', '2027-03-09T00:00:00Z', true],
    ['a year later', '2028-03-09T00:00:00Z', true],
  ])('%s', (_name, now, allowed) => {
    expect(getRefundEligibility('deposit_paid', paid, DEFAULT_PAYMENT_TERMS, at(now), 'UTC').allowed).toBe(allowed);
  });

  it('names the first day on which it is possible', () => {
    const answer = getRefundEligibility(
      'content_received',
      paid,
      DEFAULT_PAYMENT_TERMS,
      at('2027-03-02T00:00:00Z'),
      'UTC',
    );
    expect(answer).toMatchObject({ allowed: false, term: 7 });
    expect('from' in answer && answer.from.toString()).toBe('2027-03-09');
  });

  it.each([
    // 12:00 UTC on 1 March is that day's evening in Dhaka and its morning in New York.
    ['Asia/Dhaka', '2027-03-08T18:00:00Z'],
    ['America/New_York', '2027-03-09T05:00:00Z'],
    // Its daylight saving shift is half an hour, and still applies in March.
    ['Australia/Lord_Howe', '2027-03-08T13:00:00Z'],
  ])('counts days in %s as they begin there', (timeZone, first) => {
    const instant = at(first);
    const allowed = (now: Temporal.Instant) =>
      getRefundEligibility('deposit_paid', paid, DEFAULT_PAYMENT_TERMS, now, timeZone).allowed;
    expect(allowed(instant.subtract({ milliseconds: 1 }))).toBe(false);
    expect(allowed(instant)).toBe(true);
  });

  it('is possible after more full days than promised, for any number of days', () => {
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.nat({ max: 120 }), (refundAfterDays, days) => {
        const now = at('2027-03-01T00:00:00Z').add({ hours: 24 * days });
        const { allowed } = getRefundEligibility(
          'deposit_paid',
          paid,
          { ...DEFAULT_PAYMENT_TERMS, refundAfterDays },
          now,
          'UTC',
        );
        expect(allowed).toBe(days > refundAfterDays);
      }),
    );
  });

  it.each(['requested', 'quoted', 'agreed', 'canceled', 'refunded'] as const)(
    'is not possible for an order with status %s',
    state => {
      const history = state === 'refunded' ? [...paid, createTransitionEvent('2027-03-09', 'refund')] : [];
      expect(
        getRefundEligibility(state, history, DEFAULT_PAYMENT_TERMS, at('2028-01-01T00:00:00Z'), 'UTC').allowed,
      ).toBe(false);
    },
  );
});

describe('term 7: a purchased project', () => {
  const bought = [
    createTransitionEvent('2027-03-01', 'pay_in_full'),
    createTransitionEvent('2027-03-01', 'deliver', 'system'),
  ];
  const downloaded = { type: 'downloaded', at: toNoon('2027-03-05'), actor: 'client' } as const;

  it.each(['paid', 'delivered'] as const)('is refundable until the download with status %s', state => {
    for (const now of ['2027-03-01T12:00:00Z', '2028-03-01T12:00:00Z']) {
      expect(getRefundEligibility(state, bought, DEFAULT_PAYMENT_TERMS, at(now), 'UTC')).toEqual({
        allowed: true,
        term: 7,
        until: 'download',
      });
      const after = getRefundEligibility(
        state,
        [...bought, downloaded],
        DEFAULT_PAYMENT_TERMS,
        at(now),
        'Pacific/Kiritimati',
      );
      // 12:00 UTC is already the next day there.
      expect(after).toMatchObject({ allowed: false, term: 7, downloaded: toPlainDate('2027-03-06') });
    }
  });

  it.each(['closed', 'refunded', 'canceled'] as const)('is not refundable by the client with status %s', state => {
    expect(getRefundEligibility(state, bought, DEFAULT_PAYMENT_TERMS, at('2027-03-02T12:00:00Z'), 'UTC')).toEqual({
      allowed: false,
      term: null,
    });
  });
});

describe('term 8: no refund after work has started', () => {
  it.each(['start_work', 'start_without_content'] as const)('applies after %s', start => {
    const history = [...paid, createTransitionEvent('2027-03-20', start)];
    for (const state of ['in_progress', 'in_review', 'completed', 'paid', 'delivered', 'closed', 'canceled'] as const) {
      const answer = getRefundEligibility(state, history, DEFAULT_PAYMENT_TERMS, at('2028-01-01T00:00:00Z'), 'UTC');
      expect(answer).toMatchObject({ allowed: false, term: 8 });
      expect('since' in answer && answer.since.toString()).toBe('2027-03-20');
    }
  });

  it('applies regardless of when work started and when a refund is requested', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 400 }),
        fc.nat({ max: 400 }),
        fc.nat({ max: 60 }),
        (startAfterDays, requestAfterDays, refundAfterDays) => {
          const start = toPlainDate('2027-03-01').add({ days: startAfterDays });
          const history = [...paid, createTransitionEvent(start.toString(), 'start_work')];
          const now = toNoon(start.add({ days: requestAfterDays }).toString());
          const answer = getRefundEligibility(
            'in_progress',
            history,
            { ...DEFAULT_PAYMENT_TERMS, refundAfterDays },
            now,
            'UTC',
          );
          expect(answer).toMatchObject({ allowed: false, term: 8 });
        },
      ),
    );
  });
});

describe('the note about a refund', () => {
  const day = toPlainDate('2027-03-09');
  it.each<[RefundEligibility, string | undefined, string | undefined]>([
    [{ allowed: false, term: null }, undefined, undefined],
    [
      { allowed: true, term: 7, since: day },
      'Work didn’t start in time, so you can get a full refund now.',
      'Work didn’t start in time, so the client can get a full refund now.',
    ],
    [
      { allowed: true, term: 7, until: 'download' },
      'You can get a full refund until the files are downloaded.',
      'The client can get a full refund until the files are downloaded.',
    ],
    [
      { allowed: false, term: 7, from: day },
      'You can get a full refund from 09 Mar 2027 if work hasn’t started by then.',
      'The client can get a full refund from 09 Mar 2027 if work hasn’t started by then.',
    ],
  ])('is worded for each party: %j', (refund, client, owner) => {
    expect(findRefundReason(refund, 'client')?.message).toBe(client);
    expect(findRefundReason(refund, 'owner')?.message).toBe(owner);
  });
});
