import { z } from 'zod';
import { plainDate, singleLineText } from '#shared/contract.ts';
import { billingDocumentKinds } from './documents.ts';
import { ledgerEntryKinds } from './ledger.ts';

const dayOfForm = z.iso.date('Give a day, such as 2026-01-31.');

/** Whose account, and from which day to which; both belong to it. */
export const accountStatementQuerySchema = z.strictObject({
  email: singleLineText.trim().min(1, 'Give an e-mail address.').max(254, 'This is too long.'),
  from: dayOfForm.optional(),
  to: dayOfForm.optional(),
});
export type AccountStatementQuery = z.infer<typeof accountStatementQuerySchema>;

const amount = z.int().brand<'MinorUnits'>();

/** A movement of what a client owes; the balance is what is owed after it. */
const statementMovement = z.object({
  on: plainDate,
  kind: z.enum(ledgerEntryKinds),
  /** The document that it is about. */
  document: z.object({ kind: z.enum(billingDocumentKinds), number: z.string(), path: z.string() }),
  /** The credit note, where it is one. */
  note: z.string().nullable(),
  amount,
  balance: amount,
});
export type StatementEntry = z.infer<typeof statementMovement>;

/** An account in one currency; amounts are its minor units. */
const account = z.object({
  currency: z.string(),
  opening: amount,
  movements: z.array(statementMovement),
  closing: amount,
});
export type CurrencyAccount = z.infer<typeof account>;

export const accountStatementSchema = z.object({
  client: z.object({ name: z.string(), email: z.string() }),
  from: plainDate,
  to: plainDate,
  /** One for each currency in which anything was ever asked for. */
  accounts: z.array(account),
});
export type AccountStatement = z.infer<typeof accountStatementSchema>;

export const billedClientListSchema = z.object({
  items: z.array(z.object({ name: z.string(), email: z.string(), documents: z.int() })),
});
