import { z } from 'zod';
import { datevSettingsSchema } from '../contract/datev.ts';
import { documentDesignInputSchema } from '../contract/design-settings.ts';
import { documentEmailInputSchema } from '../contract/document-emails.ts';
import { currencyRate } from '../contract/money-report.ts';
import { billingSettingsInputSchema } from '../contract/settings.ts';
import { toSingleTaxRate } from '../contract/tax-rates.ts';
import { findPlaceholderProblem } from './document-emails.ts';

/** Returns a function that validates a part of an export. */
const createParser =
  <Value>(name: string, schema: z.ZodType<Value>, prepare: (value: unknown) => unknown = value => value) =>
  (value: unknown): { readonly value: Value } | { readonly error: string } => {
    const parsed = schema.safeParse(prepare(value));
    if (parsed.success) return { value: parsed.data };
    return { error: `Invalid ${name}: ${parsed.error.issues[0]?.message ?? 'The format isn’t supported.'}` };
  };

const isUnique = <Item>(items: readonly Item[], keyOf: (item: Item) => string) =>
  new Set(items.map(keyOf)).size === items.length;

const MAX_EMAIL_TEXTS = 100;
const emailTexts = z
  .array(
    documentEmailInputSchema.superRefine(({ kind, subject, body }, context) => {
      const message = findPlaceholderProblem(subject, kind) ?? findPlaceholderProblem(body, kind);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
  )
  .max(MAX_EMAIL_TEXTS)
  .refine(texts => isUnique(texts, ({ kind, language }) => `${kind} ${language}`), 'A text is listed twice.');

const MAX_CURRENCY_RATES = 1000;
const currencyRates = z
  .array(
    currencyRate
      .extend({ base: z.string().regex(/^[A-Z]{3}$/, 'Enter a currency code, such as EUR.') })
      .refine(({ base, currency, rate }) => base !== currency && rate !== '', 'A rate is missing.'),
  )
  .max(MAX_CURRENCY_RATES)
  .refine(rates => isUnique(rates, ({ base, currency }) => `${base} ${currency}`), 'A rate is listed twice.');

/** Validate exported settings as strictly as their forms. */
export const parseExportedBillingSettings = createParser('billing settings', billingSettingsInputSchema, withTaxRates);
export const parseExportedDesign = createParser('document design', documentDesignInputSchema);
export const parseExportedEmailTexts = createParser('email texts', emailTexts);
export const parseExportedDatevSettings = createParser('DATEV numbers', datevSettingsSchema.nullable());
export const parseExportedCurrencyRates = createParser('currency rates', currencyRates);

/** Returns settings with a list of tax rates; earlier exports have the name and percentage of a single one. */
function withTaxRates(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('taxRate' in value) || 'taxRates' in value) return value;
  const { taxName, taxRate, ...settings } = value as Readonly<Record<string, unknown>>;
  return { ...settings, taxRates: toSingleTaxRate(taxName, taxRate) };
}
