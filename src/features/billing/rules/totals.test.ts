import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { toDecimalString, getFractionDigits } from '#shared/money.ts';
import { toMinorUnits, parseMoney, sumAmounts } from '#shared/money-arithmetic.ts';
import { splitOff } from './splits.ts';
import {
  calculateLineAmount,
  calculateTotals,
  listTaxTotals,
  type TaxRule,
  toTaxedLines,
  totalsOfSum,
} from './totals.ts';

const line = fc.record({
  quantity: fc.integer({ min: 0, max: 1000 }),
  unitAmount: fc.integer({ min: -10_000_000, max: 10_000_000 }).map(toMinorUnits),
});
const lines = fc.array(line, { maxLength: 40 });
const tax = fc.record({ basisPoints: fc.integer({ min: 0, max: 10_000 }) });
const prices = fc.constantFrom('exclusive', 'inclusive');
const charges = fc.record({ lineItems: lines, taxBehavior: prices, tax });

const one = (minor: number) => [{ quantity: 1, unitAmount: toMinorUnits(minor) }];

describe('totals', () => {
  test.each([
    // prices, amount, basis points, subtotal, tax, total
    ['exclusive', 10_000, 2500, 10_000, 2500, 12_500],
    ['inclusive', 12_500, 2500, 10_000, 2500, 12_500],
    ['exclusive', 99_900, 0, 99_900, 0, 99_900],
    ['inclusive', 99_900, 0, 99_900, 0, 99_900],
    ['exclusive', 10, 500, 10, 1, 11],
    ['exclusive', -10, 500, -10, -1, -11],
    ['inclusive', 100, 1900, 84, 16, 100],
    ['inclusive', -100, 1900, -84, -16, -100],
    // 0.02 plus 19% tax is 0.02, and 0.03 plus tax is 0.04: the difference to 0.03 is rounding.
    ['inclusive', 3, 1900, 3, 1, 3, -1],
    ['inclusive', 1, 10_000, 0, 0, 1, 1],
    ['exclusive', 3, 1500, 3, 0, 3],
    ['exclusive', 0, 1500, 0, 0, 0],
  ] as const)(
    'of %s prices, %i at %i basis points',
    (kind, amount, basisPoints, subtotal, taxAmount, total, rounding: number = 0) => {
      const totals = { subtotal, taxAmount, rounding, total };
      expect(calculateTotals({ lineItems: one(amount), taxBehavior: kind, tax: { basisPoints } })).toEqual(totals);
    },
  );

  test('tax the sum, not each line', () => {
    const cents = Array.from({ length: 10 }, () => ({ quantity: 1, unitAmount: toMinorUnits(5) }));
    expect(calculateTotals({ lineItems: cents, taxBehavior: 'exclusive', tax: { basisPoints: 1000 } }).taxAmount).toBe(
      5,
    );
  });

  it('give the rounding of a document to its first tax', () => {
    const standard = { name: 'VAT', basisPoints: 1900 };
    const reduced = { name: 'VAT', basisPoints: 700 };
    const lineItems = [...one(100), { quantity: 1, unitAmount: toMinorUnits(100), tax: reduced }];
    const document = { lineItems, taxBehavior: 'exclusive', tax: standard, total: toMinorUnits(225) } as const;
    expect(listTaxTotals(document).map(({ total }) => total)).toEqual([118, 107]);
  });

  it('add up to the unit', () => {
    fc.assert(
      fc.property(charges, input => {
        const { subtotal, taxAmount, rounding, total } = calculateTotals(input);
        expect(subtotal + taxAmount + rounding).toBe(total);
        expect(Math.abs(rounding)).toBeLessThanOrEqual(input.taxBehavior === 'exclusive' ? 0 : 1);
        expect(input.taxBehavior === 'exclusive' ? subtotal : total).toBe(
          sumAmounts(input.lineItems.map(calculateLineAmount)),
        );
        for (const amount of [subtotal, taxAmount, total]) expect(Number.isSafeInteger(amount)).toBe(true);
      }),
    );
  });

  it('tax the taxable amount, rounded half up (EN 16931 BR-CO-17)', () => {
    fc.assert(
      fc.property(charges, input => {
        const { subtotal, taxAmount } = calculateTotals(input);
        const exact = BigInt(Math.abs(subtotal)) * BigInt(input.tax.basisPoints);
        expect(Math.abs(taxAmount)).toBe(Number((exact + 5000n) / 10_000n));
      }),
    );
  });

  it('of gross prices contain the tax to one unit', () => {
    fc.assert(
      fc.property(charges, input => {
        const { taxAmount, total } = calculateTotals({ ...input, taxBehavior: 'inclusive' });
        const { basisPoints } = input.tax;
        const off = BigInt(taxAmount) * BigInt(10_000 + basisPoints) - BigInt(total) * BigInt(basisPoints);
        expect((off < 0n ? 0n - off : off) * 2n <= 3n * BigInt(10_000 + basisPoints)).toBe(true);
      }),
    );
  });

  it('do not depend on the order of the lines', () => {
    fc.assert(
      fc.property(charges, fc.infiniteStream(fc.nat()), (input, keys) => {
        const shuffled = input.lineItems
          .map(each => ({ each, key: keys.next().value as number }))
          .toSorted((left, right) => left.key - right.key)
          .map(({ each }) => each);
        expect(calculateTotals({ ...input, lineItems: shuffled })).toEqual(calculateTotals(input));
      }),
    );
  });

  it('of a credit note refund exactly the charged amount', () => {
    fc.assert(
      fc.property(charges, input => {
        const back = input.lineItems.map(each => ({ ...each, unitAmount: toMinorUnits(0 - each.unitAmount) }));
        const [charged, credited] = [calculateTotals(input), calculateTotals({ ...input, lineItems: back })];
        expect(charged.total + credited.total).toBe(0);
        expect(charged.taxAmount + credited.taxAmount).toBe(0);
      }),
    );
  });

  it('including tax equal the gross prices, to the unit', () => {
    fc.assert(
      fc.property(lines, tax, (some, rate) => {
        const net = calculateTotals({ lineItems: some, taxBehavior: 'exclusive', tax: rate });
        const gross = calculateTotals({ lineItems: one(net.total), taxBehavior: 'inclusive', tax: rate });
        // Tax extracted from a rounded sum can differ from tax added to it by at most one unit.
        expect(Math.abs(gross.subtotal - net.subtotal)).toBeLessThanOrEqual(1);
        expect(gross.total).toBe(net.total);
      }),
    );
  });

  test.each([
    ['JPY', 0],
    ['USD', 2],
    ['KWD', 3],
  ])('in %s have %i decimals', (currency, digits) => {
    expect(getFractionDigits(currency)).toBe(digits);
    fc.assert(
      fc.property(charges, input => {
        const total = { minor: calculateTotals(input).total, currency };
        const text = toDecimalString(total);
        expect(text.split('.')[1]?.length ?? 0).toBe(digits);
        if (total.minor >= 0) expect(parseMoney(text, currency)).toEqual(total);
      }),
    );
  });

  test('are rejected if too large to be exact', () => {
    const large = [{ quantity: 1_000_000, unitAmount: toMinorUnits(Number.MAX_SAFE_INTEGER) }];
    expect(() => calculateTotals({ lineItems: large, taxBehavior: 'exclusive', tax: { basisPoints: 0 } })).toThrow(
      RangeError,
    );
  });
});

test('lines of one category and rate share a tax with all reasons why there is none, each once', () => {
  const exempt = (note: string) => ({ name: 'VAT', basisPoints: 0, category: 'exempt' as const, note });
  const standard = { name: 'VAT', basisPoints: 1900 };
  const typed = [{ tax: exempt('Insurance.') }, { tax: standard }, { tax: exempt('Paid in your name.') }, {}];
  const both = exempt('Insurance. · Paid in your name.');
  expect(toTaxedLines(typed, exempt('Insurance.'))).toEqual({ tax: both, lineItems: [{}, { tax: standard }, {}, {}] });
  expect(toTaxedLines([{ tax: exempt('Paid in your name.') }], both).tax.note).toBe('Paid in your name.');
  expect(toTaxedLines([{ tax: both }, { tax: exempt('Paid in your name.') }], standard).tax).toEqual(both);
});

describe('a part that is taxed separately', () => {
  /** Returns the parts between nothing and the sum whose totals add up with those of the rest. */
  function listParts(sum: number, rule: TaxRule): number[] {
    const all = Array.from({ length: sum + 1 }, (_none, amount) => totalsOfSum(toMinorUnits(amount), rule));
    const whole = totalsOfSum(toMinorUnits(sum), rule);
    return [...all.keys()].slice(1, -1).filter(part => {
      const both = [all[part], all[sum - part]];
      const add = (name: 'subtotal' | 'taxAmount' | 'rounding', read = (amount: number) => amount) =>
        both.reduce((added, totals) => added + read(totals?.[name] ?? Number.NaN), 0) === read(whole[name]);
      return add('subtotal') && add('taxAmount') && add('rounding', Math.abs);
    });
  }

  it.each(['exclusive', 'inclusive'] as const)('is the nearest one of a sum with %s prices', behavior => {
    for (const basisPoints of [0, 550, 1900, 5000]) {
      const rule = { behavior, basisPoints };
      for (let sum = 1; sum <= 24; sum += 1) {
        const parts = listParts(sum, rule);
        for (let target = 1; target <= sum; target += 1) {
          const [nearest = target * 2 >= sum ? sum : 0] = parts.toSorted(
            (part, other) => Math.abs(part - target) - Math.abs(other - target) || other - part,
          );
          const above = parts.find(part => part >= target) ?? sum;
          const split = (options?: { up: boolean }) => splitOff(toMinorUnits(sum), toMinorUnits(target), rule, options);
          expect([sum, target, split(), split({ up: true })]).toEqual([sum, target, nearest, above]);
        }
      }
    }
  });
});
