import { z } from 'zod';
import { day, line } from '#shared/contract.ts';
import { documentKinds } from './documents.ts';
import { ledgerKinds } from './ledger.ts';

const dayOfForm = z.iso.date('Give a day, such as 2026-01-31.');

/** Whose account, and from which day to which; both belong to it. */
export const statementQuery = z.strictObject({
  email: line.trim().min(1, 'Give an e-mail address.').max(254, 'This is too long.'),
  from: dayOfForm.optional(),
  to: dayOfForm.optional(),
});
export type StatementQuery = z.infer<typeof statementQuery>;

const amount = z.int().brand<'MinorUnits'>();

/** A movement of what a client owes; the balance is what is owed after it. */
const statementMovement = z.object({
  on: day,
  kind: z.enum(ledgerKinds),
  /** The document that it is about. */
  document: z.object({ kind: z.enum(documentKinds), number: z.string(), path: z.string() }),
  /** The credit note, where it is one. */
  note: z.string().nullable(),
  amount,
  balance: amount,
});
export type StatementMovement = z.infer<typeof statementMovement>;

/** An account in one currency; amounts are its minor units. */
const account = z.object({
  currency: z.string(),
  opening: amount,
  movements: z.array(statementMovement),
  closing: amount,
});
export type Account = z.infer<typeof account>;

export const statement = z.object({
  client: z.object({ name: z.string(), email: z.string() }),
  from: day,
  to: day,
  /** One for each currency in which anything was ever asked for. */
  accounts: z.array(account),
});
export type Statement = z.infer<typeof statement>;

export const clientList = z.object({
  items: z.array(z.object({ name: z.string(), email: z.string(), documents: z.int() })),
});
