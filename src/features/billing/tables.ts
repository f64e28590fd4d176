import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { MinorUnits } from '#shared/money.ts';
import { type BusinessDocument, documentKinds } from './contract/documents.ts';
import { paymentMethods, paymentStates, refundStates } from './contract/payments.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const amount = (name: string) => bigint(name, { mode: 'number' }).$type<MinorUnits>();

/** Business documents as they were issued: the database refuses to change one. */
export const businessDocuments = pgTable('business_documents', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  year: integer().notNull(),
  sequence: integer().notNull(),
  number: text().notNull().unique(),
  /** Refers to `orders`, whose feature knows this one. */
  orderId: integer('order_id'),
  kind: text({ enum: documentKinds }).notNull(),
  content: jsonb().$type<BusinessDocument>().notNull(),
  currency: text().notNull(),
  total: amount('total').notNull(),
  issuedOn: date('issued_on').notNull(),
  dueOn: date('due_on'),
  /** The document that a credit note corrects, that a late fee is for, or that a receipt was paid for. */
  referenceId: integer('reference_id').references((): AnyPgColumn => businessDocuments.id),
  issuedAt: instant('issued_at').notNull(),
  /** Of a receipt, the payment that it is for; refers to `payments`. */
  paymentId: integer('payment_id').unique(),
});

/** Documents whose mail was written. */
export const documentMails = pgTable('document_mails', {
  documentId: integer('document_id')
    .primaryKey()
    .references(() => businessDocuments.id),
  at: instant('at').notNull(),
});

/** Documents whose late fee the owner waived (term 6). */
export const waivedLateFees = pgTable('waived_late_fees', {
  documentId: integer('document_id')
    .primaryKey()
    .references(() => businessDocuments.id),
  reason: text(),
  at: instant('at').notNull(),
});

/** The last number of each year. */
export const documentYears = pgTable('document_years', {
  year: integer().primaryKey(),
  last: integer().notNull(),
});

export const payments = pgTable('payments', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  documentId: integer('document_id')
    .notNull()
    .references(() => businessDocuments.id),
  method: text({ enum: paymentMethods }).notNull(),
  state: text({ enum: paymentStates }).notNull(),
  amount: amount('amount').notNull(),
  currency: text().notNull(),
  /** As the provider, or the client's bank or wallet, calls it. */
  reference: text(),
  /** From whom, for what is paid by hand. */
  sender: text(),
  /** Why the owner rejected it. */
  reason: text(),
  createdAt: instant('created_at').notNull(),
  settledAt: instant('settled_at'),
});

export const refunds = pgTable('refunds', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  paymentId: integer('payment_id')
    .notNull()
    .references(() => payments.id),
  state: text({ enum: refundStates }).notNull(),
  amount: amount('amount').notNull(),
  reference: text(),
  reason: text().notNull(),
  createdAt: instant('created_at').notNull(),
  settledAt: instant('settled_at'),
});

/** What a provider told, by its own name for it: kept for ever. */
export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text().notNull(),
    eventId: text('event_id').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  table => [primaryKey({ columns: [table.provider, table.eventId] })],
);

/** Every movement of money owed: the sum over a document is what is owed on it. */
export const ledgerEntries = pgTable('ledger_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  documentId: integer('document_id')
    .notNull()
    .references(() => businessDocuments.id),
  kind: text({ enum: ['asked', 'credited', 'paid', 'refunded'] }).notNull(),
  amount: amount('amount').notNull(),
  creditNoteId: integer('credit_note_id').references(() => businessDocuments.id),
  paymentId: integer('payment_id').references(() => payments.id),
  refundId: integer('refund_id').references(() => refunds.id),
  at: instant('at').notNull(),
});

/** How documents are issued: one row. */
export const billingSettings = pgTable('billing_settings', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  taxId: text('tax_id'),
  taxName: text('tax_name').notNull().default('Tax'),
  taxBasisPoints: integer('tax_basis_points').notNull().default(0),
  /** Whether prices are without the tax or contain it. */
  prices: text({ enum: ['net', 'gross'] })
    .notNull()
    .default('gross'),
  paper: text({ enum: ['A4', 'Letter'] })
    .notNull()
    .default('A4'),
  /** What a client is told to do; null for a method that is not taken. */
  bank: text(),
  bkash: text(),
  nagad: text(),
  version: integer().notNull().default(1),
});
