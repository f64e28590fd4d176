import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import {
  toPlainDate,
  createTransitionEvent,
  toNoon,
  createOrderFacts,
  createUnpaidInvoice,
} from '../../../../tests/support/order-factory.ts';
import { subscriptionActions, type SubscriptionAction } from '../lifecycle/contract/enums.ts';
import { dayOf } from '#shared/dates.ts';
import type { OrderSnapshot } from '../lifecycle/rules/summary.ts';
import { applySubscriptionAction, findSubscriptionActionBlock } from './rules.ts';
import {
  getFirstOfNextMonth,
  type BillingPeriod,
  getBillingPeriod,
  listDuePeriods,
  getSubscriptionStatus,
  calculateProratedAmount,
  type Subscription,
} from '../lifecycle/rules/subscription-periods.ts';

const running: Subscription = {
  monthlyAmount: toMinorUnits(15_000),
  nextInvoiceOn: toPlainDate('2027-04-01'),
  pausedFrom: null,
  endsOn: null,
};
const factsOf = (subscription: Subscription | null, facts: Partial<OrderSnapshot> = {}) =>
  createOrderFacts({
    kind: 'service',
    status: 'in_progress',
    history: [createTransitionEvent('2027-03-10', 'activate_subscription')],
    subscription,
    ...facts,
  });

describe('term 14: actions on a subscription', () => {
  const paused = { ...running, pausedFrom: running.nextInvoiceOn };
  const ending = { ...running, endsOn: toPlainDate('2027-03-31') };

  it.each([
    ['is active', running, '2027-03-20', ['pause', 'cancel']],
    ['is paused', paused, '2027-03-20', ['resume', 'cancel']],
    ['has been paused for months', paused, '2027-08-20', ['resume', 'cancel']],
    ['ends', ending, '2027-03-31', ['undo_cancellation']],
    ['was paused and ends', { ...paused, endsOn: toPlainDate('2027-03-31') }, '2027-03-31', ['undo_cancellation']],
    ['has ended', ending, '2027-04-01', []],
  ] as const)('are limited while it %s', (_name, subscription, on, allowed) => {
    for (const side of ['client', 'owner'] as const) {
      const free = subscriptionActions.filter(
        change => findSubscriptionActionBlock(change, side, factsOf(subscription), toNoon(on)) === null,
      );
      expect(free).toEqual(allowed);
    }
  });

  it.each(['agreed', 'closed', 'canceled'] as const)('are unavailable with order status %s', status => {
    for (const change of subscriptionActions) {
      expect(
        findSubscriptionActionBlock(change, 'owner', factsOf(running, { status }), toNoon('2027-03-20')),
      ).toMatchObject({
        term: 14,
      });
    }
  });

  it('reject resuming by the client until late invoices are paid', () => {
    const documents = [createUnpaidInvoice({ dueOn: toPlainDate('2027-03-19') })];
    const resume = (side: 'client' | 'owner', on: string) =>
      findSubscriptionActionBlock('resume', side, factsOf(paused, { documents }), toNoon(on));
    expect(resume('client', '2027-03-19')).toBeNull();
    expect(resume('client', '2027-03-20')).toMatchObject({ term: 14 });
    expect(resume('owner', '2027-03-20')).toBeNull();
  });
});

const zones = ['UTC', 'Asia/Dhaka', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'];

/** Random steps, hours apart: a calendar run, or an action if allowed. */
const steps = fc.array(
  fc.record({
    hours: fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 24 * 80 })),
    action: fc.constantFrom<'run' | SubscriptionAction>('run', 'run', ...subscriptionActions),
  }),
  { minLength: 1, maxLength: 40 },
);

type Steps = typeof steps extends fc.Arbitrary<infer Some> ? Some : never;

/** Simulates a subscription, with an independent record of the days to be billed. */
function simulateSubscription(begin: Temporal.Instant, timeZone: string, perMonth: number, attempts: Steps) {
  let now = begin;
  const today = () => dayOf(now, timeZone);
  const first = today();
  let subscription: Subscription = {
    ...running,
    monthlyAmount: toMinorUnits(perMonth),
    nextInvoiceOn: getFirstOfNextMonth(first),
  };
  const periods: BillingPeriod[] = [getBillingPeriod(first)];
  const unpaid: { from: Temporal.PlainDate; until: Temporal.PlainDate | null }[] = [];
  const seen = new Set<string>();
  const invoice = () => {
    const due = listDuePeriods(today(), subscription);
    periods.push(...due);
    const last = due.at(-1);
    if (last) subscription = { ...subscription, nextInvoiceOn: getFirstOfNextMonth(last.from) };
    expect(listDuePeriods(today(), subscription)).toEqual([]);
  };
  for (const { hours, action } of attempts) {
    now = now.add({ hours });
    invoice();
    const facts = factsOf(subscription, {
      timeZone,
      history: [{ type: 'transitioned', transition: 'activate_subscription', at: begin, actor: 'system' }],
    });
    if (action === 'run' || findSubscriptionActionBlock(action, 'client', facts, now) !== null) continue;
    seen.add(action);
    if (action === 'pause') unpaid.push({ from: getFirstOfNextMonth(today()), until: null });
    const pause = unpaid.at(-1);
    if (action === 'resume' && pause) unpaid.splice(-1, 1, { from: pause.from, until: today() });
    subscription = { ...subscription, ...applySubscriptionAction(action, today(), subscription) };
    invoice();
  }
  invoice();
  return { first, today: today(), subscription, periods, unpaid, seen };
}

describe('term 14: a subscription under random actions', () => {
  it('has each active day invoiced exactly once, at its share of the month', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 * 365 * 24 }),
        fc.constantFrom(...zones),
        fc.integer({ min: 1, max: 1_000_000 }),
        steps,
        (hours, timeZone, perMonth, attempts) => {
          // The year that follows is a leap year.
          const begin = Temporal.Instant.from('2027-12-01T00:30:00Z').add({ hours });
          const {
            first,
            today,
            subscription,
            periods,
            unpaid,
            seen: done,
          } = simulateSubscription(begin, timeZone, perMonth, attempts);
          for (const change of done) seen.add(change);

          const covered = periods.flatMap(({ from, days }) =>
            Array.from({ length: days }, (_none, place) => from.add({ days: place }).toString()),
          );
          expect(new Set(covered).size).toBe(covered.length);

          const end = subscription.endsOn ?? getBillingPeriod(today).until;
          const expected: string[] = [];
          for (let on = first; Temporal.PlainDate.compare(on, end) <= 0; on = on.add({ days: 1 })) {
            const isPaused = unpaid.some(
              ({ from, until }) =>
                Temporal.PlainDate.compare(on, from) >= 0 && (!until || Temporal.PlainDate.compare(on, until) < 0),
            );
            if (!isPaused) expected.push(on.toString());
          }
          expect(covered).toEqual(expected);

          for (const { from, until, days, daysOfMonth } of periods) {
            expect(until.add({ days: 1 }).day).toBe(1);
            expect(from.toPlainYearMonth().equals(until.toPlainYearMonth())).toBe(true);
            // At most half a cent from the share, and exactly the price for a full month.
            const share = (perMonth * days) / daysOfMonth;
            const price = calculateProratedAmount({ from, until, days, daysOfMonth }, toMinorUnits(perMonth));
            expect(Math.abs(price - share)).toBeLessThanOrEqual(0.5);
            if (from.day === 1) expect(price).toBe(perMonth);
            expect(price).toBeGreaterThanOrEqual(ZERO);
          }
          if (getSubscriptionStatus(today, subscription) === 'active')
            expect(subscription.nextInvoiceOn).toEqual(getFirstOfNextMonth(today));
        },
      ),
      { numRuns: 1500 },
    );
    expect([...seen].toSorted()).toEqual([...subscriptionActions].toSorted());
  });
});
