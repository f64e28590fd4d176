import { bigint, boolean, date, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { metrics } from './contract/limits.ts';

export const insightsSettings = pgTable('insights_settings', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  counting: boolean().notNull().default(true),
});

/** Salts of visitor hashes, deleted after their day. */
export const insightsSalts = pgTable('insights_salts', {
  day: date().primaryKey(),
  salt: text().notNull(),
});

/** Page views of today and yesterday. */
export const insightsPageViews = pgTable('insights_views', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** In the owner's time zone at that time. */
  day: date().notNull(),
  /** Hours since that day began. */
  hour: smallint().notNull(),
  visitor: text().notNull(),
  page: text().notNull(),
  step: text({ enum: ['pricing', 'begun'] }),
  source: text(),
  medium: text(),
  campaign: text(),
  country: text().notNull(),
  device: text().notNull(),
  browser: text().notNull(),
  system: text().notNull(),
});

/** Aggregated days. `list` is one of `dimensions`, or `total` or `step`. */
export const insightsDailyStats = pgTable(
  'insights_counts',
  {
    day: date().notNull(),
    list: text().notNull(),
    item: text().notNull(),
    views: integer().notNull(),
    visitors: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.list, table.day, table.item] })],
);

/** Hourly totals of today and yesterday. */
export const insightsHourlyStats = pgTable(
  'insights_hours',
  {
    day: date().notNull(),
    hour: smallint().notNull(),
    views: integer().notNull(),
    visitors: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.hour] })],
);

/** Number of measured values per day and bucket. */
export const insightsWebVitals = pgTable(
  'insights_vitals',
  {
    day: date().notNull(),
    pageGroup: text('page_group').notNull(),
    metric: text({ enum: metrics }).notNull(),
    bucket: smallint().notNull(),
    count: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.pageGroup, table.metric, table.bucket] })],
);
