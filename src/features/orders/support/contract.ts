import { z } from 'zod';
import { integerParam, multilineText } from '#shared/contract.ts';
import { defineOrderEndpoint, orderNumberResponse, quoteLineItemsSchema } from '../lifecycle/contract/endpoints.ts';
import { orderReferenceSchema } from '../lifecycle/contract/order-reference.ts';

const aboutRequest = orderReferenceSchema.extend({ request: integerParam });

/** After delivery: the showcase project, and support (term 13), which the owner quotes if it isn't included. */
export const supportContract = {
  createSupportRequest: defineOrderEndpoint(
    'POST',
    '/support-requests',
    'Ask for support after delivery (term 13); whether it is included',
  )
    .input(
      orderReferenceSchema.extend({
        body: multilineText(5000).pipe(z.string().min(1, 'Say what the support is to be about.')),
      }),
    )
    .output(z.object({ number: z.int(), isIncluded: z.boolean() })),
  quoteSupportRequest: defineOrderEndpoint(
    'POST',
    '/support-requests/{request}/quote',
    'Quote support that is not included (owner)',
  )
    .input(aboutRequest.extend({ lineItems: quoteLineItemsSchema }))
    .output(orderNumberResponse),
  answerSupportQuote: defineOrderEndpoint(
    'POST',
    '/support-requests/{request}/answer',
    'Accept the quote for support, which is then invoiced at once, or decline it',
  )
    .input(aboutRequest.extend({ answer: z.enum(['accept', 'decline'], 'Accept or decline it.') }))
    .output(orderNumberResponse),
  resolveSupportRequest: defineOrderEndpoint(
    'POST',
    '/support-requests/{request}/resolve',
    'Mark a support request as done (owner)',
  )
    .input(aboutRequest)
    .output(orderNumberResponse),
  reopenSupportRequest: defineOrderEndpoint(
    'POST',
    '/support-requests/{request}/reopen',
    'Open a support request again while support is included',
  )
    .input(aboutRequest)
    .output(orderNumberResponse),
  createShowcaseProject: defineOrderEndpoint(
    'POST',
    '/showcase-project',
    'Begin a project of the showcase from a delivered order, as a draft (owner)',
  )
    .input(orderReferenceSchema)
    .output(z.object({ id: z.string() })),
};
