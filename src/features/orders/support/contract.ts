import { z } from 'zod';
import { integerParam, multilineText } from '#shared/contract.ts';
import {
  defineOrderAction,
  defineOrderEndpoint,
  quoteLineItemsSchema,
  orderActionSchema,
} from '../lifecycle/contract/endpoints.ts';

const aboutRequest = { request: integerParam };

/** After delivery: the showcase project, and support (term 13), which the owner quotes if it isn't included. */
export const supportContract = {
  createSupportRequest: defineOrderEndpoint(
    'POST',
    '/support-requests',
    'Request support after delivery (term 13); returns whether it’s included',
  )
    .input(
      orderActionSchema.extend({
        body: multilineText(5000).pipe(z.string().min(1, 'Describe what you need help with.')),
      }),
    )
    .output(z.object({ number: z.int(), isIncluded: z.boolean() })),
  quoteSupportRequest: defineOrderAction(
    '/support-requests/{request}/quote',
    'Quote support that isn’t included (owner)',
    { ...aboutRequest, lineItems: quoteLineItemsSchema },
  ),
  answerSupportQuote: defineOrderAction(
    '/support-requests/{request}/answer',
    'Accept a support quote, which issues its invoice, or decline it',
    { ...aboutRequest, answer: z.enum(['accept', 'decline'], 'Choose accept or decline.') },
  ),
  withdrawSupportQuote: defineOrderAction(
    '/support-requests/{request}/withdraw-quote',
    'Withdraw an open support quote (owner)',
    aboutRequest,
  ),
  resolveSupportRequest: defineOrderAction(
    '/support-requests/{request}/resolve',
    'Mark a support request as resolved (owner)',
    aboutRequest,
  ),
  reopenSupportRequest: defineOrderAction(
    '/support-requests/{request}/reopen',
    'Reopen a support request while support is included',
    aboutRequest,
  ),
  createShowcaseProject: defineOrderEndpoint(
    'POST',
    '/showcase-project',
    'Create a draft showcase project from a delivered order (owner)',
  )
    .input(orderActionSchema)
    .output(z.object({ id: z.string() })),
};
