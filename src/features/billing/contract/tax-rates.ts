import { z } from 'zod';
import { plainDate, singleLineText } from '#shared/contract.ts';
import { formatPlainDate } from '#shared/time.ts';
import { isTaxed, requiresTaxNote, taxCategories, taxCategoryLabels } from './tax-categories.ts';
import { MAX_TAX_RATES, parseTaxRate, RATE } from './tax-rate.ts';

/** A named tax rate as saved; the first one is the default. Days are included; null means unlimited. */
export const taxRate = z.object({
  name: z.string(),
  /** Percentage as a decimal with at most two places. */
  rate: z.string(),
  category: z.enum(taxCategories),
  /** Printed on documents; null for the usual text of the category. */
  note: z.string().nullable(),
  validFrom: plainDate.nullable(),
  validUntil: plainDate.nullable(),
});
export type TaxRate = z.infer<typeof taxRate>;

const optionalText = z
  .string()
  .nullable()
  .transform(text => text?.trim() || null)
  .pipe(singleLineText.max(300).nullable());

const optionalDate = optionalText.pipe(plainDate.nullable());

const editedRate = z
  .strictObject({
    name: singleLineText.trim().max(60),
    rate: singleLineText.trim().max(12, RATE),
    category: z.enum(taxCategories, 'Choose a category from the list.'),
    note: optionalText,
    validFrom: optionalDate,
    validUntil: optionalDate,
  })
  .superRefine((edited, context) => {
    const { name, rate, category, note, validFrom, validUntil } = edited;
    if (isEmptyRate(edited)) return;
    const addIssue = (field: keyof TaxRate, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (name === '') addIssue('name', 'Enter the name of the tax.');
    const basisPoints = parseTaxRate(rate === '' && !isTaxed(category) ? '0' : rate);
    if (basisPoints === undefined) addIssue('rate', RATE);
    else if (isTaxed(category) && basisPoints === 0) {
      addIssue('rate', 'Enter a rate above 0, or choose another category, such as Zero-rated.');
    } else if (!isTaxed(category) && basisPoints > 0) {
      addIssue('rate', `${taxCategoryLabels[category]} has no tax. Enter 0, or choose the category Standard.`);
    }
    if (category === 'exempt' && note === null) addIssue('note', 'Enter why there’s no tax. Invoices must say so.');
    if (validFrom !== null && validUntil !== null && validUntil < validFrom) {
      addIssue('validUntil', 'Choose a date on or after the first day.');
    }
    if (requiresTaxNote(category) || note === null) return;
    addIssue('note', 'Only categories without tax have a note. Clear this field.');
  })
  .transform(edited => ({ ...edited, rate: edited.rate || (edited.name && '0') }));

/** Whether a row of the form was left empty. */
export const isEmptyRate = ({ name, rate, note, validFrom, validUntil }: Omit<TaxRate, 'category'>) =>
  `${name}${rate}${note ?? ''}${validFrom ?? ''}${validUntil ?? ''}` === '';

/** Tax rates in the owner's form. An empty row sets no rate. */
export const editedTaxRates = z
  .array(editedRate)
  .max(MAX_TAX_RATES, `Enter up to ${MAX_TAX_RATES} rates.`)
  .superRefine((rates, context) => {
    // Zod also calls this with rates that it refused, such as one from a day that doesn't exist.
    if (context.issues.length > 0) return;
    for (const [index, rate] of rates.entries()) {
      const other = rates.slice(0, index).find(({ name, ...days }) => name === rate.name && overlap(days, rate));
      if (other === undefined || rate.name === '') continue;
      const day = [other.validFrom, rate.validFrom]
        .filter(one => one !== null)
        .toSorted()
        .at(-1);
      const when = day === undefined ? 'on the same days' : `on ${formatPlainDate(day)}`;
      context.addIssue({
        code: 'custom',
        path: [index, 'validFrom'],
        message: `There’s another rate named ${rate.name} ${when}. Change the name or the dates.`,
      });
    }
  });

/** Returns the rates of an earlier version, which had a single one; "0" is no tax. */
export const toSingleTaxRate = <Text>(name: Text, rate: Text) =>
  rate === '0' ? [] : [{ name, rate, category: 'standard' as const, note: null, validFrom: null, validUntil: null }];

type Validity = Pick<TaxRate, 'validFrom' | 'validUntil'>;

const overlap = (one: Validity, other: Validity) =>
  (one.validUntil ?? '9999') >= (other.validFrom ?? '') && (other.validUntil ?? '9999') >= (one.validFrom ?? '');
