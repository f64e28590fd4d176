import { type BillingSettingsInput, billingSettingsInputSchema } from '../contract/settings.ts';

/** Validates exported billing settings as strictly as their form. */
export function parseExportedBillingSettings(
  value: unknown,
): { readonly value: BillingSettingsInput } | { readonly error: string } {
  const parsed = billingSettingsInputSchema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return { error: `Invalid billing settings: ${parsed.error.issues[0]?.message ?? 'The format isn’t supported.'}` };
}
