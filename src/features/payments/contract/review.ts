import { z } from 'zod';
import {
  createPageSchema,
  instant,
  multilineText,
  plainDate,
  searchTerm,
  singleLineText,
  pagedBy,
  rowNumber,
  integerParam,
} from '#shared/contract.ts';
import { periodFilter } from '#features/billing/contract/document-list.ts';
import { sentMoney } from './checkout.ts';
import { paymentMethods, paymentStatuses, refundDecisions, refundOrigins, refundStatuses } from './enums.ts';

const amount = z.int().brand<'MinorUnits'>();

export const paymentListItemSchema = z.object({
  id: z.int(),
  method: z.enum(paymentMethods),
  state: z.enum(paymentStatuses),
  amount,
  currency: z.string(),
  sent: sentMoney.nullable(),
  clientName: z.string(),
  clientEmail: z.string().nullable(),
  /** The number and path of the document that is paid. */
  documentNumber: z.string(),
  documentPath: z.string(),
  orderId: z.int().nullable(),
  orderNumber: z.string().nullable(),
  sender: z.string().nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  /** URL of the client's picture of the transfer. */
  proof: z.string().nullable(),
  createdAt: instant,
  settledAt: instant.nullable(),
  /** The day it arrived, if the owner recorded it. */
  receivedOn: plainDate.nullable(),
});
export type PaymentListItem = z.infer<typeof paymentListItemSchema>;

/** A payment to confirm, and the amount still due on its invoice. */
const paymentInReview = paymentListItemSchema.extend({ amountDue: amount });
export type PaymentInReview = z.infer<typeof paymentInReview>;

/** A refund for the owner to send: a manual one, or one that the provider refused. */
export const pendingRefundSchema = z.object({
  id: z.int(),
  amount,
  currency: z.string(),
  reason: z.string(),
  providerError: z.string().nullable(),
  createdAt: instant,
  payment: paymentListItemSchema,
});
export type PendingRefund = z.infer<typeof pendingRefundSchema>;

/**
 * A payment of the wrong amount, the state of its refund, null if the site can't refund it, and whether the owner has to
 * send it because the provider refused.
 */
export const mismatch = paymentListItemSchema.extend({
  refundStatus: z.enum(refundStatuses).nullable(),
  isRefundRefused: z.boolean(),
});
export type MismatchedPayment = z.infer<typeof mismatch>;

/** Money that left a payment at its provider, not through the site; `dispute_won` after it was returned. */
export const reversalSchema = z.object({
  id: z.int(),
  amount,
  currency: z.string(),
  origin: z.enum(refundOrigins),
  state: z.enum(refundStatuses),
  reason: z.string(),
  /** `pending` until the owner decides; null if there is nothing to decide. */
  decision: z.enum(['pending', ...refundDecisions]).nullable(),
  isDisputeLost: z.boolean(),
  createdAt: instant,
  payment: paymentListItemSchema,
});
export type Reversal = z.infer<typeof reversalSchema>;

/** Oldest first. */
export const paymentsNeedingAttentionSchema = z.object({
  inReview: z.array(paymentInReview),
  refunds: z.array(pendingRefundSchema),
  mismatches: z.array(mismatch),
  reversals: z.array(reversalSchema),
});
export type PaymentsNeedingAttention = z.infer<typeof paymentsNeedingAttentionSchema>;

/** The oldest items of each kind, with the total of each kind. */
export const waitingWithTotals = paymentsNeedingAttentionSchema.extend({
  totals: z.object({ inReview: z.int(), refunds: z.int(), mismatches: z.int(), reversals: z.int() }),
});
export type WaitingWithTotals = z.infer<typeof waitingWithTotals>;

export const paymentFilter = z.strictObject({
  search: searchTerm.optional(),
  state: z.enum(paymentStatuses, `Choose one of: ${paymentStatuses.join(', ')}.`).optional(),
  method: z.enum(paymentMethods, `Choose one of: ${paymentMethods.join(', ')}.`).optional(),
  /** By the days on which money was received or refunded. */
  ...periodFilter,
  movement: z.enum(['received', 'refunded'], 'Choose received or refunded.').optional(),
  /** The client and the offer as in the money report. */
  client: singleLineText.max(254).optional(),
  offer: singleLineText.max(300).optional(),
});
export type PaymentFilter = z.infer<typeof paymentFilter>;

export const paymentQuery = paymentFilter.extend(pagedBy(rowNumber, 25));
export type PaymentQuery = z.infer<typeof paymentQuery>;

/**
 * `refunded` is the refunded or disputed amount of a confirmed payment, with pending refunds; `disputed` and
 * `pendingRefund` are parts of it; `net` is the money received minus refunds in the filtered period, null without a period.
 */
export const listedPaymentSchema = paymentListItemSchema.extend({
  refunded: amount,
  disputed: amount,
  pendingRefund: amount,
  net: amount.nullable(),
});
export type ListedPayment = z.infer<typeof listedPaymentSchema>;

/** Sums of the ledger's entries in the filtered period; none without a period, or for too many payments. */
const paymentTotals = z.object({ currency: z.string(), received: amount, refunded: amount });
export const paymentListSchema = createPageSchema(listedPaymentSchema).extend({ totals: z.array(paymentTotals) });

export const idParamSchema = z.strictObject({ id: integerParam });

/** Replaces the header Idempotency-Key, which a form doesn't send. */
export const key = singleLineText.max(200).optional();
export const reviewedPaymentSchema = idParamSchema.extend({ key });

/** Why the owner changed something about a payment. `message` is the error if it is empty. */
export const reason = (message: string) => multilineText(500).pipe(z.string().min(1, message));

export const rejectPaymentSchema = reviewedPaymentSchema.extend({
  reason: reason('Tell the client what to change.'),
});

/** Refunds and disputes are oldest first. */
export const paymentDetails = z.object({
  payment: paymentListItemSchema,
  refundable: amount,
  canVoid: z.boolean(),
  /** When, why and by whom it was voided. */
  voided: z.object({ at: instant, reason: z.string(), by: z.string().nullable() }).nullable(),
  currency: z.string(),
  refunds: z.array(
    reversalSchema
      .omit({ payment: true })
      .extend({ settledAt: instant.nullable(), providerError: z.string().nullable() }),
  ),
});
export type PaymentDetails = z.infer<typeof paymentDetails>;

const decision = z.enum(refundDecisions, 'Choose whether to credit the amount or keep it due.');

export const ownerRefund = reviewedPaymentSchema.extend({
  /** In the payment's currency, such as "250" or "$1,200.50". */
  amount: singleLineText.trim().min(1, 'Enter an amount.').max(30, 'Enter an amount such as 250.'),
  reason: reason('Enter a reason for the client.'),
  decision,
});

export const refundDecision = reviewedPaymentSchema.extend({ decision });

export const markRefundSentSchema = reviewedPaymentSchema.extend({
  reference: singleLineText.trim().min(1, 'Enter the transfer reference so the client can find the refund.').max(120),
});
