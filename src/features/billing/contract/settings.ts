import { z } from 'zod';
import { integerBetween, integerParam, multilineText, singleLineText } from '#shared/contract.ts';
import { BIC, parseIban } from './bank-account.ts';
import { editedRates, exchangeRate } from './exchange.ts';
import { parseTaxRate, RATE } from './tax-rate.ts';
import { editedTaxRates, taxRate } from './tax-rates.ts';

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

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** A country by its ISO 3166-1 code; `XI` is Northern Ireland. */
const country = singleLineText
  .toUpperCase()
  .refine(
    code => /^[A-Z]{2}$/.test(code) && (code === 'XI' || names.of(code) !== undefined),
    'Enter a two-letter country code, such as DE.',
  );

/** The seller's address and electronic address, for e-invoices. */
const sellerAddress = {
  street: optional(multilineText(300)),
  postalCode: optional(singleLineText.max(20)),
  city: optional(singleLineText.max(80)),
  region: optional(singleLineText.max(80)),
  electronicAddressScheme: optional(singleLineText.max(4, 'Choose a type.')),
  electronicAddress: optional(singleLineText.max(254)),
};

const iban = optional(
  singleLineText
    .refine(text => parseIban(text) !== undefined, 'Check this IBAN: a character is wrong or missing.')
    .transform(text => parseIban(text) ?? ''),
);
const bic = optional(
  singleLineText
    .toUpperCase()
    .transform(text => text.replaceAll(' ', ''))
    .refine(text => BIC.test(text), 'Enter a BIC of 8 or 11 characters, such as COBADEFFXXX.'),
);

/** Allows line breaks, but no other control characters. */
const instructions = optional(
  z
    .string()
    .max(1500)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Remove control characters.')
    .transform(text => text.replaceAll('\r\n', '\n')),
);

const PERCENTAGE = 'Enter a whole number from 1 to 99.';

/** The smallest part of an invoice that clients may pay, in percent; null if they pay in full. */
const partialPercent = z
  .union([z.literal('').transform(() => null), integerBetween(1, 99, PERCENTAGE)], PERCENTAGE)
  .nullable();

/** Billing settings as in the owner's form and in exports. */
export const billingSettingsInputSchema = z.strictObject({
  taxId: optional(singleLineText.max(60)),
  taxCountry: optional(country).default(null),
  isSmallBusiness: z.boolean().default(false),
  street: sellerAddress.street.default(null),
  postalCode: sellerAddress.postalCode.default(null),
  city: sellerAddress.city.default(null),
  region: sellerAddress.region.default(null),
  electronicAddressScheme: sellerAddress.electronicAddressScheme.default(null),
  electronicAddress: sellerAddress.electronicAddress.default(null),
  /** The first one is the default. */
  taxRates: editedTaxRates,
  taxBehavior: z.enum(taxBehaviors, 'Choose whether prices include tax.'),
  /** For businesses; null if as for consumers. */
  businessTaxBehavior: z.enum(taxBehaviors, 'Choose whether prices include tax.').nullable().default(null),
  paperSize: z.enum(paperSizes, 'Choose A4 or Letter.'),
  /** The account for bank transfers, without spaces. */
  iban: iban.default(null),
  bic: bic.default(null),
  /** Instructions for manual payment; null if the method is not offered. */
  bankTransferInstructions: instructions,
  bkashInstructions: instructions,
  nagadInstructions: instructions,
  /** In BDT, the only currency that bKash and Nagad accept. */
  exchangeRates: editedRates.default([]),
  minPartialPercent: partialPercent.default(null),
});
export type BillingSettingsInput = z.output<typeof billingSettingsInputSchema>;

/** As saved by the form. Settings that a page of an earlier version doesn't send stay unchanged. */
export const updateBillingSettingsSchema = billingSettingsInputSchema.extend({
  taxCountry: optional(country).optional(),
  isSmallBusiness: z.boolean().optional(),
  ...z.object(sellerAddress).partial().shape,
  businessTaxBehavior: z.enum(taxBehaviors, 'Choose whether prices include tax.').nullable().optional(),
  taxRates: editedTaxRates.optional(),
  minPartialPercent: partialPercent.optional(),
  iban: iban.optional(),
  bic: bic.optional(),
  /** The only rate of earlier versions, used without `taxRates`; "0" is no tax. */
  taxName: singleLineText.trim().max(60).optional(),
  taxRate: singleLineText
    .max(12, RATE)
    .refine(text => parseTaxRate(text) !== undefined, RATE)
    .optional(),
  version: integerParam,
});
export type BillingSettingsUpdate = z.output<typeof updateBillingSettingsSchema>;

export const billingSettingsSchema = z.object({
  taxId: z.string().nullable(),
  /** The default rate of today, for earlier versions; `taxRates` has them all. */
  taxName: z.string(),
  taxRate: z.string(),
  taxCountry: z.string().nullable(),
  isSmallBusiness: z.boolean(),
  street: z.string().nullable(),
  postalCode: z.string().nullable(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  electronicAddressScheme: z.string().nullable(),
  electronicAddress: z.string().nullable(),
  taxRates: z.array(taxRate),
  taxBehavior: z.enum(taxBehaviors),
  businessTaxBehavior: z.enum(taxBehaviors).nullable(),
  paperSize: z.enum(paperSizes),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  bankTransferInstructions: z.string().nullable(),
  bkashInstructions: z.string().nullable(),
  nagadInstructions: z.string().nullable(),
  exchangeRates: z.array(exchangeRate),
  minPartialPercent: z.int().nullable(),
  version: z.int(),
  currency: z.string(),
});
export type BillingSettings = z.infer<typeof billingSettingsSchema>;
