import { z } from 'zod';
import { checkboxSchema, singleLineText, money } from '#shared/contract.ts';
import { type OfferKind, offerKinds } from './offer-kinds.ts';

export const offerKind = z.enum(offerKinds, 'This type of offer doesn’t exist.');

/** Kind and id combined, such as `plan-starter`. */
export const offerKeySchema = singleLineText.max(160, 'This offer doesn’t exist.');

/** Form of an offer: every field is text, lists have one entry per line, a checked box is `on`. */
export const offerFormValuesSchema = z.record(z.string(), z.string());
export type OfferFormValues = z.infer<typeof offerFormValuesSchema>;

/** Maximum length of lists, such as a plan's features. */
const MAX_LINES = 30;

const lineOf = (max: number) => singleLineText.trim().max(max).min(1, 'Fill out this field.');

/** Normalizes the CRLF line ends that forms submit (HTML, "newline normalization"). */
const plainText = z
  .string()
  .transform(text => text.replace(/\r\n?/g, '\n').trim())
  .pipe(z.string().regex(/^(?:\P{Cc}|[\n\t])*$/u, 'Remove the control characters.'));

const textOf = (max: number) =>
  plainText.transform(text => text.replace(/\s+/g, ' ')).pipe(z.string().max(max).min(1, 'Fill out this field.'));

/** A list with one entry per line, without duplicates. */
const linesOf = (min: number) =>
  plainText.transform((text, context) => {
    const lines = text
      .split('\n')
      .map(entry => entry.trim())
      .filter(Boolean);
    const duplicate = lines.find((entry, index) => lines.indexOf(entry) !== index);
    if (lines.length < min) context.addIssue('Fill out this field.');
    else if (lines.length > MAX_LINES) context.addIssue(`Use at most ${MAX_LINES} lines.`);
    else if (lines.some(entry => entry.length > 200)) context.addIssue('Use at most 200 characters per line.');
    else if (duplicate !== undefined) context.addIssue(`“${duplicate}” is listed twice. Remove one of them.`);
    return lines;
  });

const numberOf = (min: number, max: number, unit: string) => {
  const message = `Enter a whole number of ${unit} from ${min} to ${max.toLocaleString('en')}.`;
  return z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine(number => number >= min && number <= max, message);
};

/** Parsed later, depending on its currency. */
const price = singleLineText.max(30, 'Enter a price of at most 30 characters.');

/** ISO 4217 code; if empty, an offer keeps its currency, and a new one gets the site's. */
const currency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'Enter a three-letter currency code, such as EUR.')
  .optional();

/** Form schema of each kind. The output is ready to store, except for the price, which is parsed separately. */
export const offerInputSchemas = {
  plan: z.strictObject({
    name: lineOf(60),
    price,
    currency,
    isStartingPrice: checkboxSchema,
    tagline: lineOf(120),
    description: textOf(600),
    features: linesOf(1),
    deliveryDays: numberOf(1, 730, 'days'),
    supportDays: numberOf(0, 3650, 'days'),
    contentItems: linesOf(0),
    isHighlighted: checkboxSchema,
    isHidden: checkboxSchema,
  }),
  service: z.strictObject({
    title: lineOf(80),
    price,
    currency,
    description: linesOf(1),
    isHighlighted: checkboxSchema,
    isHidden: checkboxSchema,
  }),
  custom_package_detail: z.strictObject({ text: textOf(400), isHidden: checkboxSchema }),
  consultation_option: z
    .strictObject({
      title: lineOf(80),
      description: textOf(600),
      price,
      currency,
      priceUnit: z.enum(['session', 'hour'], 'Choose whether the price is per session or per hour.'),
      durationMinutes: numberOf(5, 1440, 'minutes'),
      isPrimary: checkboxSchema,
      isHidden: checkboxSchema,
    })
    .check(context => {
      const { priceUnit, durationMinutes } = context.value;
      if (priceUnit === 'session' || durationMinutes === 60) return;
      const message = 'Enter 60 if the price is per hour.';
      context.issues.push({ code: 'custom', message, path: ['durationMinutes'], input: durationMinutes });
    }),
  consultation_feature: z.strictObject({ name: lineOf(80), description: textOf(400), isHidden: checkboxSchema }),
  specialized_service: z.strictObject({ title: lineOf(80), description: textOf(400), isHidden: checkboxSchema }),
} as const satisfies Record<OfferKind, z.ZodType>;

export const offerListItemSchema = z.object({
  key: z.string(),
  kind: offerKind,
  id: z.string(),
  title: z.string(),
  /** First detail of the offer; empty if there is only a title. */
  subtitle: z.string(),
  /** Null for offers without a price. */
  price: money.nullable(),
  /** Unit of the price, such as "a month", or that it is a minimum. */
  priceUnitLabel: z.string(),
  isHighlighted: z.boolean(),
  isHidden: z.boolean(),
  /** Unchanged sample content. */
  isSample: z.boolean(),
  version: z.int(),
});
export type OfferListItem = z.infer<typeof offerListItemSchema>;

export const offer = offerListItemSchema.extend({
  formValues: offerFormValuesSchema,
  /** Currency of new prices. */
  defaultCurrency: z.string(),
});
export type Offer = z.infer<typeof offer>;

export const offerListSchema = z.object({ items: z.array(offerListItemSchema) });

export const reorderOffersSchema = z.strictObject({
  kind: offerKind,
  ids: z
    .array(singleLineText.max(140, 'This offer doesn’t exist.'))
    .max(1000, 'Send at most 1,000 offers.')
    .refine(ids => new Set(ids).size === ids.length, 'List each offer once.'),
});

/** Changes available from the list. */
export const offerVisibilitySchema = z.strictObject({
  key: offerKeySchema,
  isHidden: z.boolean().optional(),
  isHighlighted: z.boolean().optional(),
});
