import { type EditedBillingSettings, editedBillingSettings } from '../contract/settings.ts';

/** Reads the billing settings of an archive as strictly as their form is read. */
export function readArchivedBilling(
  value: unknown,
): { readonly value: EditedBillingSettings } | { readonly wrong: string } {
  const parsed = editedBillingSettings.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return { wrong: `The billing settings do not fit: ${parsed.error.issues[0]?.message ?? 'they cannot be read.'}` };
}
