import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import {
  fromProviderDecimal,
  fromProviderUnits,
  toProviderDecimal,
  toProviderUnits,
  providerUnitsText,
} from './provider-amounts.ts';

const money = (minor: number, currency: string) => ({ minor: toMinorUnits(minor), currency });

describe('provider amounts', () => {
  it.each([
    ['stripe', money(49_900, 'USD'), 49_900],
    ['stripe', money(500, 'JPY'), 500],
    ['stripe', money(12_340, 'KWD'), 12_340],
    ['stripe', money(12_345, 'KWD'), null],
    ['stripe', money(12_345, 'USD'), 12_345],
    ['paypal', money(500, 'JPY'), 500],
    ['paypal', money(500, 'HUF'), 500],
    ['stripe', money(500, 'HUF'), 50_000],
    ['paypal', money(100, 'BDT'), null],
    ['stripe', money(Number.MAX_SAFE_INTEGER, 'ISK'), null],
  ] as const)('converts to units of %s: %o', (provider, amount, units) => {
    expect(toProviderUnits(provider, amount)).toBe(units);
  });

  it.each([
    ['stripe', 49_900, 'USD', 49_900],
    ['stripe', 500, 'ISK', 5],
    ['stripe', 550, 'ISK', null],
    ['stripe', 1.5, 'USD', null],
    ['paypal', 100, 'BDT', null],
  ] as const)('converts from units of %s: %d %s', (provider, units, currency, minor) => {
    expect(fromProviderUnits(provider, units, currency)).toEqual(minor === null ? null : { minor, currency });
  });

  it.each([
    ['stripe', 'BDT', true],
    ['paypal', 'BDT', false],
    ['paypal', 'USD', true],
  ] as const)('are supported by %s in %s: %s', (provider, currency, isSupported) => {
    expect(toProviderDecimal(provider, money(100, currency))).toBe(isSupported ? '1.00' : null);
  });

  it.each([
    ['499.00', 'USD', 49_900],
    ['499', 'USD', 49_900],
    ['499.5', 'USD', 49_950],
    ['499.005', 'USD', null],
    ['-1.00', 'USD', null],
    ['1e3', 'USD', null],
    ['', 'USD', null],
    ['500', 'HUF', 500],
    ['500.00', 'HUF', 500],
    ['500.50', 'HUF', null],
    ['1.00', 'BDT', null],
  ])('reads %s %s as %s', (text, currency, minor) => {
    expect(fromProviderDecimal('paypal', text, currency)?.minor ?? null).toBe(minor);
  });

  it.each([
    [28693, 'EUR', '286.93 EUR'],
    [5, 'USD', '0.05 USD'],
    [28693, 'JPY', '28693 JPY'],
    [28693, 'KWD', '28.693 KWD'],
    [150, 'ISK', '1.50 ISK'],
  ])('formats %i units of %s at Stripe as %s', (units, currency, text) => {
    expect(providerUnitsText('stripe', units, currency)).toBe(text);
  });

  it('round-trips an amount in every supported currency', () => {
    const currencies = ['USD', 'EUR', 'JPY', 'HUF', 'TWD', 'KWD', 'BDT', 'KRW'];
    fc.assert(
      fc.property(
        fc.constantFrom('stripe' as const, 'paypal' as const),
        fc.constantFrom(...currencies),
        fc.integer({ min: 1, max: 1_000_000_000 }),
        (provider, currency, minor) => {
          const amount = money(minor, currency);
          const units = toProviderUnits(provider, amount);
          if (units === null) return;
          expect(fromProviderUnits(provider, units, currency)).toEqual(amount);
          expect(fromProviderDecimal(provider, toProviderDecimal(provider, amount) ?? '', currency)).toEqual(amount);
        },
      ),
    );
  });
});
