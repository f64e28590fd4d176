import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDecimalString, formatMoney, getFractionDigits } from './money.ts';
import {
  subtractAmounts,
  prorateAmount,
  toMinorUnits,
  parseMoney,
  calculatePercentage,
  sumAmounts,
} from './money-arithmetic.ts';

const usd = (count: number) => ({ minor: toMinorUnits(count), currency: 'USD' });

describe('parseMoney', () => {
  it.each([
    ['39.99', 3999],
    ['349.99', 34_999],
    ['$499', 49_900],
    ['$1999', 199_900],
    ['150', 15_000],
    ['44.00', 4400],
    ['1.5', 150],
    ['0', 0],
    ['0.01', 1],
    [' $7 ', 700],
    // As floats, 0.29 * 100 is 28.999… and 1.1 * 100 is 110.000…1.
    ['0.29', 29],
    ['1.10', 110],
    ['8.41', 841],
    ['999999999999.99', 99_999_999_999_999],
  ])('%s is %i cents', (text, minor) => {
    expect(parseMoney(text, 'USD')).toEqual(usd(minor));
  });

  it.each([
    '',
    ' ',
    '$',
    'abc',
    '-5',
    '+5',
    '1,999',
    '1.234',
    '39.999',
    '1e3',
    '0x10',
    '.5',
    '5.',
    '1.2.3',
    'NaN',
    'Infinity',
    '1999+',
    '$$5',
    '5$',
    '1 000',
    '1234567890123',
    '٣',
    '5\n6',
  ])('rejects %j', text => {
    expect(() => parseMoney(text, 'USD')).toThrow(RangeError);
  });

  it('uses the decimal digits of the currency', () => {
    expect(parseMoney('500', 'JPY')).toEqual({ minor: 500, currency: 'JPY' });
    expect(() => parseMoney('500.5', 'JPY')).toThrow(RangeError);
    expect(parseMoney('1.234', 'KWD')).toEqual({ minor: 1234, currency: 'KWD' });
    expect(() => parseMoney('5', 'no currency')).toThrow(RangeError);
  });

  it('rejects the symbol of another currency', () => {
    expect(() => parseMoney('€5', 'USD')).toThrow(RangeError);
    expect(parseMoney('€5', 'EUR')).toEqual({ minor: 500, currency: 'EUR' });
  });

  it('parses the output of toDecimalString and formatMoney, for every amount and currency', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999_999 }),
        fc.constantFrom('USD', 'EUR', 'BDT', 'JPY', 'KWD'),
        (count, currency) => {
          const money = { minor: toMinorUnits(count), currency };
          if (count / 10 ** getFractionDigits(currency) >= 1e12) return;
          expect(parseMoney(toDecimalString(money), currency)).toEqual(money);
          const written = formatMoney(money, { exact: true }).replaceAll(/[^\d.]/g, '');
          expect(parseMoney(written, currency)).toEqual(money);
        },
      ),
    );
  });

  it('returns integers only, or throws', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        let minor: number;
        try {
          ({ minor } = parseMoney(text, 'USD'));
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return;
        }
        expect(Number.isSafeInteger(minor)).toBe(true);
        expect(minor).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('formatMoney', () => {
  it.each([
    [49_900, '$499'],
    [199_900, '$1,999'],
    [3999, '$39.99'],
    [4400, '$44'],
    [9450, '$94.50'],
    [1, '$0.01'],
    [0, '$0'],
    [99_999_999_999_999, '$999,999,999,999.99'],
  ])('%i cents is %s', (minor, text) => {
    expect(formatMoney(usd(minor))).toBe(text);
  });

  it('keeps decimals of whole amounts if exact is set', () => {
    expect(formatMoney(usd(4400), { exact: true })).toBe('$44.00');
    expect(formatMoney({ minor: toMinorUnits(500), currency: 'JPY' }, { exact: true })).toBe('¥500');
  });
});

describe('toDecimalString', () => {
  it.each([
    [usd(3999), '39.99'],
    [usd(5), '0.05'],
    [usd(0), '0.00'],
    [usd(199_900), '1999.00'],
    [{ minor: toMinorUnits(500), currency: 'JPY' }, '500'],
    [{ minor: toMinorUnits(5), currency: 'KWD' }, '0.005'],
    [usd(-3999), '-39.99'],
    [usd(-5), '-0.05'],
  ])('%j is %s', (money, text) => {
    expect(toDecimalString(money)).toBe(text);
  });
});

describe('arithmetic with amounts', () => {
  it.each([0.5, 1e16, Number.NaN, Infinity])('rejects %d as an amount', count => {
    expect(() => toMinorUnits(count)).toThrow(RangeError);
  });

  it.each([
    // 5% of $10.10 is 50.5 cents.
    [1010, 500, 51],
    [1009, 500, 50],
    [-1010, 500, -51],
    [-1009, 500, -50],
    [49_900, 2500, 12_475],
    [1, 10_000, 1],
    [99_999_999_999_999, 10_000, 99_999_999_999_999],
    [12_345, 0, 0],
  ])('of %i, %i basis points are %i', (amount, basisPoints, part) => {
    expect(calculatePercentage(toMinorUnits(amount), basisPoints)).toBe(part);
  });

  it('prorates an amount to the nearest minor unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.nat({ max: 366 }),
        fc.integer({ min: 1, max: 366 }),
        (amount, part, total) => {
          const taken = BigInt(prorateAmount(toMinorUnits(amount), part, total));
          const off = taken * BigInt(total) - BigInt(amount) * BigInt(part);
          expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(BigInt(total));
        },
      ),
    );
  });

  it('rejects amounts too large to be exact', () => {
    const most = toMinorUnits(Number.MAX_SAFE_INTEGER);
    expect(() => sumAmounts([most, toMinorUnits(1)])).toThrow(RangeError);
    expect(() => subtractAmounts(toMinorUnits(-2), most)).toThrow(RangeError);
    expect(() => prorateAmount(most, 2, 1)).toThrow(RangeError);
  });
});
