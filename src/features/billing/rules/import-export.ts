import { type BillingSettingsInput, billingSettingsInputSchema } from '../contract/settings.ts';
import { toSingleTaxRate } from '../contract/tax-rates.ts';

/** Validates exported billing settings as strictly as their form. */
export function parseExportedBillingSettings(
  value: unknown,
): { readonly value: BillingSettingsInput } | { readonly error: string } {
  const parsed = billingSettingsInputSchema.safeParse(withTaxRates(value));
  if (parsed.success) return { value: parsed.data };
  return { error: `Invalid billing settings: ${parsed.error.issues[0]?.message ?? 'The format isn’t supported.'}` };
}

/** Returns settings with a list of tax rates; earlier exports have the name and percentage of a single one. */
function withTaxRates(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('taxRate' in value) || 'taxRates' in value) return value;
  const { taxName, taxRate, ...settings } = value as Readonly<Record<string, unknown>>;
  return { ...settings, taxRates: toSingleTaxRate(taxName, taxRate) };
}
