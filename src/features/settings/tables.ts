import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';

export const settings = pgTable('settings', {
  isSingleton: boolean('is_singleton').primaryKey().default(true),
  minPasswordLength: integer('min_password_length').notNull().default(6),
  configuredSiteUrl: text('configured_site_url'),
  defaultCurrency: text('default_currency').notNull().default('USD'),
});
