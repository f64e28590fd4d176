import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';

export const settings = pgTable('settings', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  minimumPasswordLength: integer('minimum_password_length').notNull().default(6),
  siteAddress: text('site_address'),
  currency: text().notNull().default('USD'),
});
