import { z } from 'zod';
import { singleLineText, money } from '#shared/contract.ts';
import { type OfferKind, offerKinds } from './offer-kinds.ts';

export const offerKind = z.enum(offerKinds, 'There is no such kind of offer.');

/** Kind and id in one, such as `plan-starter`. */
export const offerKeySchema = singleLineText.max(160, 'There is no such offer.');

/** An offer's form: every field is text, lists have one entry a line, what is ticked is `on`. */
export const offerFormValuesSchema = z.record(z.string(), z.string());
export type OfferFormValues = z.infer<typeof offerFormValuesSchema>;

/** The longest list, such as the features of a plan. */
const LONGEST_LIST = 30;

const lineOf = (most: number) => singleLineText.trim().max(most, `At most ${most} characters.`).min(1, 'Fill this in.');

/** A text as a form sends it: its lines end in two characters there (HTML, "newline normalization"). */
const plainText = z
  .string()
  .transform(text => text.replace(/\r\n?/g, '\n').trim())
  .pipe(z.string().regex(/^(?:\P{Cc}|[\n\t])*$/u, 'Leave out control characters.'));

const textOf = (most: number) =>
  plainText
    .transform(text => text.replace(/\s+/g, ' '))
    .pipe(z.string().max(most, `At most ${most} characters.`).min(1, 'Fill this in.'));

/** A list, one entry a line, in which nothing stands twice. */
const linesOf = (least: number) =>
  plainText.transform((text, context) => {
    const lines = text
      .split('\n')
      .map(entry => entry.trim())
      .filter(Boolean);
    const twice = lines.find((entry, place) => lines.indexOf(entry) !== place);
    if (lines.length < least) context.addIssue('Fill this in.');
    else if (lines.length > LONGEST_LIST) context.addIssue(`At most ${LONGEST_LIST} lines.`);
    else if (lines.some(entry => entry.length > 200)) context.addIssue('A line has at most 200 characters.');
    else if (twice !== undefined) context.addIssue(`“${twice}” stands here twice.`);
    return lines;
  });

const numberOf = (least: number, most: number, unit: string) => {
  const sentence = `Give a whole number of ${unit} from ${least} to ${most.toLocaleString('en')}.`;
  return z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, sentence)
    .transform(Number)
    .refine(number => number >= least && number <= most, sentence);
};

const ticked = z
  .enum(['', 'on'], 'Tick it with “on”, or leave it empty.')
  .optional()
  .transform(word => word === 'on');

/** Read by the currency that it is in. */
const price = singleLineText.max(30, 'This is no price.');

/** An ISO 4217 code; without one an offer keeps its own, and a new one has the one of new prices. */
const currency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'Name a currency by its three letters, such as EUR.')
  .optional();

/** Each kind as its form sends it; what comes out is as it is kept, but for the price, which is still to be read. */
export const offerInputSchemas = {
  plan: z.strictObject({
    name: lineOf(60),
    price,
    currency,
    priceIsMinimum: ticked,
    tagline: lineOf(120),
    description: textOf(600),
    features: linesOf(1),
    deliveryDays: numberOf(1, 730, 'days'),
    supportDays: numberOf(0, 3650, 'days'),
    contentItems: linesOf(0),
    highlighted: ticked,
    hidden: ticked,
  }),
  service: z.strictObject({
    title: lineOf(80),
    price,
    currency,
    description: linesOf(1),
    highlight: ticked,
    hidden: ticked,
  }),
  package: z.strictObject({ text: textOf(400), hidden: ticked }),
  consultation: z
    .strictObject({
      title: lineOf(80),
      description: textOf(600),
      price,
      currency,
      priceUnit: z.enum(['session', 'hour'], 'Choose what the price is for.'),
      minutes: numberOf(5, 1440, 'minutes'),
      isPrimary: ticked,
      hidden: ticked,
    })
    .check(context => {
      const { priceUnit, minutes } = context.value;
      if (priceUnit === 'session' || minutes === 60) return;
      const message = 'With a price an hour, this is 60.';
      context.issues.push({ code: 'custom', message, path: ['minutes'], input: minutes });
    }),
  feature: z.strictObject({ name: lineOf(80), description: textOf(400), hidden: ticked }),
  specialized: z.strictObject({ title: lineOf(80), description: textOf(400), hidden: ticked }),
} as const satisfies Record<OfferKind, z.ZodType>;

/** An offer as a row of the list. */
export const offerListItemSchema = z.object({
  key: z.string(),
  kind: offerKind,
  id: z.string(),
  title: z.string(),
  /** The first thing that is said about it; empty where its title is all. */
  note: z.string(),
  /** Null for what has none. */
  price: money.nullable(),
  /** What the price is for, such as "a month", or that it is only the least. */
  per: z.string(),
  highlighted: z.boolean(),
  hidden: z.boolean(),
  /** As the sample content has it, and never changed since. */
  sample: z.boolean(),
  version: z.int(),
});
export type OfferListItem = z.infer<typeof offerListItemSchema>;

/** An offer as it is edited. */
export const offer = offerListItemSchema.extend({
  value: offerFormValuesSchema,
  /** The currency that new prices are in. */
  siteCurrency: z.string(),
});
export type Offer = z.infer<typeof offer>;

export const offerListSchema = z.object({ items: z.array(offerListItemSchema) });

export const reorderOffersSchema = z.strictObject({
  kind: offerKind,
  ids: z
    .array(singleLineText.max(140, 'There is no such offer.'))
    .max(1000, 'This is too long.')
    .refine(ids => new Set(ids).size === ids.length, 'Name each of them once.'),
});

/** What can be changed from the list, where no other field is seen. */
export const offerVisibilitySchema = z.strictObject({
  key: offerKeySchema,
  hidden: z.boolean().optional(),
  highlighted: z.boolean().optional(),
});
