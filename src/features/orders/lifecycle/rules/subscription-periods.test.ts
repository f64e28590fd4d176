import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits, sumAmounts } from '#shared/money-arithmetic.ts';
import { toPlainDate } from '../../../../../tests/support/order-factory.ts';
import { getFirstOfNextMonth, getBillingPeriod, calculateProratedAmount } from './subscription-periods.ts';

describe('term 14: billing on the 1st of each month', () => {
  it.each([
    ['2027-04-01', 30, 15_000],
    ['2027-04-16', 15, 7500],
    ['2027-04-30', 1, 500],
    // One day of 31 at 150.00 is 4.838…
    ['2027-01-31', 1, 484],
    ['2027-01-02', 30, 14_516],
    ['2027-02-15', 14, 7500],
    ['2028-02-29', 1, 517],
  ])('from %s covers %i days, for %i', (from, days, price) => {
    const period = getBillingPeriod(toPlainDate(from));
    expect(period.days).toBe(days);
    expect(calculateProratedAmount(period, toMinorUnits(15_000))).toBe(price);
  });

  it.each([
    ['2027-01-31', '2027-02-01'],
    ['2027-12-01', '2028-01-01'],
    ['2028-02-29', '2028-03-01'],
  ])('after %s is next due on %s', (from, next) => {
    expect(getFirstOfNextMonth(toPlainDate(from)).toString()).toBe(next);
  });

  it('covers every day once, regardless of the start', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3000 }), fc.integer({ min: 1, max: 24 }), (start, months) => {
        let from = toPlainDate('2024-01-01').add({ days: start });
        const first = from;
        let days = 0;
        for (let month = 0; month < months; month++) {
          const period = getBillingPeriod(from);
          days += period.days;
          expect(getFirstOfNextMonth(from).equals(period.until.add({ days: 1 }))).toBe(true);
          from = getFirstOfNextMonth(from);
        }
        expect(first.add({ days }).equals(from)).toBe(true);
      }),
    );
  });

  it('charges a full month its price, and its two parts together at most one unit more or less', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), fc.integer({ min: 2, max: 28 }), (price, start) => {
        const month = getBillingPeriod(toPlainDate('2027-03-01'));
        expect(calculateProratedAmount(month, toMinorUnits(price))).toBe(price);
        const rest = getBillingPeriod(month.from.with({ day: start }));
        const before = { ...month, days: month.days - rest.days };
        const both = sumAmounts([
          calculateProratedAmount(before, toMinorUnits(price)),
          calculateProratedAmount(rest, toMinorUnits(price)),
        ]);
        expect(Math.abs(both - price)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
