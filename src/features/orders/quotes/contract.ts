import { z } from 'zod';
import { userName } from '#features/auth/contract.ts';
import { billingDocumentSchema } from '#features/billing/contract/documents.ts';
import { taxCategories } from '#features/billing/contract/tax-categories.ts';
import { lineUnits } from '#features/billing/contract/units.ts';
import { currencies } from '#features/settings/contract.ts';
import {
  calendarDate,
  plainDate,
  defineEndpoints,
  singleLineText,
  money,
  integerBetween,
  integerParam,
  multilineText,
  checkboxSchema,
} from '#shared/contract.ts';
import {
  MAX_TITLE_LENGTH,
  MAX_INSTALLMENTS,
  MAX_MILESTONES,
  MAX_QUOTE_LINE_ITEMS,
} from '../lifecycle/contract/limits.ts';
import {
  lineTaxKey,
  orderNumberResponse,
  listQuotedLines,
  quotedLine,
  orderActionSchema,
  orderReferenceSchema,
} from '../lifecycle/contract/endpoints.ts';

const INSTALLMENTS_RANGE = `Choose a number from 1 (a single payment) to ${MAX_INSTALLMENTS}.`;

const MAX_CONTENT_ITEMS = 30;

const wholeNumber = (min: number, max: number) =>
  integerBetween(min, max, `Enter a whole number from ${min} to ${max}.`);

const title = singleLineText.trim().min(1, 'Enter a title.').max(MAX_TITLE_LENGTH);

/** The client's or the site's if omitted. */
const currency = z.string().refine(code => currencies.includes(code), 'Choose a currency from the list.');

const idempotencyKey = singleLineText.max(200).optional();

const unit = z.enum(['', ...lineUnits], 'Choose a unit from the list.');

/** A discount as typed: an amount such as "50", or a percentage such as "10%". */
const discount = singleLineText.trim().max(30, 'Enter an amount, such as 50, or a percentage, such as 10%.');

/** A line as typed; `amount` is the price of one. */
const quoteLine = quotedLine.extend({
  /** Such as "2.5". */
  quantity: singleLineText.trim().max(20, 'Enter a lower quantity.').prefault('1'),
  unit: unit.prefault(''),
  discount: discount.prefault(''),
  /** The key of one of the form's taxes; empty for the first. */
  tax: lineTaxKey,
  /** Whether the client can leave it out. */
  optional: checkboxSchema,
});

/** Indexes of the options that the client chooses; none if omitted. */
const options = z.array(integerParam).max(MAX_QUOTE_LINE_ITEMS, 'Choose each option once.').prefault([]);

/** The message by which a client agreed. */
const confirmation = z.strictObject({
  /** The message, word for word. */
  message: multilineText(5000).pipe(z.string().min(1, 'Paste the message.')),
  confirmedBy: userName,
  /** When the message arrived, in the owner's time zone: `2027-03-01T14:30`. */
  confirmedAt: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Enter the date and time of the message.'),
});

/** A part of the balance. `amount` includes tax: money such as "300", or a percentage of the total such as "25%". */
const enteredMilestone = z.strictObject({
  description: singleLineText.trim().min(1, 'Enter a description.').max(120),
  /** Omitted for the last milestone, which is the rest. */
  amount: singleLineText.trim().max(30, 'Enter a valid amount, such as 300 or 25%.').prefault(''),
  dueOn: calendarDate('Choose a date.'),
});

/** A quote as entered: amounts in the order's currency, such as "250", "$1,200.50" or, for a discount, "-100". */
const quoteInput = z.strictObject({
  /** New title of the order; unchanged if omitted. */
  title: title.optional(),
  lineItems: listQuotedLines(quoteLine),
  /** On all lines that the client chooses. */
  discount: discount.prefault(''),
  /** Delivery in 48 to 72 hours, with the surcharge (term 16); overrides `deliveryDays`. */
  urgent: checkboxSchema,
  deliveryDays: wholeNumber(1, 730),
  supportDays: wholeNumber(0, 1095),
  /** The content that the client supplies before work starts (term 9). */
  contentItems: z
    .array(singleLineText.trim().min(1, 'Enter a description.').max(200, 'Use at most 200 characters per line.'))
    .max(MAX_CONTENT_ITEMS, `Enter at most ${MAX_CONTENT_ITEMS} lines.`)
    .prefault([]),
  /** Last day to accept the quote, in the owner's time zone. */
  expiresOn: plainDate,
  /**
   * Number of monthly installments for the balance, if the total reaches the minimum (term 4); 1 for a single payment.
   */
  installments: integerBetween(1, MAX_INSTALLMENTS, INSTALLMENTS_RANGE).prefault(1),
  /** Parts of the balance with their own due dates, in order, instead of installments. */
  milestones: z
    .array(enteredMilestone)
    .min(1, 'Add at least one milestone.')
    .max(MAX_MILESTONES, `Add at most ${MAX_MILESTONES} milestones.`)
    .optional(),
  note: multilineText(5000).prefault(''),
  /** Percentage of the total; from the payment terms if omitted. */
  depositPercent: wholeNumber(0, 100).optional(),
  /** How the client agreed already (term 15); then the quote isn't sent but recorded as accepted. */
  agreement: confirmation.optional(),
});
export type QuoteInput = z.output<typeof quoteInput>;

/** Initial values of the quote form, and the inputs of its total. */
const quoteForm = z.object({
  title: z.string(),
  lineItems: z.array(
    z.object({
      description: z.string(),
      amount: z.string(),
      quantity: z.string(),
      unit,
      discount: z.string(),
      tax: z.string(),
      isOptional: z.boolean(),
    }),
  ),
  discount: z.string(),
  urgent: z.boolean(),
  deliveryDays: z.int().nullable(),
  supportDays: z.int(),
  contentItems: z.array(z.string()),
  expiresOn: plainDate,
  installments: z.int(),
  /** Parts of the balance; empty if it isn't split. */
  milestones: z.array(z.object({ description: z.string(), amount: z.string(), dueOn: plainDate })),
  note: z.string(),
  /** Version of the quote that this one replaces; 0 for the first quote. */
  version: z.int(),
  currency: z.string(),
  tax: z.object({
    behavior: z.enum(['exclusive', 'inclusive']),
    name: z.string(),
    basisPoints: z.int(),
    category: z.enum(taxCategories).optional(),
  }),
  /** The taxes to choose from for each line, that of the quote first. */
  taxes: z.array(z.object({ key: z.string(), label: z.string(), tax: billingDocumentSchema.shape.tax })),
  /** The client details that some taxes require. */
  client: z.object({ name: z.string(), hasTaxId: z.boolean() }),
  /** Why the first tax applies to the client; null if unknown. */
  taxReason: z.string().nullable(),
  depositPercent: z.int(),
  /** Minimum total for paying the balance in installments. */
  installmentMinimum: money,
  urgentSurchargePercent: z.int(),
  /** Today in the owner's time zone. */
  today: plainDate,
});
export type QuoteFormValues = z.infer<typeof quoteForm>;

const { publicEndpoint, ownerEndpoint } = defineEndpoints('orders');

export const quotesContract = {
  getQuoteForm: ownerEndpoint('GET /orders/{order}/quote', 'Get the initial values of the quote form')
    .input(orderReferenceSchema)
    .output(quoteForm),
  sendQuote: ownerEndpoint('PUT /orders/{order}/quote', 'Send a quote or replace the open one')
    .input(orderActionSchema.extend(quoteInput.shape))
    .output(orderNumberResponse),
  acceptQuote: publicEndpoint(
    'POST /orders/{order}/quote/accept',
    'Accept a quote with a typed signature; the deposit is invoiced immediately (terms 1 and 15)',
  )
    .input(
      orderActionSchema.extend({
        options,
        /** SHA-256 of the agreement the client read, with these options; it must still be current. */
        agreementHash: singleLineText.max(64, 'Enter a SHA-256 hash.'),
        signature: singleLineText.trim().min(1, 'Type your name to sign the agreement (term 15).').max(120),
      }),
    )
    .output(orderNumberResponse),
  recordAgreement: ownerEndpoint(
    'POST /orders/{order}/quote/record-acceptance',
    'Record that the client accepted the quote in a message (term 15)',
  )
    .input(orderActionSchema.extend({ ...confirmation.shape, options }))
    .output(orderNumberResponse),
  createClientOrder: ownerEndpoint(
    'POST /client-orders',
    'Add an order for a client, or a copy of an order, to quote it or to record an agreement; sends no email',
    { successStatus: 201 },
  )
    .input(
      z.union([
        z.strictObject({ clientId: integerParam, title, currency: currency.optional(), idempotencyKey }),
        z.strictObject({ copyOf: integerParam, idempotencyKey }),
      ]),
    )
    .output(orderNumberResponse),
};
