import { z } from 'zod';
import { defineEndpoints, singleLineText, integerParam, multilineText } from '#shared/contract.ts';
import { manualTransitions, subscriptionActions } from './enums.ts';

const { publicEndpoint } = defineEndpoints('orders');

/** Identifies an order: by number for signed-in users, or by number and token of its secret link. */
export const orderReferenceSchema = z.strictObject({
  order: z
    .string()
    .regex(/^\d{1,9}(?:\.[\w-]{20,100})?$/, 'This order doesn’t exist.')
    .describe('The number of an order, or number and token of its link'),
});

export const orderNumberResponse = z.object({ number: integerParam });
const reason = multilineText(1000).optional();

export const defineOrderEndpoint = (method: 'POST' | 'PUT', path: `/${string}`, summary: string) =>
  publicEndpoint(`${method} /orders/{order}${path}`, summary);

/** `amount` is in the order's currency, such as "250" or "$1,200.50". */
const quotedLine = z.strictObject({
  description: singleLineText.trim().min(1, 'Say what it is for.').max(200, 'At most 200 characters.'),
  amount: singleLineText.trim().min(1, 'Say what it costs.').max(30, 'This is no amount.'),
});

export const quoteLineItemsSchema = z.array(quotedLine).min(1, 'A quote has a line.').max(20, 'At most 20 lines.');

/** Declares an action on an order that returns only its number. `input` is added to the order reference. */
export const defineOrderAction = <Input extends z.ZodRawShape>(
  path: `/${string}`,
  summary: string,
  input: Input,
  method: 'POST' | 'PUT' = 'POST',
) => defineOrderEndpoint(method, path, summary).input(orderReferenceSchema.extend(input)).output(orderNumberResponse);

/** Actions of either party on an order. A refusal names the payment term that forbids the action. */
export const changingContract = {
  transition: defineOrderAction('/transitions', 'Move an order on: start, show, complete, deliver, cancel, refund …', {
    transition: z.enum(manualTransitions, 'This transition doesn’t exist.'),
    reason,
  }),
  sendMessage: defineOrderAction('/messages', 'Write to the other side', {
    body: multilineText(5000).pipe(z.string().min(1, 'Write something.')),
  }),
  markContentSupplied: defineOrderAction(
    '/content-items/{position}',
    'Mark an item of content as supplied, however it came',
    { position: integerParam },
  ),
  chooseInstallments: defineOrderAction(
    '/installments',
    'Pay the balance in 2 to 6 monthly installments, or at once (term 4)',
    { installments: integerParam },
    'PUT',
  ),
  requestRevision: defineOrderEndpoint('POST', '/revisions', 'Ask for a revision of what was shown (term 11)')
    .input(
      orderReferenceSchema.extend({
        size: z.enum(['minor', 'major'], 'Choose minor or major.'),
        body: multilineText(5000).pipe(z.string().min(1, 'Say what is to be changed.')),
      }),
    )
    .output(z.object({ number: z.int(), isIncluded: z.boolean() })),
  grantRevision: defineOrderAction(
    '/revisions/free',
    'Start the revision that waits for a price, free of charge (owner)',
    {},
  ),
  createChangeOrder: defineOrderAction(
    '/change-orders',
    'Quote a change: what it costs, and how many days it adds (owner)',
    {
      lineItems: quoteLineItemsSchema,
      extraDays: integerParam.pipe(z.number().max(365, 'At most 365 days.')),
    },
  ),
  answerChangeOrder: defineOrderAction('/change-orders/{change}/answer', 'Accept or decline the quote for a change', {
    change: integerParam,
    answer: z.enum(['accept', 'decline'], 'Accept or decline it.'),
  }),
  declineUrgentDelivery: defineOrderAction(
    '/urgent-delivery/decline',
    'Refuse to do an order as urgent work, without its surcharge (term 16; owner)',
    { reason: multilineText(1000).pipe(z.string().min(1, 'Say why.')) },
  ),
  resolveLateFee: defineOrderAction(
    '/late-fees/{invoice}',
    'Ask for the late fee of a document, or waive it (term 6; owner)',
    {
      invoice: integerParam,
      decision: z.enum(['apply', 'waive'], 'Apply or waive it.'),
      reason,
    },
  ),
  updateSubscription: defineOrderAction(
    '/subscription',
    'Pause, resume or end a monthly service, or take its end back (term 14)',
    { action: z.enum(subscriptionActions, 'Choose pause, resume, cancel or undo_cancellation.') },
  ),
  rotateAccessLink: defineOrderAction(
    '/access-link/rotate',
    'End the secret link and send the client a new one (owner)',
    {},
  ),
};
