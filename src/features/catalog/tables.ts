import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { MinorUnits } from '#shared/money.ts';

export const plans = pgTable('plans', {
  id: text().primaryKey(),
  position: integer().notNull(),
  name: text().notNull(),
  priceMinor: integer('price_minor').$type<MinorUnits>().notNull(),
  currency: text().notNull(),
  priceIsMinimum: boolean('price_is_minimum').notNull().default(false),
  tagline: text().notNull(),
  description: text().notNull(),
  features: text().array().notNull(),
});

export const services = pgTable('services', {
  id: text().primaryKey(),
  position: integer().notNull(),
  title: text().notNull(),
  priceMinor: integer('price_minor').$type<MinorUnits>().notNull(),
  currency: text().notNull(),
  description: text().array().notNull(),
  highlight: boolean().notNull().default(false),
});

export const customPackageDetails = pgTable('custom_package_details', {
  id: text().primaryKey(),
  position: integer().notNull(),
  text: text().notNull(),
});

export const specializedServices = pgTable('specialized_services', {
  id: text().primaryKey(),
  position: integer().notNull(),
  title: text().notNull(),
  description: text().notNull(),
});

export const paymentTerms = pgTable('payment_terms', {
  number: integer().primaryKey(),
  short: text().notNull(),
  text: text().notNull(),
});

export const consultationFeatures = pgTable('consultation_features', {
  position: integer().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
});

export const consultationOptions = pgTable('consultation_options', {
  id: text().primaryKey(),
  position: integer().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  priceMinor: integer('price_minor').$type<MinorUnits>().notNull(),
  currency: text().notNull(),
  minutes: integer().notNull(),
  priceUnit: text('price_unit', { enum: ['session', 'hour'] }).notNull(),
  isPrimary: boolean('is_primary').notNull().default(false),
});
