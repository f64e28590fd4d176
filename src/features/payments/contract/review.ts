import { z } from 'zod';
import { instant, line, pagedBy, rowNumber, wholeNumber } from '#shared/contract.ts';
import { sentMoney } from './sent.ts';
import { paymentMethods, paymentStates, refundDecisions, refundOrigins, refundStates } from './enums.ts';

const amount = z.int().brand<'MinorUnits'>();

/** A payment as the owner sees it. */
export const paymentRow = z.object({
  id: z.int(),
  method: z.enum(paymentMethods),
  state: z.enum(paymentStates),
  amount,
  currency: z.string(),
  sent: sentMoney.nullable(),
  client: z.string(),
  /** The document that it is for, and where that is. */
  number: z.string(),
  path: z.string(),
  orderId: z.int().nullable(),
  orderNumber: z.string().nullable(),
  sender: z.string().nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  /** The picture that shows the transfer. */
  proof: z.string().nullable(),
  createdAt: instant,
  settledAt: instant.nullable(),
});
export type PaymentLine = z.infer<typeof paymentRow>;

/** Money that waits to be given back by the owner: by hand, or because the provider would not. */
export const waitingRefund = z.object({
  id: z.int(),
  amount,
  currency: z.string(),
  reason: z.string(),
  problem: z.string().nullable(),
  createdAt: instant,
  payment: paymentRow,
});
export type WaitingRefund = z.infer<typeof waitingRefund>;

/** Another amount than was asked for, and what became of giving it back; null where the site cannot do that. */
export const mismatch = paymentRow.extend({ back: z.enum(refundStates).nullable() });
export type Mismatch = z.infer<typeof mismatch>;

/** Money that left a payment at its provider without the site's doing; `dispute_won` once it came back. */
export const takenBack = z.object({
  id: z.int(),
  amount,
  currency: z.string(),
  origin: z.enum(refundOrigins),
  state: z.enum(refundStates),
  reason: z.string(),
  /** `pending` until the owner decides; null if there is nothing to decide. */
  decision: z.enum(['pending', ...refundDecisions]).nullable(),
  createdAt: instant,
  payment: paymentRow,
});
export type TakenBack = z.infer<typeof takenBack>;

/** What waits for the owner, oldest first. */
export const waitingPayments = z.object({
  review: z.array(paymentRow),
  refunds: z.array(waitingRefund),
  mismatches: z.array(mismatch),
  takenBack: z.array(takenBack),
});
export type WaitingPayments = z.infer<typeof waitingPayments>;

/** The oldest of what waits for the owner, and how much of each kind waits in all. */
export const waitingWithTotals = waitingPayments.extend({
  totals: z.object({ review: z.int(), refunds: z.int(), mismatches: z.int(), takenBack: z.int() }),
});
export type WaitingWithTotals = z.infer<typeof waitingWithTotals>;

export const paymentFilter = z.strictObject({
  search: line.trim().max(120, 'Search for at most 120 characters.').optional(),
  state: z.enum(paymentStates, `Choose one of: ${paymentStates.join(', ')}.`).optional(),
  method: z.enum(paymentMethods, `Choose one of: ${paymentMethods.join(', ')}.`).optional(),
});
export type PaymentFilter = z.infer<typeof paymentFilter>;

export const paymentQuery = paymentFilter.extend(pagedBy(rowNumber, 25));
export type PaymentQuery = z.infer<typeof paymentQuery>;

export const byId = z.strictObject({ id: wholeNumber });

export const rejection = byId.extend({
  reason: z.string().trim().min(1, 'Say why, so that the client can mend it.').max(500, 'Use at most 500 characters.'),
});

/** A payment with its refunds and disputes, oldest first. */
export const paymentDetails = z.object({
  payment: paymentRow,
  /** What can still be refunded. */
  refundable: amount,
  currency: z.string(),
  refunds: z.array(takenBack.omit({ payment: true }).extend({ settledAt: instant.nullable() })),
});
export type PaymentDetails = z.infer<typeof paymentDetails>;

const decision = z.enum(refundDecisions, 'Choose whether the invoice is credited or the amount stays owed.');

export const ownerRefund = byId.extend({
  /** In the payment's currency, such as "250" or "$1,200.50". */
  amount: line.trim().min(1, 'Enter an amount.').max(30, 'Enter a plain amount, such as 250.'),
  reason: z.string().trim().min(1, 'Enter a reason. The client reads it.').max(500, 'Use at most 500 characters.'),
  decision,
  /** Replaces the header Idempotency-Key, which a form doesn't send. */
  key: line.max(200).optional(),
});

export const refundDecision = byId.extend({ decision });

export const sentRefund = byId.extend({
  reference: line
    .trim()
    .min(1, 'Give the reference of the transfer, so that the client can find it.')
    .max(120, 'Use at most 120 characters.'),
});
