import { z } from 'zod';
import { singleLineText, money } from '#shared/contract.ts';
import { termSettingLimits, lateFeeModes, findVariableError, PAYMENT_TERM_COUNT } from './term-variables.ts';

const line = (max: number, min = 1) =>
  z
    .string()
    .transform(text => text.replace(/\s+/g, ' ').trim())
    .pipe(singleLineText.max(max).min(min, 'Fill out this field.'))
    .check(context => {
      const message = findVariableError(context.value);
      if (message) context.issues.push({ code: 'custom', message, input: context.value });
    });

/** An integer from a form or the API, within its bounds. */
const integer = (min: number, max: number, message: string) =>
  z
    .union(
      [
        z.int(message),
        z
          .string()
          .trim()
          .regex(/^\d{1,6}$/, message),
      ],
      message,
    )
    .transform(Number)
    .refine(number => number >= min && number <= max, message);

const setting = (name: keyof typeof termSettingLimits) => {
  const [min, max] = termSettingLimits[name];
  return integer(min, max, `Enter a whole number from ${min} to ${max}.`);
};

const settingsInput = z.strictObject({
  depositPercent: setting('depositPercent'),
  balanceDueDays: setting('balanceDueDays'),
  /** An amount in the currency of new prices, such as "1000" or "$1,000". */
  installmentMinimum: singleLineText.max(30, 'Enter an amount of at most 30 characters.'),
  lateFeeAfterDays: setting('lateFeeAfterDays'),
  lateFeePercent: setting('lateFeePercent'),
  lateFeeMode: z.enum(lateFeeModes, 'Choose how late fees are charged.'),
  refundAfterDays: setting('refundAfterDays'),
  includedRevisions: setting('includedRevisions'),
  urgentSurchargePercent: setting('urgentSurchargePercent'),
});

const term = z.object({ number: z.int(), title: z.string(), text: z.string() });
export type PaymentTerm = z.infer<typeof term>;

const translation = z.string().optional();
/** A term as it is edited; `translations` are printed on documents instead of its text. */
const editableTerm = term.extend({ translations: z.object({ de: translation, fr: translation, bn: translation }) });
export type EditableTerm = z.infer<typeof editableTerm>;

const translationInput = line(400, 0)
  .transform(text => text || undefined)
  .optional();

/** The sixteen texts in order, and the settings. */
export const paymentTermsInputSchema = z.strictObject({
  terms: z
    .array(
      z.strictObject({
        title: line(60),
        text: line(400),
        /** The text in other languages. An omitted or empty one is deleted; without this field, all are kept. */
        translations: z.strictObject({ de: translationInput, fr: translationInput, bn: translationInput }).optional(),
      }),
    )
    .length(PAYMENT_TERM_COUNT, `Send all ${PAYMENT_TERM_COUNT} terms in order.`),
  settings: settingsInput,
});
export type PaymentTermsInput = z.output<typeof paymentTermsInputSchema>;

const settings = z.object({
  /** Percentage of the total due before work starts (term 1). */
  depositPercent: z.int(),
  /** Days from completion until the balance is due (term 2). */
  balanceDueDays: z.int(),
  /** Minimum total for paying the balance in installments (term 4). */
  installmentMinimum: money,
  /** Days after the due date until a late fee (term 6). */
  lateFeeAfterDays: z.int(),
  lateFeePercent: z.int(),
  /** Whether the owner decides on each late fee, or it is added automatically. */
  lateFeeMode: z.enum(lateFeeModes),
  /** Days after payment within which work must start, or the client can get a full refund (term 7). */
  refundAfterDays: z.int(),
  /** Included in a project (term 11). */
  includedRevisions: z.int(),
  /** Surcharge for delivery within 48 to 72 hours (term 16). */
  urgentSurchargePercent: z.int(),
});
/** Settings with which the software applies the terms. */
export type PaymentTermSettings = z.infer<typeof settings>;

/** The editable terms: texts with variables. */
export const paymentTermsSchema = z.object({
  terms: z.array(editableTerm),
  settings: settings,
  version: z.int(),
  defaultCurrency: z.string(),
});
export type PaymentTermsDto = z.infer<typeof paymentTermsSchema>;
