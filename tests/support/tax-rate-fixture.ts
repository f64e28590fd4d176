import type { TaxRate } from '#features/billing/contract/tax-rates.ts';

/** Returns a tax rate of 19% without dates. */
export function taxRateFixture(changes: Partial<TaxRate> = {}): TaxRate {
  return { name: 'VAT', rate: '19', category: 'standard', note: null, validFrom: null, validUntil: null, ...changes };
}
