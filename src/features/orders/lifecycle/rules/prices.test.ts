import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits, sumAmounts } from '#shared/money-arithmetic.ts';
import { createUnpaidInvoice, toPlainDate, DEFAULT_PAYMENT_TERMS } from '../../../../../tests/support/order-factory.ts';
import {
  allowsInstallments,
  describeInstallments,
  listInstallmentOptions,
  splitDeposit,
  splitIntoInstallments,
  buildLineItems,
  sumLineItems,
} from './prices.ts';
import { sumShares } from './tax-shares.ts';

const noTax = { behavior: 'inclusive', name: 'VAT', basisPoints: 0 } as const;
const sharesOf = (amount: number) => [{ tax: noTax, amount: toMinorUnits(amount) }];
const priced = (total: number) => ({ lineItems: [{ amount: toMinorUnits(total) }], tax: noTax });

describe('term 1: a deposit of 50%', () => {
  it.each([
    [49_900, 24_950, 24_950],
    // Half of an odd amount is rounded up.
    [49_901, 24_951, 24_950],
    [1, 1, 0],
    [0, 0, 0],
  ])('of %i is %i, and leaves %i', (total, deposit, balance) => {
    expect(splitDeposit(priced(total), DEFAULT_PAYMENT_TERMS)).toEqual({ deposit, balance });
  });

  it('is at least its share, exceeds it by less than one unit, and adds up to the total with the balance', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e12 }), fc.integer({ min: 1, max: 100 }), (count, depositPercent) => {
        const { deposit, balance } = splitDeposit(priced(count), { ...DEFAULT_PAYMENT_TERMS, depositPercent });
        expect(sumAmounts([deposit, balance])).toBe(count);
        const over = BigInt(deposit) * 100n - BigInt(count) * BigInt(depositPercent);
        expect(over).toBeGreaterThanOrEqual(0n);
        expect(over).toBeLessThan(100n);
      }),
    );
  });
});

describe('term 4: installments', () => {
  it.each([
    [99_999, 'USD', false],
    [100_000, 'USD', true],
    [100_001, 'USD', true],
    [100_001, 'EUR', false],
  ])('of a total of %i %s: %s', (total, currency, allowed) => {
    expect(allowsInstallments({ minor: toMinorUnits(total), currency }, DEFAULT_PAYMENT_TERMS)).toBe(allowed);
    expect(describeInstallments(DEFAULT_PAYMENT_TERMS.installmentMinimum, currency)).toContain(
      currency === 'USD' ? '$1,000 or more' : 'only available in USD',
    );
  });

  const order = {
    kind: 'plan',
    status: 'in_progress',
    total: toMinorUnits(100_000),
    currency: 'USD',
    agreedTerms: { settings: DEFAULT_PAYMENT_TERMS, texts: [] },
    milestones: null,
  } as const;
  const unpaid = createUnpaidInvoice({ dueOn: toPlainDate('2027-03-01'), isBalance: true });
  const paid = { ...unpaid, amountSettled: toMinorUnits(1) };
  type Order = Parameters<typeof listInstallmentOptions>[0];
  it.each<[string, Partial<Order>, Partial<Parameters<typeof listInstallmentOptions>[1]>, boolean]>([
    ['a plan', {}, {}, true],
    ['a custom plan', { kind: 'custom' }, {}, true],
    ['a project', { kind: 'project' }, {}, false],
    ['a service', { kind: 'service' }, {}, false],
    ['agreed milestones', { milestones: [] }, {}, false],
    ['a lower total', { total: toMinorUnits(99_999) }, {}, false],
    ['an open quote', { status: 'quoted' }, {}, false],
    ['an unpaid balance', { status: 'completed' }, { documents: [unpaid] }, true],
    ['a balance paid in part', { status: 'completed' }, { documents: [paid] }, false],
    ['a payment in review', { status: 'completed' }, { documents: [unpaid], hasPaymentInReview: true }, false],
    ['no balance', { status: 'completed' }, {}, false],
    ['an unpaid balance after delivery', { status: 'delivered' }, { documents: [unpaid] }, false],
  ])('can be chosen or not, with %s', (_what, changes, payments, allowed) => {
    const options = listInstallmentOptions(
      { ...order, ...changes },
      { documents: [], hasPaymentInReview: false, ...payments },
    );
    expect(options).toEqual(allowed ? [2, 3, 4, 5, 6] : []);
  });

  it('are due on the same day of each month, or on its last day, through a leap year', () => {
    const dates = (first: string, count: number) =>
      splitIntoInstallments(sharesOf(60_000), count, toPlainDate(first)).map(({ dueOn }) => dueOn.toString());
    expect(dates('2027-12-31', 4)).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']);
    expect(dates('2027-01-30', 2)).toEqual(['2027-01-30', '2027-02-28']);
  });

  it.each([0, 1, 7, 2.5, Number.NaN])('rejects a count of %d', count => {
    expect(() => splitIntoInstallments(sharesOf(60_000), count, toPlainDate('2027-01-01'))).toThrow(RangeError);
  });

  it('add up to the balance exactly', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e12 }), fc.integer({ min: 2, max: 6 }), (balance, count) => {
        const parts = splitIntoInstallments(sharesOf(balance), count, toPlainDate('2027-01-31'));
        expect(parts).toHaveLength(count);
        expect(sumShares(parts.flatMap(({ shares }) => shares))).toBe(balance);
      }),
    );
  });
});

describe('term 16: urgent delivery', () => {
  const growth = [{ description: 'Growth', amount: toMinorUnits(99_900) }];

  it('adds a quarter, as a separate line', () => {
    const lines = buildLineItems(growth, true, DEFAULT_PAYMENT_TERMS);
    expect(lines).toEqual([
      { description: 'Growth', amount: 99_900, term: null },
      { description: 'Urgent delivery, 25%', amount: 24_975, term: 16 },
    ]);
    expect(sumLineItems(lines)).toBe(124_875);
  });

  it("adds nothing to an order that isn't urgent", () => {
    expect(buildLineItems(growth, false, DEFAULT_PAYMENT_TERMS)).toEqual([
      { description: 'Growth', amount: 99_900, term: null },
    ]);
  });

  it('adds its share of all lines to within half a unit, and keeps the total consistent', () => {
    const amounts = fc.array(fc.nat({ max: 1e9 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(amounts, fc.nat({ max: 200 }), (list, urgentSurchargePercent) => {
        const chosen = list.map(amount => ({ description: 'Work', amount: toMinorUnits(amount) }));
        const total = sumLineItems(chosen);
        const urgent = sumLineItems(buildLineItems(chosen, true, { urgentSurchargePercent }));
        expect(Math.abs((urgent - total) * 100 - total * urgentSurchargePercent)).toBeLessThanOrEqual(50);
        expect(sumLineItems(buildLineItems(chosen, false, { urgentSurchargePercent }))).toBe(total);
      }),
    );
  });
});
