import { z } from 'zod';
import { singleLineText, money } from '#shared/contract.ts';
import { termSettingLimits, lateFeeModes, findVariableError, PAYMENT_TERM_COUNT } from './term-variables.ts';

const words = (most: number) =>
  z
    .string()
    .transform(text => text.replace(/\s+/g, ' ').trim())
    .pipe(singleLineText.max(most, `At most ${most} characters.`).min(1, 'Fill this in.'))
    .check(context => {
      const message = findVariableError(context.value);
      if (message) context.issues.push({ code: 'custom', message, input: context.value });
    });

/** An integer from a form or the API, within its bounds. */
const figure = (least: number, most: number, sentence: string) =>
  z
    .union(
      [
        z.int(sentence),
        z
          .string()
          .trim()
          .regex(/^\d{1,6}$/, sentence),
      ],
      sentence,
    )
    .transform(Number)
    .refine(number => number >= least && number <= most, sentence);

const within = (name: keyof typeof termSettingLimits, unit: string) => {
  const [least, most] = termSettingLimits[name];
  return figure(least, most, `Give a whole number of ${unit} from ${least} to ${most}.`);
};

const editedFigures = z.strictObject({
  depositPercent: within('depositPercent', 'per cent'),
  balanceDays: within('balanceDays', 'days'),
  /** An amount in the currency of new prices, such as "1000" or "$1,000". */
  installmentsFrom: singleLineText.max(30, 'This is no amount.'),
  lateDays: within('lateDays', 'days'),
  lateFeePercent: within('lateFeePercent', 'per cent'),
  lateFees: z.enum(lateFeeModes, 'Choose what happens to a late fee.'),
  refundDays: within('refundDays', 'days'),
  minorRevisions: within('minorRevisions', 'revisions'),
  urgentPercent: within('urgentPercent', 'per cent'),
});

const term = z.object({ number: z.int(), short: z.string(), text: z.string() });
export type PaymentTerm = z.infer<typeof term>;

/** The sixteen texts in order, and the settings. */
export const paymentTermsInputSchema = z.strictObject({
  terms: z
    .array(z.strictObject({ short: words(60), text: words(400) }))
    .length(PAYMENT_TERM_COUNT, `There are ${PAYMENT_TERM_COUNT} terms, in their order.`),
  figures: editedFigures,
});
export type PaymentTermsInput = z.output<typeof paymentTermsInputSchema>;

const sellingFigures = z.object({
  /** Percentage of the total due before work starts (term 1). */
  depositPercent: z.int(),
  /** Days from completion until the balance is due (term 2). */
  balanceDays: z.int(),
  /** Minimum total for paying the balance in installments (term 4). */
  installmentsFrom: money,
  /** Days after the due date until a late fee (term 6). */
  lateDays: z.int(),
  lateFeePercent: z.int(),
  /** Whether the owner decides on each late fee, or it is added automatically. */
  lateFees: z.enum(lateFeeModes),
  /** Days after payment in which a project that was not started is refunded in full (term 7). */
  refundDays: z.int(),
  /** Included in a project (term 11). */
  minorRevisions: z.int(),
  /** Surcharge for delivery within 48 to 72 hours (term 16). */
  urgentPercent: z.int(),
});
/** Settings with which the software applies the terms. */
export type PaymentTermSettings = z.infer<typeof sellingFigures>;

/** The editable terms: texts with variables. */
export const paymentTermsSchema = z.object({
  terms: z.array(term),
  figures: sellingFigures,
  version: z.int(),
  siteCurrency: z.string(),
});
export type PaymentTermsDto = z.infer<typeof paymentTermsSchema>;
