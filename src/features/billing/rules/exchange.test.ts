import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { toTaka, formatTransfer } from './exchange.ts';
import { listPaymentOptions } from './payment-instructions.ts';

const money = (minor: number, currency: string) => ({ minor: toMinorUnits(minor), currency });
const euro = { currency: 'EUR', rate: '128.50', on: '2026-11-20' };

describe('an amount in BDT', () => {
  it.each([
    [3999, 'EUR', '128.50', 513_872], // 39.99 × 128.50 = 5138.715
    [3998, 'EUR', '128.50', 513_743],
    [1, 'EUR', '0.5', 1], // half a poisha is rounded up
    [1, 'EUR', '0.49', 0],
    [100, 'USD', '120', 12_000],
    [1000, 'JPY', '0.81', 81_000], // a currency without decimals
    [1000, 'KWD', '391.123456', 39_112], // and one with three
  ])('%d minor units of %s at %s are %d poisha', (minor, currency, rate, poisha) => {
    expect(toTaka(money(minor, currency), rate)).toEqual(money(poisha, 'BDT'));
  });

  it('is never more than half a poisha from the exact amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 1, max: 999_999_999 }),
        (minor, millionths) => {
          const rate = `${Math.floor(millionths / 1e6)}.${String(millionths % 1e6).padStart(6, '0')}`;
          const { minor: poisha } = toTaka(money(minor, 'EUR'), rate);
          const exact = BigInt(minor) * BigInt(millionths);
          const roundingError = BigInt(poisha) * 1_000_000n - exact;
          expect(roundingError > -500_000n && roundingError <= 500_000n).toBe(true);
        },
      ),
    );
  });

  it('is formatted with the amount of the invoice and the rate', () => {
    expect(formatTransfer(money(3999, 'EUR'), euro)).toBe(
      'Send BDT\u00a05,138.72 for €39.99 (1 EUR = 128.50 BDT on 20 Nov 2026).',
    );
  });
});

describe('the manual payment methods for an amount', () => {
  const paymentMethods = [
    { method: 'Bank transfer', text: 'IBAN' },
    { method: 'bKash', text: 'To 017' },
    { method: 'Nagad', text: 'To 018' },
  ];

  it("all appear for BDT, with the owner's text, regardless of rates", () => {
    for (const exchange of [undefined, euro]) {
      expect(listPaymentOptions(paymentMethods, money(3999, 'BDT'), exchange)).toEqual(paymentMethods);
    }
  });

  it('omit bKash and Nagad in another currency without a rate, and show the amount in BDT with one', () => {
    expect(listPaymentOptions(paymentMethods, money(3999, 'EUR'), undefined)).toEqual([paymentMethods[0]]);
    const send = 'Send BDT\u00a05,138.72 for €39.99 (1 EUR = 128.50 BDT on 20 Nov 2026).\n';
    expect(listPaymentOptions(paymentMethods, money(3999, 'EUR'), euro)).toEqual([
      paymentMethods[0],
      { method: 'bKash', text: `${send}To 017` },
      { method: 'Nagad', text: `${send}To 018` },
    ]);
  });
});
