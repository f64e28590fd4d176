import { z } from 'zod';
import { email, userName } from '#features/auth/contract.ts';
import { plainDate, endpoint, singleLineText, money } from '#shared/contract.ts';
import { MAX_BRIEF_LENGTH } from './limits.ts';

/** What can be ordered as it is offered; a custom plan is requested instead. */
export const orderableKinds = ['plan', 'service', 'project'] as const;
export type OrderableKind = (typeof orderableKinds)[number];

const offerKey = {
  kind: z.enum(orderableKinds, 'Order a plan, a service or a project.'),
  id: singleLineText.min(1, 'Name what you want to order.').max(120, 'There is no such offer.'),
};

const amount = money.shape.minor;

/** A price as it is ordered for: each line with the payment term that causes it, and all that follows from them. */
const price = z.object({
  lines: z.array(z.object({ description: z.string(), amount, term: z.int().nullable() })),
  /** The tax that is in the total; null without one. */
  tax: z.object({ name: z.string(), basisPoints: z.int(), amount, isIncluded: z.boolean() }).nullable(),
  total: amount,
  /** What is asked for at once: the deposit, all of it for a project, the first part of a month for a service. */
  first: amount,
  /** What is left of the total after that; for a service the price of each further month. */
  later: amount,
  /** Calendar days until delivery, from the deposit on; null where that says nothing. */
  deliveryDays: z.int().nullable(),
  /** What is agreed to, word for word, and its SHA-256, which is sent along with the order. */
  agreement: z.string(),
  agreementHash: z.string(),
});
export type CheckoutPrice = z.infer<typeof price>;

const offer = z.object({
  ...offerKey,
  title: z.string(),
  summary: z.string(),
  features: z.array(z.string()),
  /** What the client supplies before work starts. */
  contentItems: z.array(z.string()),
  supportDays: z.int(),
  currency: z.string(),
  /** The owner's calendar day: no deadline is before it. */
  today: plainDate,
  /** Whether the price is only the least, so that a quote comes first. */
  isQuoted: z.boolean(),
  usual: price,
  /** With the surcharge for urgent work; null where there is none. */
  urgent: price.nullable(),
  /** Whether the balance may be paid in installments. */
  allowsInstallments: z.boolean(),
  figures: z.object({
    depositPercent: z.int(),
    balanceDays: z.int(),
    refundDays: z.int(),
    urgentPercent: z.int(),
    minorRevisions: z.int(),
  }),
  terms: z.array(z.object({ number: z.int(), short: z.string(), text: z.string() })),
  /** Who is signed in, and orders. */
  client: z.object({ name: z.string(), email: z.string() }).nullable(),
});
export type CheckoutOffer = z.infer<typeof offer>;

/** A text as a form sends it: its lines end in two characters there (HTML, "newline normalization"). */
export const multilineText = (most: number) =>
  z
    .string()
    .transform(text => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .regex(/^(?:\P{Cc}|[\n\t])*$/u, 'Leave out control characters.')
        .max(most, `At most ${most.toLocaleString('en')} characters.`),
    );

/** A box of a form, as it is sent where it is ticked. */
export const checkboxSchema = z
  .enum(['', 'on'], 'Tick it with “on”, or leave it empty.')
  .optional()
  .transform(word => word === 'on');

/** What a quote is to fit, where there is one. */
export const budgetAndDeadlineFields = {
  /** An amount in the currency of the offer, such as "2500" or "$2,500". */
  budget: singleLineText.trim().max(30, 'This is no amount.').optional(),
  deadline: plainDate.optional(),
};

const placing = z.strictObject({
  ...offerKey,
  brief: multilineText(MAX_BRIEF_LENGTH).prefault(''),
  urgent: checkboxSchema,
  ...budgetAndDeadlineFields,
  /** Of whoever is not signed in; others order with their account. */
  name: userName.optional(),
  email: email.optional(),
  /** The SHA-256 of the agreement that was read, with and without urgency: the one that is ordered has to be the present one. */
  agreementHash: singleLineText.max(64, 'This is no SHA-256.').optional(),
  urgentAgreementHash: singleLineText.max(64, 'This is no SHA-256.').optional(),
  /** The client's name, typed in agreement (term 15). */
  signature: singleLineText.trim().max(120, 'A name has at most 120 characters.').optional(),
  /** What a form calls itself, in place of the header `Idempotency-Key`. */
  submission: singleLineText.max(64, 'At most 64 characters.').optional(),
});
export type PlaceOrderInput = z.output<typeof placing>;

/** An order as its client opens it from now on. */
export const placedOrderSchema = z.object({
  number: z.int(),
  /** The secret link's number and token: with it the order opens without signing in. */
  link: z.string(),
});

const tags = ['orders'];

/** What is typed into the form by then, by the names of its fields. */
const typed = z.strictObject({
  brief: multilineText(MAX_BRIEF_LENGTH).optional(),
  urgent: z.string().max(2).optional(),
  name: z.string().max(200).optional(),
  email: z.string().max(300).optional(),
  /** Of a custom package: the services as a query string, `id=quantity`. */
  services: z.string().max(4000).optional(),
  budget: z.string().max(40).optional(),
  deadline: z.string().max(10).optional(),
});

export const checkoutContract = {
  keepDraft: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/order-drafts',
      successStatus: 201,
      tags,
      summary: 'Keep what was typed into the form of an order for an hour, while its writer signs in',
    })
    .input(z.strictObject({ values: typed }))
    .output(z.object({ draft: z.string() })),
  draft: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/order-drafts/{draft}', tags, summary: 'What was typed, by its secret name' })
    .input(z.strictObject({ draft: singleLineText.min(1, 'Name the draft.').max(100, 'There is no such draft.') }))
    .output(z.object({ values: z.record(z.string(), z.string()) })),
  offer: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/offers/{kind}/{id}',
      tags,
      summary: 'A plan, service or project as it can be ordered now: price by line, terms, and the agreement',
    })
    .input(z.strictObject(offerKey))
    .output(offer),
  place: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/orders',
      successStatus: 201,
      tags,
      summary:
        'Order it, once for each Idempotency-Key: what has a fixed price is agreed on, and its first invoice comes at once',
    })
    .input(placing)
    .output(placedOrderSchema),
};
