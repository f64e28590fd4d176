import { z } from 'zod';
import {
  calendarDate,
  plainDate,
  searchTerm,
  createPageSchema,
  pagedBy,
  rowName,
  integerParam,
} from '#shared/contract.ts';
import { amount, billingDocumentKinds } from './documents.ts';
import { billingDocumentStatuses } from './document-details.ts';

/** Sort orders of the document list; the first is the default. */
export const billingDocumentSorts = ['newest', 'oldest', 'due_asc', 'due_desc', 'client_asc', 'client_desc'] as const;

/** Status filters of open documents by the days since their due date. */
export const agingStatuses = ['not_due', 'overdue_1_30', 'overdue_31_60', 'overdue_61_90', 'overdue_over_90'] as const;
export type AgingStatus = (typeof agingStatuses)[number];

/** Status filters of the list; `open` includes overdue documents, `written_off` all with a written-off amount. */
export const billingDocumentFilterStatuses = [
  'open',
  'overdue',
  'paid',
  'in_review',
  'credited',
  'written_off',
  ...agingStatuses,
] as const;

/** Type filters of the list; `any_invoice` are all documents that ask for payment. */
export const billingDocumentFilterKinds = [...billingDocumentKinds, 'any_invoice'] as const;

const dayParam = calendarDate('Enter a date, such as 2026-01-31.').optional();
/** Filters by the first and last day, both included, and by currency. */
export const periodFilter = {
  from: dayParam,
  to: dayParam,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Enter a currency code, such as EUR.')
    .optional(),
};

export const billingDocumentFilterSchema = z.strictObject({
  search: searchTerm.optional(),
  kind: z.enum(billingDocumentFilterKinds, 'Choose a document type from the list.').optional(),
  status: z
    .enum(billingDocumentFilterStatuses, `Choose one of: ${billingDocumentFilterStatuses.join(', ')}.`)
    .optional(),
  year: integerParam
    .pipe(z.number().min(2000, 'Enter a year from 2000 to 9999.').max(9999, 'Enter a year from 2000 to 9999.'))
    .optional(),
  /** By the date of issue. */
  ...periodFilter,
  sort: z.enum(billingDocumentSorts, `Sort by one of: ${billingDocumentSorts.join(', ')}.`).prefault('newest'),
});
export type BillingDocumentFilter = z.infer<typeof billingDocumentFilterSchema>;

export const billingDocumentQuerySchema = billingDocumentFilterSchema.extend(pagedBy(rowName, 25));
export type BillingDocumentQuery = z.infer<typeof billingDocumentQuerySchema>;

const documentLine = z.object({
  kind: z.enum(billingDocumentKinds),
  number: z.string(),
  client: z.object({ name: z.string(), email: z.string().nullable() }),
  /** The order it belongs to, by number and title. */
  subject: z.object({ orderNumber: z.string(), title: z.string() }).nullable(),
  issuedOn: plainDate,
  dueOn: plainDate.nullable(),
  currency: z.string(),
  /** Amounts are minor units of the currency. */
  total: amount,
  paid: amount,
  credited: amount,
  writtenOff: amount,
  amountDue: amount,
  status: z.enum(billingDocumentStatuses),
  path: z.string(),
});
export type BillingDocumentListItem = z.infer<typeof documentLine>;

/** Totals of the listed documents in one currency. */
const documentTotals = z.object({
  currency: z.string(),
  invoiced: amount,
  credited: amount,
  paid: amount,
  writtenOff: amount,
  /** The unpaid amount; overpayments of other documents are not subtracted. */
  outstanding: amount,
});
export type BillingTotals = z.infer<typeof documentTotals>;

export const billingDocumentListSchema = createPageSchema(documentLine).extend({
  totals: z.array(documentTotals),
  /** Years with issued documents, newest first. */
  years: z.array(z.int()),
});
