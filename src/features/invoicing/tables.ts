import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/database/columns.ts';
import type { MinorUnits } from '#shared/money.ts';
import { type DraftContent, intervals } from './contract/constants.ts';

/** Invoices before they are issued, and recurring ones. */
export const invoiceDrafts = pgTable('invoice_drafts', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  clientId: integer('client_id').notNull(),
  content: jsonb().$type<DraftContent>().notNull(),
  version: integer().notNull().default(1),
  /** With tax, in minor units; null while something is missing. */
  total: bigint({ mode: 'number' }).$type<MinorUnits>(),
  /** The invoice issued from it; null before. */
  documentId: integer('document_id').unique(),
  /** Set for a recurring invoice. */
  repeats: text({ enum: intervals }),
  /** The first day since it was started or resumed, on whose day of the month all others are. */
  startsOn: date('starts_on'),
  nextOn: date('next_on'),
  endsOn: date('ends_on'),
  isPaused: boolean('is_paused').notNull().default(false),
  problem: text(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** Invoices that were issued for a day of a schedule. */
export const recurringInvoices = pgTable(
  'recurring_invoices',
  {
    draftId: integer('draft_id')
      .notNull()
      .references(() => invoiceDrafts.id, { onDelete: 'cascade' }),
    dueOn: date('due_on').notNull(),
    documentId: integer('document_id').notNull(),
  },
  table => [primaryKey({ columns: [table.draftId, table.dueOn] })],
);
