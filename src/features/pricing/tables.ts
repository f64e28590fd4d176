import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { MinorUnits } from '#shared/money.ts';

const listed = () => ({
  id: text().primaryKey(),
  position: integer().notNull(),
  /** Not shown to visitors. */
  hidden: boolean().notNull().default(false),
  /** Unchanged sample content. */
  sample: boolean().notNull().default(false),
  /** Incremented by each save to detect edit conflicts. */
  version: integer().notNull().default(1),
});

const priced = () => ({
  priceMinor: integer('price_minor').$type<MinorUnits>().notNull(),
  currency: text().notNull(),
});

export const plans = pgTable('plans', {
  ...listed(),
  ...priced(),
  name: text().notNull(),
  priceIsMinimum: boolean('price_is_minimum').notNull().default(false),
  tagline: text().notNull(),
  description: text().notNull(),
  features: text().array().notNull(),
  /** Expected days from deposit to delivery. */
  deliveryDays: integer('delivery_days').notNull(),
  supportDays: integer('support_days').notNull(),
  contentItems: text('content_items').array().notNull().default([]),
  highlighted: boolean().notNull().default(false),
});

export const services = pgTable('services', {
  ...listed(),
  ...priced(),
  title: text().notNull(),
  description: text().array().notNull(),
  highlight: boolean().notNull().default(false),
});

export const customPackageDetails = pgTable('custom_package_details', { ...listed(), text: text().notNull() });

export const specializedServices = pgTable('specialized_services', {
  ...listed(),
  title: text().notNull(),
  description: text().notNull(),
});

export const consultationFeatures = pgTable('consultation_features', {
  ...listed(),
  name: text().notNull(),
  description: text().notNull(),
});

export const consultationOptions = pgTable('consultation_options', {
  ...listed(),
  ...priced(),
  title: text().notNull(),
  description: text().notNull(),
  minutes: integer().notNull(),
  priceUnit: text('price_unit', { enum: ['session', 'hour'] }).notNull(),
  isPrimary: boolean('is_primary').notNull().default(false),
});

/** Texts with variables in braces. */
export const paymentTerms = pgTable('payment_terms', {
  number: integer().primaryKey(),
  short: text().notNull(),
  text: text().notNull(),
});

/** Settings of the terms in a single row; its version covers the texts, too. */
export const paymentTermSettings = pgTable('selling_terms', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  depositPercent: integer('deposit_percent').notNull().default(50),
  balanceDays: integer('balance_days').notNull().default(7),
  installmentsFromMinor: integer('installments_from_minor').$type<MinorUnits>().notNull(),
  currency: text().notNull().default('USD'),
  lateDays: integer('late_days').notNull().default(7),
  lateFeePercent: integer('late_fee_percent').notNull().default(5),
  lateFees: text('late_fees', { enum: ['proposed', 'automatic'] })
    .notNull()
    .default('proposed'),
  refundDays: integer('refund_days').notNull().default(7),
  minorRevisions: integer('minor_revisions').notNull().default(3),
  urgentPercent: integer('urgent_percent').notNull().default(25),
  version: integer().notNull().default(1),
});
