import { renameFormerFields } from '#shared/former-names.ts';
import { type BillingSettingsInput, billingSettingsInputSchema } from '../contract/settings.ts';

/** Names of fields in the archives of earlier versions. */
const FORMER_FIELDS = {
  prices: 'taxBehavior',
  paper: 'paperSize',
  bank: 'bankTransferInstructions',
  bkash: 'bkashInstructions',
  nagad: 'nagadInstructions',
} as const;

/** Validates exported billing settings as strictly as their form. */
export function parseExportedBillingSettings(
  value: unknown,
): { readonly value: BillingSettingsInput } | { readonly error: string } {
  const parsed = billingSettingsInputSchema.safeParse(renameFormerFields(value, FORMER_FIELDS));
  if (parsed.success) return { value: parsed.data };
  return { error: `The billing settings do not fit: ${parsed.error.issues[0]?.message ?? 'they cannot be read.'}` };
}
