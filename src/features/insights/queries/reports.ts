import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import type { Dimension, Metric } from '../contract/limits.ts';
import type { DateRange } from '../rules/date-ranges.ts';

export interface Totals {
  readonly views: number;
  readonly visitors: number;
}

export interface DimensionFilter {
  readonly dimension: Dimension | 'total';
  readonly value: string;
}

const within = ({ from, to }: DateRange) => sql`day between ${from.toString()} and ${to.toString()}`;
const about = ({ dimension, value }: DimensionFilter) => sql`dimension = ${dimension} and value = ${value}`;

const NONE: Totals = { views: 0, visitors: 0 };

/** Returns the totals of a range. */
export async function getTotals(db: Db, range: DateRange, subject: DimensionFilter): Promise<Totals> {
  const { rows } = await db.execute<Totals & Record<string, unknown>>(sql`
    select coalesce(sum(views), 0)::int as views, coalesce(sum(visitors), 0)::int as visitors
    from insights_daily_stats where ${about(subject)} and ${within(range)}`);
  return rows[0] ?? NONE;
}

/** Lists totals by day, or by month under its first day; ISO 8601. Omits empty ones. */
export async function listTotalsByInterval(
  db: Db,
  range: DateRange,
  interval: 'day' | 'month',
  subject: DimensionFilter,
): Promise<Map<string, Totals>> {
  const point = interval === 'day' ? sql`day` : sql`date_trunc('month', day)::date`;
  const { rows } = await db.execute<Totals & { point: string } & Record<string, unknown>>(sql`
    select ${point}::text as point, sum(views)::int as views, sum(visitors)::int as visitors
    from insights_daily_stats where ${about(subject)} and ${within(range)} group by 1`);
  return new Map(rows.map(row => [row.point, row]));
}

/** Lists totals of today or yesterday by hours since the day began. */
export async function listTotalsByHour(db: Db, day: string): Promise<Map<number, Totals>> {
  const { rows } = await db.execute<Totals & { hour: number } & Record<string, unknown>>(sql`
    select hour_index as hour, views, visitors from insights_hourly_stats where day = ${day}`);
  return new Map(rows.map(row => [row.hour, row]));
}

export interface DimensionRow extends Totals {
  readonly value: string;
}

/** Lists the top items of every list, with the number of items. */
export async function listTopValues(
  db: Db,
  range: DateRange,
  most: number,
): Promise<Map<string, { items: DimensionRow[]; total: number }>> {
  const { rows } = await db.execute<DimensionRow & { dimension: string; total: number } & Record<string, unknown>>(sql`
    select * from (
      select dimension, value, sum(views)::int as views, sum(visitors)::int as visitors,
        row_number() over (partition by dimension order by sum(visitors) desc, sum(views) desc, value) as place,
        count(*) over (partition by dimension)::int as total
      from insights_daily_stats where dimension not in ('total', 'funnel_step') and ${within(range)} group by dimension, value
    ) as ranked where place <= ${most} order by dimension, place`);
  return new Map(
    [...Map.groupBy(rows, ({ dimension }) => dimension)].map(([dimension, items]) => [
      dimension,
      { items, total: items[0]?.total ?? 0 },
    ]),
  );
}

/** Lists all items of a list, most visited first. */
export async function listDimensionValues(db: Db, range: DateRange, list: Dimension): Promise<DimensionRow[]> {
  const { rows } = await db.execute<DimensionRow & Record<string, unknown>>(sql`
    select value, sum(views)::int as views, sum(visitors)::int as visitors
    from insights_daily_stats where dimension = ${list} and ${within(range)}
    group by value order by visitors desc, views desc, value`);
  return rows;
}

/** Counts the visitors who reached each step of the funnel. */
export async function countFunnelSteps(db: Db, range: DateRange): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ value: string; visitors: number }>(sql`
    select value, sum(visitors)::int as visitors from insights_daily_stats where dimension = 'funnel_step' and ${within(range)} group by value`);
  return new Map(rows.map(({ value, visitors }) => [value, visitors]));
}

export interface WebVitalBucket extends Record<string, unknown> {
  readonly pageGroup: string;
  readonly metric: Metric;
  readonly bucket: number;
  readonly count: number;
}

/** Counts the measured values in each bucket. */
export async function listWebVitalBuckets(db: Db, range: DateRange): Promise<WebVitalBucket[]> {
  const { rows } = await db.execute<WebVitalBucket>(sql`
    select page_group as "pageGroup", metric, bucket, sum(count)::int as count
    from insights_web_vitals where ${within(range)} group by page_group, metric, bucket`);
  return rows;
}

/** Returns the first tracked day (ISO 8601). */
export async function findFirstTrackedDay(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select min(day)::text as day from insights_daily_stats where dimension = 'total'`);
  return rows[0]?.day ?? undefined;
}
