import { z } from 'zod';
import { instant, line, pageNumber, pageSize, wholeNumber } from '#shared/contract.ts';
import { paymentMethods, paymentStates, refundOrigins, refundStates } from './states.ts';

const amount = z.int().brand<'MinorUnits'>();

/** A payment as the owner sees it. */
export const paymentRow = z.object({
  id: z.int(),
  method: z.enum(paymentMethods),
  state: z.enum(paymentStates),
  amount,
  currency: z.string(),
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

/** Money that left a payment at its provider without the site's doing; `failed` once it came back. */
export const takenBack = z.object({
  id: z.int(),
  amount,
  currency: z.string(),
  origin: z.enum(refundOrigins),
  state: z.enum(refundStates),
  reason: z.string(),
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

export const paymentFilter = z.strictObject({
  search: line.trim().max(120, 'Search for at most 120 characters.').optional(),
  state: z.enum(paymentStates, `Choose one of: ${paymentStates.join(', ')}.`).optional(),
  method: z.enum(paymentMethods, `Choose one of: ${paymentMethods.join(', ')}.`).optional(),
});
export type PaymentFilter = z.infer<typeof paymentFilter>;

export const paymentQuery = paymentFilter.extend({ page: pageNumber.prefault(1), pageSize: pageSize.prefault(25) });
export type PaymentQuery = z.infer<typeof paymentQuery>;

export const byId = z.strictObject({ id: wholeNumber });

export const rejection = byId.extend({
  reason: z.string().trim().min(1, 'Say why, so that the client can mend it.').max(500, 'Use at most 500 characters.'),
});

export const sentRefund = byId.extend({
  reference: line
    .trim()
    .min(1, 'Give the reference of the transfer, so that the client can find it.')
    .max(120, 'Use at most 120 characters.'),
});
