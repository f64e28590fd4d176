import { z } from 'zod';
import { plainDate } from '#shared/contract.ts';
import { billingDocumentKinds, billingDocumentSchema } from './documents.ts';

/** Number and token of a document's address. What can be none is answered as one that is wrong. */
export const billingDocumentAddressSchema = z.strictObject({ number: z.string(), token: z.string() });
export type BillingDocumentAddress = z.infer<typeof billingDocumentAddressSchema>;

export const billingDocumentStatuses = ['open', 'overdue', 'paid', 'credited', 'none'] as const;

const amount = z.int().brand<'MinorUnits'>();

/** What is owed on a document now; amounts are minor units of its currency. */
const standing = z.object({
  status: z.enum(billingDocumentStatuses),
  /** On which day it is due, since when it is overdue, or on which it was settled, in the owner's zone. */
  statusDate: plainDate.nullable(),
  owed: amount,
  paid: amount,
  credited: amount,
});

/** Another document that has to do with one, at its own address. */
const relatedDocument = z.object({
  kind: z.enum(billingDocumentKinds),
  number: z.string(),
  issuedOn: plainDate,
  total: amount,
  currency: z.string(),
  path: z.string(),
});
export type RelatedDocument = z.infer<typeof relatedDocument>;

/** A document as it is read at its address. */
export const billingDocumentDetailsSchema = z.object({
  document: billingDocumentSchema,
  standing,
  /** What it is about, and what is about it: receipts, credit notes, late fees. Oldest first. */
  related: z.array(relatedDocument),
  /** Where the PDF is. */
  pdf: z.string(),
});
export type BillingDocumentDetails = z.infer<typeof billingDocumentDetailsSchema>;
