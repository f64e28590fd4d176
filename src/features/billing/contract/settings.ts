import { z } from 'zod';
import { singleLineText, integerParam } from '#shared/contract.ts';
import { editedRates, exchangeRate } from './exchange.ts';
import { parseTaxRate } from './tax-rate.ts';

export const paperSizes = ['A4', 'Letter'] as const;
/** Whether prices exclude or include tax. */
export const taxBehaviors = ['exclusive', 'inclusive'] as const;

/** Optional text of a form; empty becomes null. */
const optional = (text: z.ZodType<string, string>) =>
  z
    .string()
    .nullable()
    .transform(value => value?.trim() || null)
    .pipe(text.nullable());

const RATE = 'Enter a rate from 0 to 100 with up to two decimal places, such as 7.5.';

/** Allows line breaks, but no other control characters. */
const instructions = optional(
  z
    .string()
    .max(1500, 'Enter up to 1,500 characters.')
    .regex(/^(?:\P{Cc}|[\n\r\t])*$/u, 'Remove control characters.')
    .transform(text => text.replaceAll('\r\n', '\n')),
);

/** Billing settings as in the owner's form and in exports. */
export const billingSettingsInputSchema = z.strictObject({
  taxId: optional(singleLineText.max(60, 'Enter up to 60 characters.')),
  taxName: singleLineText.trim().min(1, 'Enter the name of the tax.').max(60, 'Enter up to 60 characters.'),
  /** Percentage as a decimal with at most two places. */
  taxRate: singleLineText.max(12, RATE).refine(text => parseTaxRate(text) !== undefined, RATE),
  taxBehavior: z.enum(taxBehaviors, 'Choose whether prices include tax.'),
  paperSize: z.enum(paperSizes, 'Choose A4 or Letter.'),
  /** Instructions for manual payment; null if the method is not offered. */
  bankTransferInstructions: instructions,
  bkashInstructions: instructions,
  nagadInstructions: instructions,
  /** In BDT, the only currency that bKash and Nagad accept. */
  exchangeRates: editedRates.default([]),
});
export type BillingSettingsInput = z.output<typeof billingSettingsInputSchema>;

export const updateBillingSettingsSchema = billingSettingsInputSchema.extend({ version: integerParam });

export const billingSettingsSchema = z.object({
  taxId: z.string().nullable(),
  taxName: z.string(),
  taxRate: z.string(),
  taxBehavior: z.enum(taxBehaviors),
  paperSize: z.enum(paperSizes),
  bankTransferInstructions: z.string().nullable(),
  bkashInstructions: z.string().nullable(),
  nagadInstructions: z.string().nullable(),
  exchangeRates: z.array(exchangeRate),
  version: z.int(),
  currency: z.string(),
});
export type BillingSettings = z.infer<typeof billingSettingsSchema>;
