import { z } from 'zod';
import { plainDate } from '#shared/contract.ts';
import { amount, billingDocumentKinds, billingDocumentSchema } from './documents.ts';

/** Number and token of a document's address. A malformed one is handled like a wrong one. */
export const billingDocumentAddressSchema = z.strictObject({ number: z.string(), token: z.string() });
export type BillingDocumentAddress = z.infer<typeof billingDocumentAddressSchema>;

/** A receipt is `voided` if its payment was recorded by mistake. */
export const billingDocumentStatuses = [
  'open',
  'overdue',
  'paid',
  'credited',
  'written_off',
  'voided',
  'not_payable',
] as const;

/** Current balance of a document; amounts are minor units of its currency. */
export const documentBalanceSchema = z.object({
  /** `not_payable` if the document asks for no payment, such as a receipt. */
  status: z.enum(billingDocumentStatuses),
  /** When it is due, became overdue or was settled, in the owner's time zone. */
  statusDate: plainDate.nullable(),
  /** Still to be paid; negative if it has to be refunded. */
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

export const billingDocumentDetailsSchema = z.object({
  document: billingDocumentSchema,
  balance: documentBalanceSchema,
  /** The referenced document, and those that reference this one: receipts, credit notes, late fees. Oldest first. */
  relatedDocuments: z.array(relatedDocument),
  pdfPath: z.string(),
});
export type BillingDocumentDetails = z.infer<typeof billingDocumentDetailsSchema>;
