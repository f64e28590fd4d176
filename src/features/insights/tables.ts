import { bigint, boolean, date, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { metrics } from './contract/limits.ts';

export const insightsSettings = pgTable('insights_settings', {
  isSingleton: boolean('is_singleton').primaryKey().default(true),
  isTrackingEnabled: boolean('is_tracking_enabled').notNull().default(true),
});

/** Salts of visitor hashes, deleted after their day. */
export const insightsSalts = pgTable('insights_salts', {
  day: date().primaryKey(),
  salt: text().notNull(),
});

/** Page views of today and yesterday. */
export const insightsPageViews = pgTable('insights_page_views', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** In the owner's time zone at that time. */
  day: date().notNull(),
  /** Hours since that day began. */
  hourIndex: smallint('hour_index').notNull(),
  visitorHash: text('visitor_hash').notNull(),
  path: text().notNull(),
  funnelStep: text('funnel_step', { enum: ['viewed_pricing', 'started_checkout'] }),
  source: text(),
  medium: text(),
  campaign: text(),
  country: text().notNull(),
  device: text().notNull(),
  browser: text().notNull(),
  os: text().notNull(),
});

/** Aggregated days. `dimension` is one of `dimensions`, `total` or `funnel_step`. */
export const insightsDailyStats = pgTable(
  'insights_daily_stats',
  {
    day: date().notNull(),
    dimension: text().notNull(),
    value: text().notNull(),
    views: integer().notNull(),
    visitors: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.dimension, table.day, table.value] })],
);

/** Hourly totals of today and yesterday. */
export const insightsHourlyStats = pgTable(
  'insights_hourly_stats',
  {
    day: date().notNull(),
    hourIndex: smallint('hour_index').notNull(),
    views: integer().notNull(),
    visitors: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.hourIndex] })],
);

/** Number of measured values per day and bucket. */
export const insightsWebVitals = pgTable(
  'insights_web_vitals',
  {
    day: date().notNull(),
    pageGroup: text('page_group').notNull(),
    metric: text({ enum: metrics }).notNull(),
    bucket: smallint().notNull(),
    count: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.pageGroup, table.metric, table.bucket] })],
);
