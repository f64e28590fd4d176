import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits, sumAmounts } from '#shared/money-arithmetic.ts';
import { DEFAULT_PAYMENT_TERMS } from '../../tests/support/order-factory.ts';
import { dayOf, listMonthlyDates } from './dates.ts';
import type { OrderEvent } from '#features/orders/lifecycle/rules/events.ts';
import { planFirstInvoice, planBalanceInvoices } from '#features/orders/lifecycle/rules/invoice-schedule.ts';
import { listChargeableLateFees } from '#features/orders/lifecycle/rules/late-fees.ts';
import { getRefundEligibility } from '#features/orders/lifecycle/rules/refunds.ts';
import { isQuoteExpired } from '#features/orders/lifecycle/rules/summary.ts';
import { listDuePeriods, calculateProratedAmount } from '#features/orders/lifecycle/rules/subscription-periods.ts';
import { getExpectedDelivery } from '#features/orders/lifecycle/rules/expected-delivery.ts';

const noTax = { behavior: 'inclusive', name: 'VAT', basisPoints: 0 } as const;

// Date rules of the payment terms on unusual days: ends of months, the leap day, and days of 23, 23.5, 24.5 and 25
// hours.

const zones = ['UTC', 'Asia/Dhaka', 'America/New_York', 'Australia/Lord_Howe'] as const;
const oddDays = [
  ['the leap day', '2028-02-29'],
  ['the day before it', '2028-02-28'],
  ['the end of a short February', '2027-02-28'],
  ['the end of a long month', '2027-01-31'],
  ['the last day of a year', '2027-12-31'],
  ['the short day of New York', '2027-03-14'],
  ['the long day of New York', '2027-11-07'],
  ['the long day of Lord Howe', '2027-04-04'],
  ['the short day of Lord Howe', '2027-10-03'],
] as const;
const table = zones.flatMap(zone => oddDays.map(([name, day]) => [zone, name, day] as const));

const plain = (day: string) => Temporal.PlainDate.from(day);
/** The first and last instants of a day in a zone. */
const beginOf = (day: Temporal.PlainDate, zone: string) => day.toZonedDateTime(zone).toInstant();
const lastOf = (day: Temporal.PlainDate, zone: string) =>
  beginOf(day.add({ days: 1 }), zone).subtract({ milliseconds: 1 });
const moved = (at: Temporal.Instant, move: 'pay_deposit' | 'receive_content'): OrderEvent => ({
  type: 'transitioned',
  transition: move,
  at,
  actor: 'system',
});

/** Any day within 2,000 days from 2026-01-01, and any time of it. */
const anyDay = fc.integer({ min: 0, max: 2000 }).map(days => plain('2026-01-01').add({ days }));
const anyTime = fc.double({ min: 0, max: 0.999_999, noNaN: true });
const instantIn = (day: Temporal.PlainDate, zone: string, part: number) => {
  const [from, until] = [beginOf(day, zone), lastOf(day, zone)];
  return from.add({ milliseconds: Math.floor((until.epochMilliseconds - from.epochMilliseconds) * part) });
};
const ofAny = (check: (zone: string, day: Temporal.PlainDate, now: Temporal.Instant) => void) =>
  fc.assert(
    fc.property(fc.constantFrom(...zones), anyDay, anyTime, (zone, day, part) =>
      check(zone, day, instantIn(day, zone, part)),
    ),
  );

describe.each(table)('in %s, on %s', (zone, _name, written) => {
  const day = plain(written);
  const [first, last] = [beginOf(day, zone), lastOf(day, zone)];

  it('counts one day, however many hours it has', () => {
    expect([dayOf(first, zone), dayOf(last, zone)].map(String)).toEqual([written, written]);
    expect(dayOf(first.subtract({ milliseconds: 1 }), zone).toString()).toBe(day.subtract({ days: 1 }).toString());
  });

  it('makes a deposit refundable from the eighth day after payment, not a moment before (term 7)', () => {
    for (const paid of [first, last]) {
      const allowed = (now: Temporal.Instant) =>
        getRefundEligibility('deposit_paid', [moved(paid, 'pay_deposit')], DEFAULT_PAYMENT_TERMS, now, zone).allowed;
      const from = beginOf(day.add({ days: DEFAULT_PAYMENT_TERMS.refundAfterDays + 1 }), zone);
      expect([allowed(from.subtract({ milliseconds: 1 })), allowed(from)]).toEqual([false, true]);
    }
  });

  it('keeps a quote open to the last moment of its last day', () => {
    const expired = (now: Temporal.Instant) => isQuoteExpired(dayOf(now, zone), { quoteUntil: day });
    expect([expired(last), expired(last.add({ milliseconds: 1 }))]).toEqual([false, true]);
  });

  it('moves the expected date by one for each full day of waiting (term 10)', () => {
    const waiting = [moved(first, 'pay_deposit')];
    const on = (now: Temporal.Instant) => getExpectedDelivery(waiting, 14, now, zone)?.date.toString();
    expect(on(last)).toBe(day.add({ days: 14 }).toString());
    expect(on(last.add({ milliseconds: 1 }))).toBe(day.add({ days: 15 }).toString());
    const withContent = [...waiting, moved(beginOf(day.add({ days: 5 }), zone), 'receive_content')];
    expect(getExpectedDelivery(withContent, 14, first.add({ hours: 24 * 300 }), zone)?.date.toString()).toBe(
      day.add({ days: 19 }).toString(),
    );
  });

  it('makes a deposit due the same day, a balance a week later, and a fee a week and a day after that (terms 1, 2, 6)', () => {
    const today = dayOf(last, zone);
    const total = toMinorUnits(99_901);
    const shares = [{ tax: noTax, amount: total }];
    expect(planFirstInvoice('plan', shares, DEFAULT_PAYMENT_TERMS, today).dueOn.toString()).toBe(written);
    const [balance] = planBalanceInvoices(shares, null, DEFAULT_PAYMENT_TERMS, today);
    if (!balance) throw new Error('No balance was invoiced.');
    expect(balance.dueOn.toString()).toBe(day.add({ days: DEFAULT_PAYMENT_TERMS.balanceDueDays }).toString());
    const document = {
      id: '1',
      number: '2027-0001',
      total,
      amountSettled: toMinorUnits(0),
      issuedOn: today,
      dueOn: balance.dueOn,
      isBalance: false,
      isInstallment: false,
      held: toMinorUnits(0),
      isLateFee: false,
      isSupport: false,
      lateFee: 'none',
    } as const;
    const late = balance.dueOn.add({ days: DEFAULT_PAYMENT_TERMS.lateFeeAfterDays + 1 });
    const fees = (now: Temporal.Instant) =>
      listChargeableLateFees(dayOf(now, zone), [document], DEFAULT_PAYMENT_TERMS).length;
    expect([fees(beginOf(late, zone).subtract({ milliseconds: 1 })), fees(beginOf(late, zone))]).toEqual([0, 1]);
  });

  it('prorates a month by its days, to the cent, and starts the next period on the 1st (term 14)', () => {
    const subscription = { monthlyAmount: toMinorUnits(15_001), nextInvoiceOn: day, pausedFrom: null, endsOn: null };
    const [part, ...next] = listDuePeriods(dayOf(last, zone).add({ months: 2 }), subscription);
    if (!part) throw new Error('No period is due.');
    expect([part.days, part.daysOfMonth]).toEqual([day.daysInMonth - day.day + 1, day.daysInMonth]);
    expect(calculateProratedAmount(part, subscription.monthlyAmount)).toBe(
      Math.round((15_001 * part.days) / part.daysOfMonth),
    );
    expect(next.map(({ from, until }) => [from.day, until.day, until.daysInMonth])).toEqual(
      next.map(({ until }) => [1, until.daysInMonth, until.daysInMonth]),
    );
    for (const period of next) expect(calculateProratedAmount(period, subscription.monthlyAmount)).toBe(15_001);
  });

  it('makes installments due on the same day of each month, or on its last (term 4)', () => {
    for (const [months, due] of listMonthlyDates(day, 6).entries()) {
      const { daysInMonth } = day.with({ day: 1 }).add({ months });
      expect(due.day).toBe(Math.min(day.day, daysInMonth));
    }
  });
});

describe('on any day, at any time, in any zone', () => {
  it('counts full days as they begin in the zone', () => {
    ofAny((zone, day, now) => {
      expect(dayOf(now, zone).toString()).toBe(day.toString());
      const answer = getRefundEligibility(
        'content_received',
        [moved(now, 'pay_deposit')],
        DEFAULT_PAYMENT_TERMS,
        now,
        zone,
      );
      expect('from' in answer && answer.from.toString()).toBe(
        day.add({ days: DEFAULT_PAYMENT_TERMS.refundAfterDays + 1 }).toString(),
      );
      expect(getExpectedDelivery([moved(now, 'pay_deposit')], 14, now, zone)?.date.toString()).toBe(
        day.add({ days: 14 }).toString(),
      );
      expect(isQuoteExpired(dayOf(now, zone), { quoteUntil: day })).toBe(false);
    });
  });

  it('moves the expected date by the days waited, regardless of clock changes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        anyDay,
        anyTime,
        anyTime,
        fc.integer({ min: 0, max: 400 }),
        (zone, day, one, other, days) => {
          const until = day.add({ days });
          const [paid, contentReceived] = [
            instantIn(day, zone, one),
            instantIn(until, zone, days === 0 ? Math.max(one, other) : other),
          ];
          const history = [moved(paid, 'pay_deposit'), moved(contentReceived, 'receive_content')];
          expect(getExpectedDelivery(history, 14, contentReceived, zone)?.date.toString()).toBe(
            until.add({ days: 14 }).toString(),
          );
        },
      ),
    );
  });

  it('spaces installments a month apart on the same day, summing to the cent', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 600, max: 5_000_000 }),
        (day, count, cents) => {
          const parts = planBalanceInvoices(
            [{ tax: noTax, amount: toMinorUnits(cents) }],
            count,
            DEFAULT_PAYMENT_TERMS,
            day,
          );
          expect(sumAmounts(parts.flatMap(part => part.shares.map(({ amount }) => amount)))).toBe(cents);
          const due = day.add({ days: DEFAULT_PAYMENT_TERMS.balanceDueDays });
          expect(parts.map(({ dueOn }) => dueOn.toString())).toEqual(
            Array.from({ length: count }, (_none, months) => due.add({ months }).toString()),
          );
        },
      ),
    );
  });

  it('covers each day once with subscription periods, and charges a full month its price', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 1, max: 100_000 }),
        (day, days, perMonth) => {
          const price = toMinorUnits(perMonth);
          const subscription = { monthlyAmount: price, nextInvoiceOn: day, pausedFrom: null, endsOn: null };
          const periods = listDuePeriods(day.add({ days }), subscription);
          for (const [place, period] of periods.entries()) {
            const before = periods[place - 1];
            expect(period.from.toString()).toBe((before ? before.until.add({ days: 1 }) : day).toString());
            expect(period.until.day).toBe(period.until.daysInMonth);
            if (before) expect(calculateProratedAmount(period, price)).toBe(perMonth);
          }
          expect(Temporal.PlainDate.compare(periods.at(-1)?.until ?? day, day.add({ days }))).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
