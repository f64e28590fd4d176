import { z } from 'zod';
import { integerParam, multilineText } from '#shared/contract.ts';
import {
  defineOrderAction,
  defineOrderEndpoint,
  quoteLineItemsSchema,
  orderReferenceSchema,
} from '../lifecycle/contract/endpoints.ts';

const aboutRequest = { request: integerParam };

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
  quoteSupportRequest: defineOrderAction(
    '/support-requests/{request}/quote',
    'Quote support that is not included (owner)',
    { ...aboutRequest, lineItems: quoteLineItemsSchema },
  ),
  answerSupportQuote: defineOrderAction(
    '/support-requests/{request}/answer',
    'Accept the quote for support, which is then invoiced at once, or decline it',
    { ...aboutRequest, answer: z.enum(['accept', 'decline'], 'Accept or decline it.') },
  ),
  resolveSupportRequest: defineOrderAction(
    '/support-requests/{request}/resolve',
    'Mark a support request as done (owner)',
    aboutRequest,
  ),
  reopenSupportRequest: defineOrderAction(
    '/support-requests/{request}/reopen',
    'Open a support request again while support is included',
    aboutRequest,
  ),
  createShowcaseProject: defineOrderEndpoint(
    'POST',
    '/showcase-project',
    'Begin a project of the showcase from a delivered order, as a draft (owner)',
  )
    .input(orderReferenceSchema)
    .output(z.object({ id: z.string() })),
};
