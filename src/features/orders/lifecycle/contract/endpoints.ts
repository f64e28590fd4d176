import { z } from 'zod';
import { defineEndpoints, singleLineText, integerParam, multilineText } from '#shared/contract.ts';
import { manualTransitions, subscriptionActions } from './enums.ts';
import { orderReferenceSchema } from './order-reference.ts';

const { publicEndpoint } = defineEndpoints('orders');
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

/** Actions of either party on an order. A refusal names the payment term that forbids the action. */
export const changingContract = {
  transition: defineOrderEndpoint(
    'POST',
    '/transitions',
    'Move an order on: start, show, complete, deliver, cancel, refund …',
  )
    .input(
      orderReferenceSchema.extend({ transition: z.enum(manualTransitions, 'This transition doesn’t exist.'), reason }),
    )
    .output(orderNumberResponse),
  sendMessage: defineOrderEndpoint('POST', '/messages', 'Write to the other side')
    .input(
      orderReferenceSchema.extend({
        body: multilineText(5000).pipe(z.string().min(1, 'Write something.')),
      }),
    )
    .output(orderNumberResponse),
  markContentSupplied: defineOrderEndpoint(
    'POST',
    '/content-items/{position}',
    'Mark an item of content as supplied, however it came',
  )
    .input(orderReferenceSchema.extend({ position: integerParam }))
    .output(orderNumberResponse),
  chooseInstallments: defineOrderEndpoint(
    'PUT',
    '/installments',
    'Pay the balance in 2 to 6 monthly installments, or at once (term 4)',
  )
    .input(orderReferenceSchema.extend({ installments: integerParam }))
    .output(orderNumberResponse),
  requestRevision: defineOrderEndpoint('POST', '/revisions', 'Ask for a revision of what was shown (term 11)')
    .input(
      orderReferenceSchema.extend({
        size: z.enum(['minor', 'major'], 'Choose minor or major.'),
        body: multilineText(5000).pipe(z.string().min(1, 'Say what is to be changed.')),
      }),
    )
    .output(z.object({ number: z.int(), isIncluded: z.boolean() })),
  grantRevision: defineOrderEndpoint(
    'POST',
    '/revisions/free',
    'Start the revision that waits for a price, free of charge (owner)',
  )
    .input(orderReferenceSchema)
    .output(orderNumberResponse),
  createChangeOrder: defineOrderEndpoint(
    'POST',
    '/change-orders',
    'Quote a change: what it costs, and how many days it adds (owner)',
  )
    .input(
      orderReferenceSchema.extend({
        lineItems: quoteLineItemsSchema,
        extraDays: integerParam.pipe(z.number().max(365, 'At most 365 days.')),
      }),
    )
    .output(orderNumberResponse),
  answerChangeOrder: defineOrderEndpoint(
    'POST',
    '/change-orders/{change}/answer',
    'Accept or decline the quote for a change',
  )
    .input(
      orderReferenceSchema.extend({
        change: integerParam,
        answer: z.enum(['accept', 'decline'], 'Accept or decline it.'),
      }),
    )
    .output(orderNumberResponse),
  declineUrgentDelivery: defineOrderEndpoint(
    'POST',
    '/urgent-delivery/decline',
    'Refuse to do an order as urgent work, without its surcharge (term 16; owner)',
  )
    .input(orderReferenceSchema.extend({ reason: multilineText(1000).pipe(z.string().min(1, 'Say why.')) }))
    .output(orderNumberResponse),
  resolveLateFee: defineOrderEndpoint(
    'POST',
    '/late-fees/{invoice}',
    'Ask for the late fee of a document, or waive it (term 6; owner)',
  )
    .input(
      orderReferenceSchema.extend({
        invoice: integerParam,
        decision: z.enum(['apply', 'waive'], 'Apply or waive it.'),
        reason,
      }),
    )
    .output(orderNumberResponse),
  updateSubscription: defineOrderEndpoint(
    'POST',
    '/subscription',
    'Pause, resume or end a monthly service, or take its end back (term 14)',
  )
    .input(
      orderReferenceSchema.extend({ action: z.enum(subscriptionActions, 'Choose pause, resume, cancel or keep.') }),
    )
    .output(orderNumberResponse),
  rotateAccessLink: defineOrderEndpoint(
    'POST',
    '/access-link/rotate',
    'End the secret link and send the client a new one (owner)',
  )
    .input(orderReferenceSchema)
    .output(orderNumberResponse),
};
