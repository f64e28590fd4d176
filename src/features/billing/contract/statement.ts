import { z } from 'zod';
import { calendarDate, plainDate, singleLineText } from '#shared/contract.ts';
import { documentLanguages } from './document-design.ts';
import { amount, billingDocumentKinds, billingDocumentSchema, ledgerEntryKinds } from './documents.ts';

const dayParam = calendarDate('Enter a date, such as 2026-01-31.');

/** The client's address, and the first and last day of the period, both included. */
export const accountStatementQuerySchema = z.strictObject({
  email: singleLineText.trim().min(1, 'Enter an email address.').max(254),
  from: dayParam.optional(),
  to: dayParam.optional(),
});
export type AccountStatementQuery = z.infer<typeof accountStatementQuerySchema>;

/** A ledger entry of the client; `balance` is the amount due after it. */
const statementEntry = z.object({
  date: plainDate,
  kind: z.enum(ledgerEntryKinds),
  /** The document the entry belongs to. */
  document: z.object({ kind: z.enum(billingDocumentKinds), number: z.string(), path: z.string() }),
  /** Number of the credit note, if it is one. */
  creditNoteNumber: z.string().nullable(),
  /** Whether it undoes credit that was applied. */
  isUndo: z.boolean(),
  /** Whether it belongs to a dispute rather than a refund. */
  isDispute: z.boolean(),
  amount,
  balance: amount,
});
export type StatementEntry = z.infer<typeof statementEntry>;

/** Account in one currency; amounts are its minor units. */
const account = z.object({
  currency: z.string(),
  openingBalance: amount,
  entries: z.array(statementEntry),
  closingBalance: amount,
  /** Everything printed around the entries, in the current design. */
  document: billingDocumentSchema.omit({ lineItems: true }),
});
export type CurrencyAccount = z.infer<typeof account>;

export const accountStatementSchema = z.object({
  client: z.object({ name: z.string(), email: z.string(), language: z.enum(documentLanguages) }),
  from: plainDate,
  to: plainDate,
  /** One per currency with any entries. */
  accounts: z.array(account),
});
export type AccountStatement = z.infer<typeof accountStatementSchema>;

export const billedClientListSchema = z.object({
  items: z.array(z.object({ name: z.string(), email: z.string(), documentCount: z.int() })),
});
