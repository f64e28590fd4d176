import { z } from 'zod';
import { plainDate, singleLineText } from '#shared/contract.ts';
import { EXCHANGE_RATE, MAX_RATES, TAKA } from './tax-rate.ts';

/** The value of one unit of a currency in BDT, and the day of that rate. */
export const exchangeRate = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** A decimal, such as "128.50". */
  rate: z.string().regex(EXCHANGE_RATE),
  on: z.iso.date(),
});
export type ExchangeRate = z.infer<typeof exchangeRate>;

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A row of the form. An empty row sets no rate. */
const editedRate = z
  .strictObject({
    currency: singleLineText.trim().toUpperCase(),
    rate: singleLineText.trim().transform(text => text.replace(',', '.')),
    on: singleLineText.trim(),
  })
  .superRefine(({ currency, rate, on }, context) => {
    if (`${currency}${rate}${on}` === '') return;
    const addIssue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (!currencies.has(currency)) addIssue('currency', 'Enter a currency code, such as EUR.');
    if (currency === TAKA) addIssue('currency', 'BDT doesn’t need a rate.');
    if (!EXCHANGE_RATE.test(rate) || Number(rate) === 0) {
      addIssue('rate', 'Enter a rate above 0 with up to six decimal places, such as 128.50.');
    }
    if (!plainDate.safeParse(on).success) addIssue('on', 'Enter the date of this rate.');
  });

/** Exchange rates in the owner's form. */
export const editedRates = z
  .array(editedRate)
  .max(MAX_RATES, `Enter up to ${MAX_RATES} rates.`)
  .superRefine((rates, context) => {
    const seen = new Set<string>();
    for (const [index, { currency }] of rates.entries()) {
      if (currency !== '' && seen.has(currency)) {
        context.addIssue({
          code: 'custom',
          path: [index, 'currency'],
          message: `${currency} already has a rate. Use one row per currency.`,
        });
      }
      seen.add(currency);
    }
  });
