import { z } from 'zod';
import { userName } from '#features/auth/contract.ts';
import { plainDate, endpoint, singleLineText, money, integerParam } from '#shared/contract.ts';
import { MAX_TITLE_LENGTH, MAX_INSTALLMENTS, MAX_QUOTE_LINE_ITEMS } from './limits.ts';
import { multilineText, checkboxSchema } from './placing.ts';
import { orderReferenceSchema } from './reading.ts';

const INSTALLMENTS_RANGE = `Choose 1, for at once, to ${MAX_INSTALLMENTS}.`;

/** The most things that a client supplies. */
const MOST_CONTENT_ITEMS = 30;

const days = (least: number, most: number) =>
  integerParam.pipe(
    z
      .number()
      .min(least, `Give a number of days from ${least} to ${most}.`)
      .max(most, `Give a number of days from ${least} to ${most}.`),
  );

/** A quote as it is written: the amounts in the order's currency, such as "250", "$1,200.50" or, for a discount, "-100". */
const writtenQuote = z.strictObject({
  /** What the order is called from then on; without it, as it was. */
  title: singleLineText
    .trim()
    .min(1, 'Say in some words what it is.')
    .max(MAX_TITLE_LENGTH, `At most ${MAX_TITLE_LENGTH} characters.`)
    .optional(),
  lines: z
    .array(
      z.strictObject({
        description: singleLineText.trim().min(1, 'Say what it is for.').max(200, 'At most 200 characters.'),
        amount: singleLineText.trim().min(1, 'Say what it costs.').max(30, 'This is no amount.'),
      }),
    )
    .min(1, 'A quote has a line.')
    .max(MAX_QUOTE_LINE_ITEMS, `At most ${MAX_QUOTE_LINE_ITEMS} lines.`),
  /** Whether it is delivered in 48 to 72 hours, for the surcharge (term 16); the days until delivery are then those. */
  urgent: checkboxSchema,
  deliveryDays: days(1, 730),
  supportDays: days(0, 1095),
  /** What the client supplies before work starts (term 9). */
  contentItems: z
    .array(singleLineText.trim().min(1, 'Say what it is.').max(200, 'At most 200 characters a line.'))
    .max(MOST_CONTENT_ITEMS, `At most ${MOST_CONTENT_ITEMS} lines.`)
    .prefault([]),
  /** The last day on which it can be accepted, in the owner's time zone. */
  until: plainDate,
  /** In how many monthly installments the balance is paid, from the total on that the terms name (term 4); 1 for at once. */
  installments: integerParam
    .pipe(z.number().min(1, INSTALLMENTS_RANGE).max(MAX_INSTALLMENTS, INSTALLMENTS_RANGE))
    .prefault(1),
  note: multilineText(5000).prefault(''),
});
export type QuoteInput = z.output<typeof writtenQuote>;

/** What the form of a quote begins with, and what its total is reckoned with. */
const quoteForm = z.object({
  title: z.string(),
  lines: z.array(z.object({ description: z.string(), amount: z.string() })),
  urgent: z.boolean(),
  deliveryDays: z.int().nullable(),
  supportDays: z.int(),
  contentItems: z.array(z.string()),
  until: plainDate,
  installments: z.int(),
  note: z.string(),
  /** The quote that it replaces; 0 for the first. */
  version: z.int(),
  currency: z.string(),
  tax: z.object({ prices: z.enum(['net', 'gross']), name: z.string(), basisPoints: z.int() }),
  depositPercent: z.int(),
  /** The total from which on the balance can be paid in installments. */
  installmentsFrom: money,
  urgentPercent: z.int(),
  /** The owner's calendar day. */
  today: plainDate,
});
export type QuoteFormValues = z.infer<typeof quoteForm>;

const tags = ['orders'];
const done = z.object({ number: integerParam });

export const quotesContract = {
  quoteForm: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/orders/{order}/quote', tags, summary: 'What a quote for an order begins with' })
    .input(orderReferenceSchema)
    .output(quoteForm),
  quote: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/orders/{order}/quote',
      tags,
      summary: 'Quote an order, or write a new quote in place of the one that waits for an answer',
    })
    .input(orderReferenceSchema.extend(writtenQuote.shape))
    .output(done),
  accept: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/orders/{order}/agreement',
      tags,
      summary: 'Accept a quote by typing a name; the deposit is asked for at once (terms 1 and 15)',
    })
    .input(
      orderReferenceSchema.extend({
        /** The SHA-256 of the agreement that was read: it has to be the present one. */
        agreementHash: singleLineText.max(64, 'This is no SHA-256.'),
        signature: singleLineText
          .trim()
          .min(1, 'Type your name: without an agreement no work starts (term 15).')
          .max(120, 'A name has at most 120 characters.'),
      }),
    )
    .output(done),
  recordAgreement: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/orders/{order}/confirmation',
      tags,
      summary: 'Note that the client accepted the quote in a message that came another way (term 15)',
    })
    .input(
      orderReferenceSchema.extend({
        /** As it came, word for word. */
        message: multilineText(5000).pipe(z.string().min(1, 'Paste the message.')),
        from: userName,
        /** When it came, on the owner's clock: `2027-03-01T14:30`. */
        at: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Say when it came, by day and time.'),
      }),
    )
    .output(done),
};
