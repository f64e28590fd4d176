import { z } from 'zod';
import { eInvoiceDataPages, eInvoiceFormats } from '#features/e-invoices/contract/constants.ts';
import { plainDate } from '#shared/contract.ts';
import { amount, billingDocumentKinds, billingDocumentSchema } from './documents.ts';

/** Number and token of a document's address. A malformed one is handled like a wrong one. */
export const billingDocumentAddressSchema = z.strictObject({ number: z.string(), token: z.string() });
export type BillingDocumentAddress = z.infer<typeof billingDocumentAddressSchema>;

/** `in_review` while the owner decides on a refund or dispute; a receipt is `voided` if its payment was a mistake. */
export const billingDocumentStatuses = [
  'open',
  'overdue',
  'paid',
  'in_review',
  'credited',
  'written_off',
  'voided',
  'not_payable',
] as const;

/** Current balance of a document; amounts are minor units of its currency. */
export const documentBalanceSchema = z.object({
  /** `not_payable` if the document asks for no payment, such as a receipt. */
  status: z.enum(billingDocumentStatuses),
  /** When it is due, became overdue, was settled or went into review, in the owner's time zone. */
  statusDate: plainDate.nullable(),
  /** The unpaid amount; negative if it has to be refunded. */
  amountDue: amount,
  amountPaid: amount,
  amountCredited: amount,
  amountWrittenOff: amount,
});

/** A related document with its own address. */
const relatedDocument = z.object({
  kind: z.enum(billingDocumentKinds),
  number: z.string(),
  issuedOn: plainDate,
  total: amount,
  currency: z.string(),
  path: z.string(),
});

/** Data missing for e-invoices, and the page to enter it on; null if it can't be entered. */
export const missingEInvoiceData = z.object({
  message: z.string(),
  formats: z.array(z.enum(eInvoiceFormats)),
  page: z.enum(eInvoiceDataPages).nullable(),
});

export const billingDocumentDetailsSchema = z.object({
  document: billingDocumentSchema,
  balance: documentBalanceSchema,
  /** The referenced document, and those that reference this one: receipts, credit notes, late fees. Oldest first. */
  relatedDocuments: z.array(relatedDocument),
  pdfPath: z.string(),
  /** The formats in which it can be downloaded as an e-invoice. */
  eInvoices: z.array(z.object({ format: z.enum(eInvoiceFormats), path: z.string() })),
  /** For the owner: data missing for other formats. */
  missingEInvoiceData: z.array(missingEInvoiceData),
  /** For the owner: why the last email with the document had no e-invoice; null if nothing was missing. */
  eInvoiceProblem: z.string().nullable(),
  /** For the owner: data missing for the e-invoice if the document is emailed again. */
  emailMissing: z.array(missingEInvoiceData),
});
export type BillingDocumentDetails = z.infer<typeof billingDocumentDetailsSchema>;
