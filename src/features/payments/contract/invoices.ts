import { z } from 'zod';
import { documentBalanceSchema } from '#features/billing/contract/document-details.ts';
import { amount, billingDocumentKinds, ledgerEntryKinds } from '#features/billing/contract/documents.ts';
import { calendarDate, integerParam, plainDate, singleLineText } from '#shared/contract.ts';
import { recordedMethods } from './enums.ts';
import { key, reason } from './review.ts';

/** A change of an invoice's balance. */
const entry = z.object({
  date: plainDate,
  kind: z.enum(ledgerEntryKinds),
  amount,
  /** The amount due after it. */
  balance: amount,
  /** How it was paid. */
  method: z.string().nullable(),
  paymentId: z.int().nullable(),
  /** The number of the credit note, or of the invoice that the credit comes from or goes to. */
  document: z.string().nullable(),
  reason: z.string().nullable(),
  /** The name of the person who made it manually. */
  by: z.string().nullable(),
  /** Whether it undoes credit that was applied. */
  isUndo: z.boolean(),
  /** Whether the client disputed the payment. */
  isDispute: z.boolean(),
});
export type InvoiceEntry = z.infer<typeof entry>;

/** An invoice with its balance, for the owner. Amounts are minor units of its currency. */
export const invoiceBalanceSchema = z.object({
  kind: z.enum(billingDocumentKinds),
  number: z.string(),
  path: z.string(),
  currency: z.string(),
  total: amount,
  issuedOn: plainDate,
  /** The current day in the owner's time zone. */
  today: plainDate,
  client: z.object({ name: z.string(), email: z.string().nullable() }),
  orderNumber: z.string().nullable(),
  balance: documentBalanceSchema,
  entries: z.array(entry),
  /** Whether a payment that the client reported waits for the owner. */
  hasPaymentInReview: z.boolean(),
  /** A payment of which the provider holds the money, and why. */
  processingPayment: z.object({ id: z.int(), amount, provider: z.string(), reason: z.string().nullable() }).nullable(),
  /** Other documents of the client with credit in this currency. */
  credits: z.array(z.object({ number: z.string(), path: z.string(), amount })),
  /** Credit of other documents that was applied to this one and can be undone. */
  appliedCredits: z.array(z.object({ id: z.int(), number: z.string(), date: plainDate, amount })),
  /**
   * The smallest part that the client may pay; null if only the full amount. `isDefault` if it follows the billing
   * settings.
   */
  partialPayment: z.object({ minAmount: amount.nullable(), isDefault: z.boolean(), isPossible: z.boolean() }),
});
export type InvoiceBalance = z.infer<typeof invoiceBalanceSchema>;

export const invoiceNumberSchema = z.strictObject({ number: z.string() });

const enteredAmount = singleLineText.trim().min(1, 'Enter an amount.').max(30, 'Enter an amount such as 250.');

export const recordedPayment = invoiceNumberSchema.extend({
  /** In the invoice's currency, such as "250" or "$1,200.50". */
  amount: enteredAmount,
  receivedOn: calendarDate('Enter the date it arrived, such as 2026-01-31.'),
  method: z.enum(recordedMethods, 'Choose how it was paid.'),
  reference: singleLineText.trim().max(120).default(''),
  /** Whether the receipt is emailed to the client. */
  sendsReceipt: z.boolean(),
  key,
});

export const voidedPayment = z.strictObject({
  id: integerParam,
  reason: reason('Enter why you void this payment.'),
  /** Whether the client is notified by email. */
  notifiesClient: z.boolean(),
  key,
});

export const writeOffSchema = invoiceNumberSchema.extend({
  amount: enteredAmount,
  reason: reason('Enter why you write it off.'),
  key,
});

export const undoneWriteOff = invoiceNumberSchema.extend({
  reason: reason('Enter why the client owes it again.'),
  key,
});

export const appliedCredit = invoiceNumberSchema.extend({
  /** The number of the document with the credit. */
  from: z.string('Choose a credit.').min(1, 'Choose a credit.'),
  amount: enteredAmount,
  key,
});

export const undoneCredit = invoiceNumberSchema.extend({
  id: integerParam,
  reason: reason('Enter why you undo this credit.'),
  /** Whether the client is notified by email. */
  notifiesClient: z.boolean(),
  key,
});

export const partialPaymentSchema = invoiceNumberSchema.extend({
  /** As in the billing settings, in full only, or a part of at least `amount`. */
  choice: z.enum(['default', 'full', 'part'], 'Choose whether the client can pay a part.'),
  amount: singleLineText.trim().max(30, 'Enter an amount such as 250.').default(''),
});
