import {
  type AnyPgColumn,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import type { EInvoiceFormat } from '#features/e-invoices/contract/constants.ts';
import { citext, instant } from '#platform/database/columns.ts';
import { documentLanguages, type VatCheck } from './contract/constants.ts';
import type { ReminderSchedule } from './contract/reminder-schedule.ts';

/** People and companies who buy. */
export const clients = pgTable('clients', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** The person; for a company, its contact. */
  name: text().notNull(),
  company: text().notNull().default(''),
  phone: text().notNull().default(''),
  street: text().notNull().default(''),
  postalCode: text('postal_code').notNull().default(''),
  city: text().notNull().default(''),
  region: text().notNull().default(''),
  country: text().notNull().default(''),
  taxId: text('tax_id').notNull().default(''),
  /** Language of documents and their emails. */
  language: text({ enum: documentLanguages }).notNull().default('en'),
  /** For manual invoices; null for the site's. */
  currency: text(),
  paymentDays: smallint('payment_days'),
  /** The client's schedule of invoice reminders; null for the site's. */
  reminderSchedule: jsonb('reminder_schedule').$type<ReminderSchedule>(),
  /** When that last changed, also by a merge; reminders for earlier days are not sent. */
  remindersChangedOn: date('reminders_changed_on'),
  /** The last result of VIES for the VAT ID. */
  vatCheck: jsonb('vat_check').$type<VatCheck>(),
  /** The e-invoice in emails of new invoices; empty for none. */
  eInvoiceFormat: text('e_invoice_format').$type<EInvoiceFormat | ''>().notNull().default(''),
  /** EN 16931 BT-10, such as a Leitweg-ID. */
  buyerReference: text('buyer_reference').notNull().default(''),
  electronicAddressScheme: text('electronic_address_scheme').notNull().default(''),
  electronicAddress: text('electronic_address').notNull().default(''),
  notes: text().notNull().default(''),
  tags: text().array().notNull().default([]),
  /** Set while the client is merged into another one. */
  mergedIntoId: integer('merged_into_id').references((): AnyPgColumn => clients.id),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const clientEmails = pgTable('client_emails', {
  email: citext().primaryKey(),
  clientId: integer('client_id')
    .notNull()
    .references(() => clients.id, { onDelete: 'cascade' }),
  isPrimary: boolean('is_primary').notNull(),
});

/** Merges that can be undone. */
export const clientMerges = pgTable('client_merges', {
  mergedId: integer('merged_id')
    .primaryKey()
    .references(() => clients.id, { onDelete: 'cascade' }),
  keptId: integer('kept_id')
    .notNull()
    .references(() => clients.id, { onDelete: 'cascade' }),
  movedEmails: text('moved_emails').array().notNull(),
  /** The primary email of the merged client. */
  primaryEmail: text('primary_email'),
  /** The fields of the kept client that were filled in, with their values. */
  filled: jsonb().$type<MergeFilled>().notNull(),
  mergedAt: instant('merged_at').notNull(),
});

export type MergeFilled = Partial<Omit<typeof clients.$inferSelect, 'createdAt' | 'updatedAt'>>;

/** Pairs that the owner said are not the same client. */
export const dismissedDuplicates = pgTable(
  'dismissed_duplicates',
  {
    firstId: integer('first_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    secondId: integer('second_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
  },
  table => [primaryKey({ columns: [table.firstId, table.secondId] })],
);
