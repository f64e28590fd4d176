import { z } from 'zod';
import { plainDate, singleLineText } from '#shared/contract.ts';
import { amount, billingDocumentKinds } from './documents.ts';
import { MONEY_PERIOD } from './money-period.ts';
import { taxCategories } from './tax-categories.ts';

/** Taxes count on the day of the invoice, or on the day its money arrives (cash basis). */
export const taxReportBases = ['invoice', 'payment'] as const;

export const taxReportQuery = z.strictObject({
  period: z
    .string()
    .regex(MONEY_PERIOD, 'Enter a year, quarter or month, such as 2026, 2026-Q4 or 2026-11.')
    .optional(),
  basis: z.enum(taxReportBases, 'Choose invoice or payment.').prefault('invoice'),
});
export type TaxReportQuery = z.infer<typeof taxReportQuery>;

/** With the rows of one currency and tax (`key`) only. */
export const taxReportPageQuery = taxReportQuery.extend({
  currency: singleLineText.max(3).optional(),
  tax: singleLineText.max(40).optional(),
});

/** A category and rate; `category` is null without tax or for rounding. */
const reportedTax = z.object({
  /** Identifies the category and rate. */
  key: z.string(),
  name: z.string(),
  category: z.enum(taxCategories).nullable(),
  basisPoints: z.int(),
});
export type ReportedTax = z.infer<typeof reportedTax>;

/** The amounts that a document or a payment adds to one tax. */
const taxEntry = z.object({
  date: plainDate,
  /** `applied` is credit of one invoice that another one was paid with. */
  kind: z.enum(['invoice', 'credit_note', 'payment', 'refund', 'dispute', 'dispute_won', 'refund_failed', 'applied']),
  document: z.object({ kind: z.enum(billingDocumentKinds), number: z.string(), path: z.string() }),
  client: z.string(),
  currency: z.string(),
  tax: reportedTax,
  net: amount,
  taxAmount: amount,
});
export type TaxEntry = z.infer<typeof taxEntry>;

const amounts = z.object({ net: amount, taxAmount: amount });

export const taxReportSchema = z.object({
  /** The requested period, or the current quarter. */
  period: z.string(),
  /** Today in the owner's time zone. */
  today: plainDate,
  /** Years with documents, newest first. */
  years: z.array(z.int()),
  currencies: z.array(
    z.object({
      currency: z.string(),
      taxes: z.array(
        z.object({
          tax: reportedTax,
          /** Invoices, or payments received. */
          charged: amounts,
          /** Credit notes, or refunds and disputes, less won disputes; usually negative. */
          credited: amounts,
          sum: amounts,
        }),
      ),
    }),
  ),
  /** The first rows behind these amounts. */
  entries: z.array(taxEntry),
  entryCount: z.int(),
});
export type TaxReport = z.infer<typeof taxReportSchema>;
