import { z } from 'zod';
import { plainDate, singleLineText, createPageSchema, pagedBy, rowName, integerParam } from '#shared/contract.ts';
import { billingDocumentKinds } from './documents.ts';
import { billingDocumentStatuses } from './document-details.ts';

/** The orders of the list of documents; the first is the default. */
export const billingDocumentSorts = ['newest', 'oldest', 'due', 'due-last', 'client', 'client-down'] as const;

/** What the list can be narrowed to: `open` is all that is still to be paid, overdue or not. */
export const billingDocumentFilterStatuses = ['open', 'overdue', 'paid', 'credited'] as const;

const amount = z.int().brand<'MinorUnits'>();

export const billingDocumentFilterSchema = z.strictObject({
  search: singleLineText.trim().max(120, 'Search for at most 120 characters.').optional(),
  kind: z.enum(billingDocumentKinds, 'There is no such kind of document.').optional(),
  state: z.enum(billingDocumentFilterStatuses, 'Choose open, overdue, paid or credited.').optional(),
  year: integerParam
    .pipe(z.number().min(2000, 'There is no such year.').max(9999, 'There is no such year.'))
    .optional(),
  sort: z.enum(billingDocumentSorts, `Sort by one of: ${billingDocumentSorts.join(', ')}.`).prefault('newest'),
});
export type BillingDocumentFilter = z.infer<typeof billingDocumentFilterSchema>;

export const billingDocumentQuerySchema = billingDocumentFilterSchema.extend(pagedBy(rowName, 25));
export type BillingDocumentQuery = z.infer<typeof billingDocumentQuerySchema>;

const documentLine = z.object({
  kind: z.enum(billingDocumentKinds),
  number: z.string(),
  client: z.object({ name: z.string(), email: z.string().nullable() }),
  /** The order that it is for, by its number and title. */
  subject: z.object({ orderNumber: z.string(), title: z.string() }).nullable(),
  issuedOn: plainDate,
  dueOn: plainDate.nullable(),
  currency: z.string(),
  /** All amounts are minor units of the currency. */
  total: amount,
  paid: amount,
  credited: amount,
  owed: amount,
  state: z.enum(billingDocumentStatuses),
  path: z.string(),
});
export type BillingDocumentListItem = z.infer<typeof documentLine>;

/** What the documents of a list come to in a currency. */
const documentTotals = z.object({
  currency: z.string(),
  asked: amount,
  credited: amount,
  paid: amount,
  /** Still to be paid; what was paid too much somewhere does not count against it. */
  open: amount,
});
export type BillingTotals = z.infer<typeof documentTotals>;

export const billingDocumentListSchema = createPageSchema(documentLine).extend({
  totals: z.array(documentTotals),
  /** In which something was issued, the newest first. */
  years: z.array(z.int()),
});
