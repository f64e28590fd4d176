import { z } from 'zod';
import {
  defineEndpoints,
  idempotencyKey,
  integerBetween,
  integerParam,
  multilineText,
  singleLineText,
} from '#shared/contract.ts';
import { manualTransitions, subscriptionActions } from './enums.ts';
import { MAX_QUOTE_LINE_ITEMS } from './limits.ts';

const { publicEndpoint } = defineEndpoints('orders');

/** Identifies an order: by number for signed-in users, or by number and token of its secret link. */
export const orderReferenceSchema = z.strictObject({
  order: z
    .string()
    .regex(/^\d{1,9}(?:\.[\w-]{0,100})?$/, 'This order doesn’t exist.')
    .describe('Order number, or order number and token from the secret link'),
});

/** Input of every action: the order, and the idempotency key of a request that may be repeated. */
export const orderActionSchema = orderReferenceSchema.extend({ idempotencyKey });

export const orderNumberResponse = z.object({ number: integerParam });
const reason = multilineText(1000).optional();

export const defineOrderEndpoint = (method: 'POST' | 'PUT', path: `/${string}`, summary: string) =>
  publicEndpoint(`${method} /orders/{order}${path}`, summary);

/** `amount` is in the order's currency, such as "250" or "$1,200.50". */
export const quotedLine = z.strictObject({
  description: singleLineText.trim().min(1, 'Enter a description.').max(200),
  amount: singleLineText.trim().min(1, 'Enter an amount.').max(30, 'Enter a valid amount, such as 250 or 1,200.50.'),
});

/** The key of a tax that the owner can choose for a line; empty for the default. */
export const lineTaxKey = singleLineText.trim().max(200, 'Choose a tax from the list.').prefault('');

/** Declares the lines of a quote. */
export const listQuotedLines = <Line extends z.ZodType>(line: Line) =>
  z
    .array(line)
    .min(1, 'Add at least one line.')
    .max(MAX_QUOTE_LINE_ITEMS, `Add at most ${MAX_QUOTE_LINE_ITEMS} lines.`);

export const quoteLineItemsSchema = listQuotedLines(quotedLine);

/** Declares an action on an order that returns only its number. `input` is added to the order reference. */
export const defineOrderAction = <Input extends z.ZodRawShape>(
  path: `/${string}`,
  summary: string,
  input: Input,
  method: 'POST' | 'PUT' = 'POST',
) => defineOrderEndpoint(method, path, summary).input(orderActionSchema.extend(input)).output(orderNumberResponse);

/** Actions of either party on an order. A refusal names the payment term that forbids the action. */
export const changingContract = {
  transition: defineOrderAction(
    '/transitions',
    'Change the status of an order: start, submit for review, complete, deliver, cancel, refund …',
    {
      transition: z.enum(manualTransitions, 'This transition doesn’t exist.'),
      reason,
    },
  ),
  sendMessage: defineOrderAction('/messages', 'Send a message to the other party', {
    body: multilineText(5000).pipe(z.string().min(1, 'Write a message.')),
  }),
  markContentSupplied: defineOrderAction('/content-items/{position}', 'Mark a content item as supplied', {
    position: integerParam,
  }),
  chooseInstallments: defineOrderAction(
    '/installments',
    'Pay the balance in 2 to 6 monthly installments, or in one payment (term 4)',
    { installments: integerParam },
    'PUT',
  ),
  requestRevision: defineOrderEndpoint('POST', '/revisions', 'Request a revision of the submitted work (term 11)')
    .input(
      orderActionSchema.extend({
        size: z.enum(['minor', 'major'], 'Choose minor or major.'),
        body: multilineText(5000).pipe(z.string().min(1, 'Describe what to change.')),
      }),
    )
    .output(z.object({ number: z.int(), isIncluded: z.boolean() })),
  grantRevision: defineOrderAction('/revisions/free', 'Do the requested revision free of charge (owner)', {}),
  createChangeOrder: defineOrderAction('/change-orders', 'Send a change order with its price and extra days (owner)', {
    lineItems: listQuotedLines(quotedLine.extend({ tax: lineTaxKey })),
    extraDays: integerBetween(0, 365, 'Enter a whole number of days up to 365.'),
  }),
  answerChangeOrder: defineOrderAction('/change-orders/{change}/answer', 'Accept or decline a change order', {
    change: integerParam,
    answer: z.enum(['accept', 'decline'], 'Choose accept or decline.'),
  }),
  withdrawChangeOrder: defineOrderAction('/change-orders/{change}/withdraw', 'Withdraw an open change order (owner)', {
    change: integerParam,
  }),
  declineUrgentDelivery: defineOrderAction(
    '/urgent-delivery/decline',
    'Decline urgent delivery and remove its surcharge (term 16; owner)',
    { reason: multilineText(1000).pipe(z.string().min(1, 'Enter a reason. The client can read it.')) },
  ),
  resolveLateFee: defineOrderAction(
    '/late-fees/{invoice}',
    'Charge or waive the late fee of an invoice (term 6; owner)',
    {
      invoice: integerParam,
      decision: z.enum(['apply', 'waive'], 'Choose apply or waive.'),
      reason,
    },
  ),
  updateSubscription: defineOrderAction(
    '/subscription',
    'Pause, resume or cancel a subscription, or undo its cancellation (term 14)',
    { action: z.enum(subscriptionActions, 'Choose pause, resume, cancel or undo_cancellation.') },
  ),
  resolveBillingDetails: defineOrderAction(
    '/billing-details/resolve',
    'Save billing details that were entered with an order to the client, or use the client’s instead (owner)',
    { decision: z.enum(['save', 'discard'], 'Choose save or discard.') },
  ),
  changeCard: defineOrderEndpoint('POST', '/card/change', 'Get the provider’s page to change the saved card (client)')
    .input(orderActionSchema)
    .output(z.object({ number: z.int(), checkoutUrl: z.string() })),
  refreshCard: defineOrderAction('/card/refresh', 'Check with the provider whether the card was changed (client)', {}),
  removeCard: defineOrderAction(
    '/card/remove',
    'Remove the saved card, so nothing is charged automatically (client)',
    {},
  ),
  rotateAccessLink: defineOrderAction(
    '/access-link/rotate',
    'Replace the secret link and email the client the new one (owner)',
    {},
  ),
};
