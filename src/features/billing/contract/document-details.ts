import { z } from 'zod';
import { day } from '#shared/contract.ts';
import { documentKinds, documentShape } from './documents.ts';

/** Number and token of a document's address. What can be none is answered as one that is wrong. */
export const documentPlace = z.strictObject({ number: z.string(), token: z.string() });
export type DocumentPlace = z.infer<typeof documentPlace>;

export const documentStates = ['open', 'overdue', 'paid', 'credited', 'none'] as const;

const amount = z.int().brand<'MinorUnits'>();

/** What is owed on a document now; amounts are minor units of its currency. */
const standing = z.object({
  state: z.enum(documentStates),
  /** On which day it is due, since when it is overdue, or on which it was settled, in the owner's zone. */
  on: day.nullable(),
  owed: amount,
  paid: amount,
  credited: amount,
});

/** Another document that has to do with one, at its own address. */
const relatedDocument = z.object({
  kind: z.enum(documentKinds),
  number: z.string(),
  issuedOn: day,
  total: amount,
  currency: z.string(),
  path: z.string(),
});
export type RelatedDocument = z.infer<typeof relatedDocument>;

/** A document as it is read at its address. */
export const documentReading = z.object({
  document: documentShape,
  standing,
  /** What it is about, and what is about it: receipts, credit notes, late fees. Oldest first. */
  related: z.array(relatedDocument),
  /** Where the PDF is. */
  pdf: z.string(),
});
export type DocumentReading = z.infer<typeof documentReading>;
