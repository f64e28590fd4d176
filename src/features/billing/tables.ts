import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { amount, instant } from '#platform/database/columns.ts';
import { DOCUMENT_INK, documentEmailKinds, documentLanguages, documentLayouts } from './contract/document-design.ts';
import {
  type BillingDocument,
  billingDocumentKinds,
  type DocumentLogo,
  documentSeries,
  ledgerEntryKinds,
} from './contract/documents.ts';
import type { ExchangeRate } from './contract/exchange.ts';
import { datevCharts } from './contract/datev.ts';
import { paperSizes, taxBehaviors } from './contract/settings.ts';
import { taxCategories } from './contract/tax-categories.ts';

/** Issued documents; the database rejects changes. */
export const billingDocuments = pgTable('billing_documents', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Number series: `R` for receipts, empty for all others. */
  series: text({ enum: documentSeries }).notNull(),
  year: integer().notNull(),
  sequence: integer().notNull(),
  number: text().notNull().unique(),
  /** References `orders` without a foreign key: that feature depends on this one. */
  orderId: integer('order_id'),
  /** References `bookings`, also without a foreign key; never set together with `orderId`. */
  bookingId: integer('booking_id'),
  kind: text({ enum: billingDocumentKinds }).notNull(),
  content: jsonb().$type<BillingDocument>().notNull(),
  currency: text().notNull(),
  total: amount('total').notNull(),
  issuedOn: date('issued_on').notNull(),
  dueOn: date('due_on'),
  /** The document that a credit note corrects, a late fee is for, or a receipt was paid for. */
  relatedDocumentId: integer('related_document_id').references((): AnyPgColumn => billingDocuments.id),
  issuedAt: instant('issued_at').notNull(),
  /** The payment of a receipt; references `payments`. */
  paymentId: integer('payment_id').unique(),
});

/** Documents whose email was queued. */
export const billingDocumentEmails = pgTable('billing_document_emails', {
  billingDocumentId: integer('billing_document_id')
    .primaryKey()
    .references(() => billingDocuments.id),
  queuedAt: instant('queued_at').notNull(),
  /** Why the email had no e-invoice, although the client gets one. */
  eInvoiceProblem: text('e_invoice_problem'),
});

/** Documents whose late fee the owner waived (term 6). */
export const lateFeeWaivers = pgTable('late_fee_waivers', {
  invoiceId: integer('invoice_id')
    .primaryKey()
    .references(() => billingDocuments.id),
  reason: text(),
  waivedAt: instant('waived_at').notNull(),
});

/** The last number of each series and year. */
export const billingDocumentSequences = pgTable(
  'billing_document_sequences',
  {
    series: text({ enum: documentSeries }).notNull(),
    year: integer().notNull(),
    lastNumber: integer('last_number').notNull(),
  },
  table => [primaryKey({ columns: [table.series, table.year] })],
);

/** Ledger entries: their sum per document is the amount owed. */
export const ledgerEntries = pgTable('ledger_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  billingDocumentId: integer('billing_document_id')
    .notNull()
    .references(() => billingDocuments.id),
  kind: text({ enum: ledgerEntryKinds }).notNull(),
  amount: amount('amount').notNull(),
  creditNoteId: integer('credit_note_id').references(() => billingDocuments.id),
  /** Reference `payments` and `refunds` without foreign keys: that feature depends on this one. */
  paymentId: integer('payment_id'),
  refundId: integer('refund_id'),
  adjustmentId: integer('adjustment_id').references(() => ledgerAdjustments.id),
  postedAt: instant('posted_at').notNull(),
});

/** Manual changes of balances, with author, time and reason. */
export const ledgerAdjustments = pgTable('ledger_adjustments', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  reason: text().notNull(),
  /** References `users` without a foreign key here. */
  actorId: text('actor_id'),
  /** The adjustment that it undoes. */
  undoesId: integer('undoes_id')
    .unique()
    .references((): AnyPgColumn => ledgerAdjustments.id),
  createdAt: instant('created_at').notNull(),
});

/** Sums of the ledger per document, maintained by the database. */
export const documentBalances = pgTable('document_balances', {
  documentId: integer('document_id')
    .primaryKey()
    .references(() => billingDocuments.id),
  owed: bigint({ mode: 'number' }).notNull(),
  paid: bigint({ mode: 'number' }).notNull(),
  credited: bigint({ mode: 'number' }).notNull(),
  writtenOff: bigint('written_off', { mode: 'number' }).notNull().default(0),
});

/** Named tax rates; rows of one name apply on different days. */
export const taxRates = pgTable('tax_rates', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  basisPoints: integer('basis_points').notNull(),
  category: text({ enum: taxCategories }).notNull(),
  /** Printed on documents; null for the usual text of the category. */
  note: text(),
  /** First and last day; null if unlimited. */
  validFrom: date('valid_from'),
  validUntil: date('valid_until'),
  /** Whether it applies without details of the buyer. */
  isDefault: boolean('is_default').notNull(),
});

/** How new documents look, in a single row. */
export const documentDesign = pgTable('document_design', {
  isSingleton: boolean('is_singleton').primaryKey().default(true),
  layout: text({ enum: documentLayouts }).notNull().default('classic'),
  accent: text().notNull().default(DOCUMENT_INK),
  /** Its file is kept, because issued documents refer to it. */
  logo: jsonb().$type<DocumentLogo>(),
});

/** The owner's own texts of emails; without a row, the site's. */
export const documentEmailTexts = pgTable(
  'document_email_texts',
  {
    kind: text({ enum: documentEmailKinds }).notNull(),
    language: text({ enum: documentLanguages }).notNull(),
    subject: text().notNull(),
    body: text().notNull(),
  },
  table => [primaryKey({ columns: [table.kind, table.language] })],
);

/** Billing settings in a single row. */
export const billingSettings = pgTable('billing_settings', {
  isSingleton: boolean('is_singleton').primaryKey().default(true),
  taxId: text('tax_id'),
  /** Name and rate of the default of `taxRates`, which the previous version reads and writes. */
  taxName: text('tax_name').notNull().default('Tax'),
  taxBasisPoints: integer('tax_basis_points').notNull().default(0),
  taxBehavior: text('tax_behavior', { enum: taxBehaviors }).notNull().default('inclusive'),
  /** For businesses; null if as for consumers. */
  businessTaxBehavior: text('business_tax_behavior', { enum: taxBehaviors }),
  /** The seller's country (ISO 3166-1). */
  taxCountry: text('tax_country'),
  isSmallBusiness: boolean('is_small_business').notNull().default(false),
  /** The seller's address by parts; null until entered. */
  street: text(),
  postalCode: text('postal_code'),
  city: text(),
  region: text(),
  electronicAddressScheme: text('electronic_address_scheme'),
  electronicAddress: text('electronic_address'),
  paperSize: text('paper_size', { enum: paperSizes }).notNull().default('A4'),
  /** The account for bank transfers, without spaces. */
  iban: text(),
  bic: text(),
  /** Instructions for the client; null if the method is not offered. */
  bankTransferInstructions: text('bank_transfer_instructions'),
  bkashInstructions: text('bkash_instructions'),
  nagadInstructions: text('nagad_instructions'),
  /** The smallest part of the total that clients may pay; null if they pay in full. */
  minPartialPercent: smallint('min_partial_percent'),
  /** Exchange rates to BDT, for bKash and Nagad. */
  exchangeRates: jsonb('exchange_rates').$type<ExchangeRate[]>().notNull().default([]),
  version: integer().notNull().default(1),
});

/** Settings of the DATEV export in a single row, once the owner has saved them. */
export const datevSettings = pgTable('datev_settings', {
  isSingleton: boolean('is_singleton').primaryKey().default(true),
  consultantNumber: integer('consultant_number').notNull(),
  clientNumber: integer('client_number').notNull(),
  chart: text({ enum: datevCharts }).notNull(),
  debtorAccount: integer('debtor_account').notNull(),
});

/** The value of one unit of a currency in the site's (`base`), as a decimal. */
export const currencyRates = pgTable(
  'currency_rates',
  { base: text().notNull(), currency: text().notNull(), rate: text().notNull() },
  table => [primaryKey({ columns: [table.base, table.currency] })],
);
