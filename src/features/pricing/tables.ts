import { jsonb, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { EditableTerm } from './contract/payment-terms.ts';
import type { MinorUnits } from '#shared/money.ts';

const listed = () => ({
  id: text().primaryKey(),
  position: integer().notNull(),
  /** Not shown to visitors. */
  isHidden: boolean('is_hidden').notNull().default(false),
  /** Unchanged sample content. */
  isSample: boolean('is_sample').notNull().default(false),
  /** Incremented by each save to detect edit conflicts. */
  version: integer().notNull().default(1),
});

const priced = () => ({
  priceAmount: integer('price_amount').$type<MinorUnits>().notNull(),
  currency: text().notNull(),
});

const plans = pgTable('plans', {
  ...listed(),
  ...priced(),
  name: text().notNull(),
  isStartingPrice: boolean('is_starting_price').notNull().default(false),
  tagline: text().notNull(),
  description: text().notNull(),
  features: text().array().notNull(),
  /** Expected days from deposit to delivery. */
  deliveryDays: integer('delivery_days').notNull(),
  supportDays: integer('support_days').notNull(),
  contentItems: text('content_items').array().notNull().default([]),
  isHighlighted: boolean('is_highlighted').notNull().default(false),
});

const services = pgTable('services', {
  ...listed(),
  ...priced(),
  title: text().notNull(),
  description: text().array().notNull(),
  isHighlighted: boolean('is_highlighted').notNull().default(false),
});

const customPackageDetails = pgTable('custom_package_details', { ...listed(), text: text().notNull() });

const specializedServices = pgTable('specialized_services', {
  ...listed(),
  title: text().notNull(),
  description: text().notNull(),
});

const consultationFeatures = pgTable('consultation_features', {
  ...listed(),
  name: text().notNull(),
  description: text().notNull(),
});

const consultationOptions = pgTable('consultation_options', {
  ...listed(),
  ...priced(),
  title: text().notNull(),
  description: text().notNull(),
  durationMinutes: integer('duration_minutes').notNull(),
  priceUnit: text('price_unit', { enum: ['session', 'hour'] }).notNull(),
  isPrimary: boolean('is_primary').notNull().default(false),
});

/** The table of each kind of offer. */
export const offerTables = {
  plan: plans,
  service: services,
  custom_package_detail: customPackageDetails,
  consultation_option: consultationOptions,
  consultation_feature: consultationFeatures,
  specialized_service: specializedServices,
};

/** Texts with variables in braces. */
export const paymentTerms = pgTable('payment_terms', {
  number: integer().primaryKey(),
  title: text().notNull(),
  text: text().notNull(),
  translations: jsonb().$type<EditableTerm['translations']>().notNull().default({}),
});

/** Settings of the terms in a single row; its version covers the texts, too. */
export const paymentTermSettings = pgTable('payment_term_settings', {
  isSingleton: boolean('is_singleton').primaryKey().default(true),
  depositPercent: integer('deposit_percent').notNull().default(50),
  balanceDueDays: integer('balance_due_days').notNull().default(7),
  installmentMinimumAmount: integer('installment_minimum_amount').$type<MinorUnits>().notNull(),
  currency: text().notNull().default('USD'),
  lateFeeAfterDays: integer('late_fee_after_days').notNull().default(7),
  lateFeePercent: integer('late_fee_percent').notNull().default(5),
  lateFeeMode: text('late_fee_mode', { enum: ['manual', 'automatic'] })
    .notNull()
    .default('manual'),
  refundAfterDays: integer('refund_after_days').notNull().default(7),
  includedRevisions: integer('included_revisions').notNull().default(3),
  urgentSurchargePercent: integer('urgent_surcharge_percent').notNull().default(25),
  version: integer().notNull().default(1),
});
