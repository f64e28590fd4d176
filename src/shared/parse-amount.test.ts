import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from './money.ts';
import { toMinorUnits } from './money-arithmetic.ts';
import { parseAmount, formatAmountInput } from './parse-amount.ts';

describe('parseAmount', () => {
  it.each([
    ['499', 'USD', 499_00],
    ['$499', 'USD', 499_00],
    [' $1,499.50 ', 'USD', 1499_50],
    ['1,000,000', 'USD', 1_000_000_00],
    ['499', 'JPY', 499],
    ['0', 'EUR', 0],
    ['499,50', 'EUR', 499_50],
    ['1.234,56', 'EUR', 1234_56],
    ['1.000.000', 'EUR', 1_000_000_00],
    ['500 €', 'EUR', 500_00],
    ['€ 500', 'EUR', 500_00],
    ['499 USD', 'USD', 499_00],
    ['1’234.50', 'CHF', 1234_50],
    ['1,234', 'KWD', 1_234_000],
    ['1.234', 'KWD', 1234],
    ['১,২৩,৪৫৬.৭০', 'BDT', 123_456_70],
  ])('parses %j in %s as %i', (text, currency, minor) => {
    expect(parseAmount(text, currency)).toEqual({ amount: { minor, currency } });
  });

  it.each(' |4.999|4,9999|-5|1e3|€499|499 EUR|1,4999|1,2.3|1.23,456|1.234.56|1 2|free|99999999999|$|$5$|,'.split('|'))(
    'rejects %j in USD with a message',
    text => {
      expect(parseAmount(text, 'USD')).toEqual({ error: expect.stringMatching(/\w/) as string });
    },
  );

  it.each(['99999999999', '9999999999999.50', '$99,999,999,999,999', '9'.repeat(30)])('asks for less than %j', text => {
    expect(parseAmount(text, 'USD')).toEqual({ error: 'Enter a lower amount.' });
  });

  it.each(['en-US', 'de-DE', 'fr-FR', 'bn-BD', 'en-IN', 'de-CH'])('reads amounts as %s writes them', locale => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_147_483_647 }).map(toMinorUnits),
        fc.constantFrom('USD', 'EUR', 'BDT', 'JPY'),
        (minor, currency) => {
          const amount = { minor, currency };
          expect(parseAmount(formatMoney(amount, { exact: true, locale }), currency)).toEqual({ amount });
        },
      ),
    );
  });

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
