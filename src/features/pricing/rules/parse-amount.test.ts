import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { parseAmount, formatAmountInput } from './parse-amount.ts';

describe('parseAmount', () => {
  it.each([
    ['499', 'USD', 499_00],
    ['$499', 'USD', 499_00],
    [' $1,499.50 ', 'USD', 1499_50],
    ['1,000,000', 'USD', 1_000_000_00],
    ['499', 'JPY', 499],
    ['0', 'EUR', 0],
  ])('parses %j in %s as %i', (text, currency, minor) => {
    expect(parseAmount(text, currency)).toEqual({ amount: { minor, currency } });
  });

  it.each(['', '4,99', '1,49', '4.999', '-5', '1e3', '€499', '499 USD', '1,4999', 'free', '99999999999'])(
    'rejects %j in USD with a message',
    text => {
      expect(parseAmount(text, 'USD')).toEqual({ error: expect.stringMatching(/\w/) as string });
    },
  );

  it("round-trips the form's and the site's formats", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_147_483_647 }).map(toMinorUnits),
        fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
        (minor, currency) => {
          const amount = { minor, currency };
          expect(parseAmount(formatAmountInput(amount), currency)).toEqual({ amount });
          if (currency !== 'KWD') expect(parseAmount(formatMoney(amount), currency)).toEqual({ amount });
        },
      ),
    );
  });
});
