import { z } from 'zod';
import { day, line, listOf, pagedBy, rowName, wholeNumber } from '#shared/contract.ts';
import { documentKinds } from './documents.ts';
import { documentStates } from './document-details.ts';

/** The orders of the list of documents; the first is the default. */
export const documentSorts = ['newest', 'oldest', 'due', 'due-last', 'client', 'client-down'] as const;

/** What the list can be narrowed to: `open` is all that is still to be paid, overdue or not. */
export const documentFilterStates = ['open', 'overdue', 'paid', 'credited'] as const;

const amount = z.int().brand<'MinorUnits'>();

export const documentFilter = z.strictObject({
  search: line.trim().max(120, 'Search for at most 120 characters.').optional(),
  kind: z.enum(documentKinds, 'There is no such kind of document.').optional(),
  state: z.enum(documentFilterStates, 'Choose open, overdue, paid or credited.').optional(),
  year: wholeNumber.pipe(z.number().min(2000, 'There is no such year.').max(9999, 'There is no such year.')).optional(),
  sort: z.enum(documentSorts, `Sort by one of: ${documentSorts.join(', ')}.`).prefault('newest'),
});
export type DocumentFilter = z.infer<typeof documentFilter>;

export const documentQuery = documentFilter.extend(pagedBy(rowName, 25));
export type DocumentQuery = z.infer<typeof documentQuery>;

const documentLine = z.object({
  kind: z.enum(documentKinds),
  number: z.string(),
  client: z.object({ name: z.string(), email: z.string().nullable() }),
  /** The order that it is for, by its number and title. */
  subject: z.object({ orderNumber: z.string(), title: z.string() }).nullable(),
  issuedOn: day,
  dueOn: day.nullable(),
  currency: z.string(),
  /** All amounts are minor units of the currency. */
  total: amount,
  paid: amount,
  credited: amount,
  owed: amount,
  state: z.enum(documentStates),
  path: z.string(),
});
export type DocumentLine = z.infer<typeof documentLine>;

/** What the documents of a list come to in a currency. */
const documentTotals = z.object({
  currency: z.string(),
  asked: amount,
  credited: amount,
  paid: amount,
  /** Still to be paid; what was paid too much somewhere does not count against it. */
  open: amount,
});
export type DocumentTotals = z.infer<typeof documentTotals>;

export const documentList = listOf(documentLine).extend({
  totals: z.array(documentTotals),
  /** In which something was issued, the newest first. */
  years: z.array(z.int()),
});
