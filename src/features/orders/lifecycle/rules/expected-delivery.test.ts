import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { createTransitionEvent, toNoon } from '../../../../../tests/support/order-factory.ts';
import type { OrderEvent } from './events.ts';
import { formatDays, getExpectedDelivery, listClientWaits } from './expected-delivery.ts';

const quoted = (on: string, changeOrderId: string, days = 0): OrderEvent => ({
  type: 'change_order_quoted',
  changeOrderId,
  amount: toMinorUnits(5000),
  days,
  at: toNoon(on),
  actor: 'owner',
});
const answered = (on: string, changeOrderId: string, accepted: boolean): OrderEvent => ({
  type: 'change_order_answered',
  changeOrderId,
  accepted,
  at: toNoon(on),
  actor: 'client',
});
const withdrawn = (on: string, changeOrderId: string): OrderEvent => ({
  type: 'change_order_withdrawn',
  changeOrderId,
  at: toNoon(on),
  actor: 'owner',
});
const createRevisionRequest = (on: string): OrderEvent => ({
  type: 'revision_requested',
  size: 'major',
  at: toNoon(on),
  actor: 'client',
});
const expected = (history: OrderEvent[], now: string, timeZone = 'UTC') => {
  const found = getExpectedDelivery(history, 14, toNoon(now), timeZone);
  return found && [found.originalDate.toString(), found.date.toString()];
};

describe('term 10: the expected date', () => {
  it('is unknown before the deposit', () => {
    expect(expected([createTransitionEvent('2027-01-01', 'accept_quote')], '2027-02-01')).toBeNull();
  });

  it('moves daily while waiting for content, and not after', () => {
    const waiting = [createTransitionEvent('2027-02-20', 'pay_deposit')];
    expect(expected(waiting, '2027-02-20')).toEqual(['2027-03-06', '2027-03-06']);
    expect(expected(waiting, '2027-02-25')).toEqual(['2027-03-06', '2027-03-11']);
    const withContent = [...waiting, createTransitionEvent('2027-02-27', 'receive_content')];
    expect(expected(withContent, '2027-02-27')).toEqual(['2027-03-06', '2027-03-13']);
    expect(expected(withContent, '2027-08-01')).toEqual(['2027-03-06', '2027-03-13']);
  });

  it('does not move before the owner starts, nor while the owner works', () => {
    const history = [
      createTransitionEvent('2027-02-20', 'pay_deposit'),
      createTransitionEvent('2027-02-20', 'receive_content'),
      createTransitionEvent('2027-03-01', 'start_work'),
    ];
    expect(expected(history, '2027-06-01')).toEqual(['2027-03-06', '2027-03-06']);
  });

  it('moves by the days each feedback takes', () => {
    const history = [
      createTransitionEvent('2027-02-20', 'pay_deposit'),
      createTransitionEvent('2027-02-20', 'receive_content'),
      createTransitionEvent('2027-02-21', 'start_work'),
      createTransitionEvent('2027-03-01', 'submit_for_review'),
      createTransitionEvent('2027-03-04', 'request_revision'),
      createTransitionEvent('2027-03-05', 'submit_for_review'),
    ];
    expect(expected(history, '2027-03-05')).toEqual(['2027-03-06', '2027-03-09']);
    expect(expected(history, '2027-03-07')).toEqual(['2027-03-06', '2027-03-11']);
    expect(expected([...history, createTransitionEvent('2027-03-07', 'complete')], '2027-12-01')).toEqual([
      '2027-03-06',
      '2027-03-11',
    ]);
  });

  it("does not move while the owner's price is pending", () => {
    const history = [
      createTransitionEvent('2027-02-20', 'pay_deposit'),
      createTransitionEvent('2027-02-20', 'receive_content'),
      createTransitionEvent('2027-02-20', 'start_work'),
      createTransitionEvent('2027-03-01', 'submit_for_review'),
      createRevisionRequest('2027-03-02'),
      quoted('2027-03-06', 'a', 5),
    ];
    expect(listClientWaits(history).map(({ waitsFor }) => waitsFor)).toEqual([
      'content',
      'feedback',
      'change_order_answer',
    ]);
    expect(expected(history, '2027-03-08')).toEqual(['2027-03-06', '2027-03-09']);
    const accepted = [
      ...history,
      answered('2027-03-08', 'a', true),
      createTransitionEvent('2027-03-08', 'request_revision'),
    ];
    expect(expected(accepted, '2027-04-01')).toEqual(['2027-03-06', '2027-03-14']);
    const declined = [...history, answered('2027-03-08', 'a', false)];
    expect(expected(declined, '2027-03-10')).toEqual(['2027-03-06', '2027-03-11']);
    expect(expected([...history, withdrawn('2027-03-08', 'a')], '2027-03-10')).toEqual(['2027-03-06', '2027-03-07']);
  });

  it('counts overlapping waits once', () => {
    const history = [
      createTransitionEvent('2027-02-20', 'pay_deposit'),
      createTransitionEvent('2027-02-20', 'receive_content'),
      createTransitionEvent('2027-02-20', 'start_work'),
      quoted('2027-03-01', 'a'),
      createTransitionEvent('2027-03-03', 'submit_for_review'),
      answered('2027-03-05', 'a', false),
      createTransitionEvent('2027-03-06', 'complete'),
    ];
    expect(expected(history, '2027-04-01')).toEqual(['2027-03-06', '2027-03-11']);
  });

  const submitted = [
    createTransitionEvent('2027-02-20', 'pay_deposit'),
    createTransitionEvent('2027-02-20', 'receive_content'),
    createTransitionEvent('2027-02-20', 'start_work'),
    createTransitionEvent('2027-03-01', 'submit_for_review'),
  ];
  const completed = createTransitionEvent('2027-03-06', 'complete');
  it.each<[string, OrderEvent[], object[]]>([
    [
      'a review, whatever else happens during it',
      [...submitted, { type: 'installments_chosen', at: toNoon('2027-03-02'), actor: 'client' }, completed],
      [{ waitsFor: 'feedback', days: 5 }],
    ],
    [
      'a review, also during a declined change order',
      [...submitted, quoted('2027-03-03', 'a'), answered('2027-03-05', 'a', false), completed],
      [{ waitsFor: 'feedback', days: 5 }],
    ],
    [
      'an open change order until completion',
      [...submitted, createRevisionRequest('2027-03-01'), quoted('2027-03-03', 'a'), completed],
      [{ waitsFor: 'change_order_answer', days: 3 }],
    ],
    [
      'an open change order until the cancellation',
      [
        ...submitted,
        createRevisionRequest('2027-03-01'),
        quoted('2027-03-03', 'a'),
        createTransitionEvent('2027-03-05', 'cancel_work'),
      ],
      [{ waitsFor: 'change_order_answer', days: 2 }],
    ],
    [
      'no feedback after a declined change order during the work',
      [...submitted.slice(0, 3), quoted('2027-03-01', 'a'), answered('2027-03-02', 'a', false)],
      [{ waitsFor: 'change_order_answer', days: 1 }],
    ],
    [
      'an open change order also during a review',
      [
        ...submitted.slice(0, 3),
        quoted('2027-02-27', 'a'),
        createTransitionEvent('2027-03-01', 'submit_for_review'),
        answered('2027-03-03', 'a', true),
        createTransitionEvent('2027-03-03', 'request_revision'),
      ],
      [{ waitsFor: 'change_order_answer', days: 4 }],
    ],
    [
      'accepted changes with more days',
      [
        ...submitted.slice(0, 3),
        quoted('2027-02-20', 'a', 1),
        answered('2027-02-20', 'a', true),
        quoted('2027-02-20', 'b'),
        answered('2027-02-20', 'b', true),
      ],
      [{ change: 'a', days: 1 }],
    ],
  ])('counts %s', (_what, history, delays) => {
    expect(getExpectedDelivery(history, 14, toNoon('2027-04-01'), 'UTC')?.delays).toMatchObject(delays);
  });

  it.each([
    [1, '1 day'],
    [2, '2 days'],
  ])('formats %i as %s', (count, text) => {
    expect(formatDays(count)).toBe(text);
  });

  it.each([
    // Clocks go forward on 28 March in Berlin and back on 4 April on Lord Howe; a day still counts as one.
    ['Europe/Berlin', '2027-03-27', '2027-03-29'],
    ['Australia/Lord_Howe', '2027-04-03', '2027-04-05'],
    ['Asia/Dhaka', '2028-02-28', '2028-03-01'],
  ])('counts calendar days in %s', (timeZone, from, until) => {
    const history = [createTransitionEvent(from, 'pay_deposit'), createTransitionEvent(until, 'receive_content')];
    const found = getExpectedDelivery(history, 14, toNoon(until), timeZone);
    expect(found?.delays.map(({ days }) => days)).toEqual([2]);
  });

  it('never gets earlier as time passes', () => {
    const steps = fc.array(
      fc.tuple(
        fc.constantFrom('submit_for_review', 'request_revision', 'receive_content', 'start_work'),
        fc.nat({ max: 9 }),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(steps, walk => {
        let on = toNoon('2027-01-01');
        const history: OrderEvent[] = [createTransitionEvent('2027-01-01', 'pay_deposit')];
        let last = '2027-01-15';
        for (const [move, days] of walk) {
          on = on.add({ hours: 24 * days });
          history.push({ type: 'transitioned', transition: move, at: on, actor: 'system' });
          const now = getExpectedDelivery(history, 14, on, 'UTC')?.date.toString() ?? '';
          expect(now >= last).toBe(true);
          last = now;
        }
      }),
    );
  });
});
