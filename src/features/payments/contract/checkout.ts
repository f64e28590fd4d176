import { z } from 'zod';
import { documentLanguages } from '#features/billing/contract/document-design.ts';
import { billingDocumentAddressSchema } from '#features/billing/contract/document-details.ts';
import { billingDocumentKinds } from '#features/billing/contract/documents.ts';
import { instant, singleLineText } from '#shared/contract.ts';
import { RETURN_PATH_PATTERN } from './limits.ts';
import { manualMethods, paymentMethods, paymentStatuses, refundOrigins, refundStatuses } from './enums.ts';

const amount = z.int().brand<'MinorUnits'>();

/** The amount sent in a currency other than the payment's, and the rate of its day. */
export const sentMoney = z.object({
  amount,
  currency: z.string(),
  /** The value of one unit of the payment's currency, such as "128.50". */
  rate: z.string(),
  on: z.iso.date(),
});
export type SentMoney = z.infer<typeof sentMoney>;

const paymentOption = z.object({
  method: z.enum(paymentMethods),
  label: z.string(),
  /** Whether this is a local fake, so no money moves. */
  isFake: z.boolean(),
  /** The owner's payment instructions; null for a provider's checkout page. */
  instructions: z.string().nullable(),
  /** The amount to send instead of the amount due, if the method takes another currency. */
  send: sentMoney.nullable(),
});
export type PaymentOption = z.infer<typeof paymentOption>;

const clientPayment = z.object({
  id: z.int(),
  method: z.enum(paymentMethods),
  label: z.string(),
  status: z.enum(paymentStatuses),
  /** Whether the client’s saved card was charged. */
  isAutomatic: z.boolean(),
  amount,
  sent: sentMoney.nullable(),
  createdAt: instant,
  settledAt: instant.nullable(),
  /** As the client entered it; null for a provider's internal reference. */
  reference: z.string().nullable(),
  /** Why it was rejected or failed. */
  reason: z.string().nullable(),
  /** Checkout URL, until the payment is settled. */
  checkoutUrl: z.string().nullable(),
  /** URL of the client's picture of the transfer. */
  proofPath: z.string().nullable(),
});
export type ClientPayment = z.infer<typeof clientPayment>;

const clientRefund = z.object({
  amount,
  currency: z.string(),
  origin: z.enum(refundOrigins),
  status: z.enum(refundStatuses),
  reason: z.string(),
  createdAt: instant,
  settledAt: instant.nullable(),
});
export type ClientRefund = z.infer<typeof clientRefund>;

const appliedCredit = z.object({
  /** Positive if it reduces the amount due of this document, negative if it was used for another one. */
  amount,
  appliedAt: instant,
  /** The document that it comes from, or was used for. */
  document: z.object({ kind: z.enum(billingDocumentKinds), number: z.string() }),
  /** Whether it undoes credit that was applied. */
  isUndo: z.boolean(),
});
export type AppliedCredit = z.infer<typeof appliedCredit>;

/** Payment options, payments and refunds of a document. Amounts are minor units of `currency`. */
export const paymentSummarySchema = z.object({
  amountDue: amount,
  /** The smallest part that can be paid; null if only the full amount can. */
  minAmount: amount.nullable(),
  currency: z.string(),
  /** The document's language. */
  language: z.enum(documentLanguages),
  options: z.array(paymentOption),
  /**
   * The consent that the client may give when paying by card: saving the card, and automatic charges; null if neither.
   */
  cardConsent: z.string().nullable(),
  /** When the client's saved card is charged next; null if it isn't. */
  automaticChargeOn: z.iso.date().nullable(),
  /** Newest first. */
  payments: z.array(clientPayment),
  refunds: z.array(clientRefund),
  /** Credit of other documents applied to this one, and of this one applied to others, oldest first. */
  credits: z.array(appliedCredit),
  /** The page on which this browser started the payment, if it isn't the document's own. */
  returnPath: z.string().nullable(),
  /** The invoice's page in the dashboard, for the owner. */
  managePath: z.string().nullable(),
});
export type PaymentSummary = z.infer<typeof paymentSummarySchema>;

const transferField = (error: string) => singleLineText.trim().min(1, error).max(120);

/** The part to pay, in the invoice's currency, such as "250"; the amount due if omitted. */
const partialAmount = singleLineText
  .trim()
  .min(1, 'Enter an amount.')
  .max(30, 'Enter an amount such as 250.')
  .optional();

/** The page with the payment form, if it isn't the document's own. */
const page = z.string().regex(RETURN_PATH_PATTERN, 'Enter the path of a booking page on this site.').optional();

/** A provider checkout, or a manual payment reported by the client. */
export const createPaymentSchema = z.discriminatedUnion(
  'method',
  [
    billingDocumentAddressSchema.extend({
      method: z.enum(['stripe', 'paypal']),
      amount: partialAmount,
      /** Replaces the Idempotency-Key header, which a form can't send. */
      idempotencyKey: singleLineText.max(200).optional(),
      returnPath: page,
      /** The text of `cardConsent`, if the client agrees to it. */
      cardConsent: z.string().max(2000).optional(),
    }),
    billingDocumentAddressSchema.extend({
      method: z.enum(manualMethods),
      amount: partialAmount,
      sender: transferField('Enter the account you paid from.'),
      reference: transferField('Enter the transaction reference.'),
      proofId: z
        .string()
        .regex(/^[0-9a-f]{32}$/, 'Upload the image first.')
        .optional(),
      idempotencyKey: singleLineText.max(200).optional(),
    }),
  ],
  'Choose a payment method.',
);
export type CreatePaymentInput = z.infer<typeof createPaymentSchema>;

export const createdPaymentSchema = z.object({
  id: z.int(),
  status: z.enum(paymentStatuses),
  /** Checkout URL; null if there is no next step. */
  checkoutUrl: z.string().nullable(),
});
