import { between, sql, sum } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import { BREAKDOWN_LIMIT, type Dimension, dimensions, metrics, pageGroups } from '../contract/limits.ts';
import type { Summary, TimeSeries, WebVital } from '../contract/reports.ts';
import {
  type DateRange,
  getInterval,
  getRangeBounds,
  listHourLabels,
  listIntervalStarts,
  toDayHour,
} from '../rules/date-ranges.ts';
import { getDimensionLabel } from '../rules/labels.ts';
import { findPercentile75, rateWebVital } from '../rules/web-vitals.ts';
import { insightsWebVitals } from '../tables.ts';
import { countConversions } from './conversions.ts';

type Totals = { readonly views: number; readonly visitors: number };

/** A requested date range, its time zone (IANA) and the current day there. */
interface Period {
  readonly range: DateRange;
  readonly timeZone: string;
  readonly today: Temporal.PlainDate;
}

/** An item of a list; reports without one cover the entire site. */
export interface Subject {
  readonly dimension: Dimension;
  readonly value: string;
}

const within = ({ from, to }: DateRange) => sql`day between ${from.toString()} and ${to.toString()}`;
const hasSubject = (subject: Subject | undefined) =>
  sql`dimension = ${subject?.dimension ?? 'total'} and value = ${subject?.value ?? ''}`;

const NONE: Totals = { views: 0, visitors: 0 };

/** Returns the totals of a range. */
export async function getTotals(db: Db, range: DateRange, subject?: Subject): Promise<Totals> {
  const { rows } = await db.execute<Totals>(sql`
    select coalesce(sum(views), 0)::int as views, coalesce(sum(visitors), 0)::int as visitors
    from insights_daily_stats where ${hasSubject(subject)} and ${within(range)}`);
  return rows[0] ?? NONE;
}

/** Returns views and visitors over time; undefined if unknown. */
export async function findTimeSeries(
  db: Db,
  now: Temporal.Instant,
  { range, today, timeZone }: Period,
  subject?: Subject,
): Promise<TimeSeries | undefined> {
  const interval = getInterval(range, today);
  if (interval === 'hour') {
    if (subject) return undefined;
    const day = range.from.toString();
    const { rows } = await db.execute<Totals & { hour: number }>(sql`
      select hour_index as hour, views, visitors from insights_hourly_stats where day = ${day}`);
    const counted = new Map(rows.map(({ hour, ...totals }) => [hour, totals]));
    const hours = listHourLabels(range.from, timeZone);
    const points = hours.map((start, hour) => ({ start, ...(counted.get(hour) ?? NONE) }));
    const current = toDayHour(now, timeZone);
    // For today, only the hours that have begun.
    return { interval, points: current.day === day ? points.slice(0, current.hourIndex + 1) : points };
  }
  const start = interval === 'day' ? sql`day` : sql`date_trunc('month', day)::date`;
  const { rows } = await db.execute<Totals & { start: string }>(sql`
    select ${start}::text as start, sum(views)::int as views, sum(visitors)::int as visitors
    from insights_daily_stats where ${hasSubject(subject)} and ${within(range)} group by 1`);
  const counted = new Map(rows.map(row => [row.start, row]));
  const starts = listIntervalStarts(range, interval);
  return { interval, points: starts.map(point => counted.get(point) ?? { start: point, ...NONE }) };
}

/** Lists the top items of every list, each with the number of all items. */
export async function listBreakdowns(db: Db, range: DateRange): Promise<Summary['breakdowns']> {
  const { rows } = await db.execute<Totals & { dimension: Dimension; value: string; total: number }>(sql`
    select dimension, value, views, visitors, total from (
      select dimension, value, sum(views)::int as views, sum(visitors)::int as visitors,
        row_number() over (partition by dimension order by sum(visitors) desc, sum(views) desc, value) as place,
        count(*) over (partition by dimension)::int as total
      from insights_daily_stats where dimension not in ('total', 'funnel_step') and ${within(range)} group by dimension, value
    ) as ranked where place <= ${BREAKDOWN_LIMIT} order by dimension, place`);
  const found = Map.groupBy(rows, row => row.dimension);
  return dimensions.map(dimension => {
    const top = found.get(dimension) ?? [];
    const items = top.map(({ value, views, visitors }) => {
      return { value, label: getDimensionLabel(dimension, value), views, visitors };
    });
    return { dimension, total: top[0]?.total ?? 0, items };
  });
}

/** Lists all items of a list, most visited first. */
export async function listDimensionValues(db: Db, range: DateRange, list: Dimension) {
  const { rows } = await db.execute<Totals & { value: string }>(sql`
    select value, sum(views)::int as views, sum(visitors)::int as visitors
    from insights_daily_stats where dimension = ${list} and ${within(range)}
    group by value order by visitors desc, views desc, value`);
  return rows;
}

/** Counts the visitors who reached each step of the funnel, and the conversions of these days. */
export async function readFunnel(
  db: Db,
  { range, timeZone }: Period,
): Promise<Omit<NonNullable<Summary['funnel']>, 'visitors'>> {
  const { rows } = await db.execute<{ value: string; visitors: number }>(sql`
    select value, sum(visitors)::int as visitors from insights_daily_stats where dimension = 'funnel_step' and ${within(range)} group by value`);
  const steps = new Map(rows.map(({ value, visitors }) => [value, visitors]));
  return {
    viewedPricing: steps.get('viewed_pricing') ?? 0,
    startedCheckout: steps.get('started_checkout') ?? 0,
    ...(await countConversions(db, ...getRangeBounds(range, timeZone))),
  };
}

/** Returns the 75th percentile of each metric by page group. */
export async function listWebVitals(db: Db, { from, to }: DateRange): Promise<WebVital[]> {
  const { day, pageGroup, metric, bucket, count } = insightsWebVitals;
  const counts = await db
    .select({ pageGroup, metric, bucket, count: sum(count).mapWith(Number) })
    .from(insightsWebVitals)
    .where(between(day, from.toString(), to.toString()))
    .groupBy(pageGroup, metric, bucket);
  return pageGroups.flatMap(group =>
    metrics.flatMap(measured => {
      const buckets = counts.filter(row => row.pageGroup === group && row.metric === measured);
      const p75 = findPercentile75(measured, buckets);
      if (p75 === undefined) return [];
      const sampleCount = buckets.reduce((total, row) => total + row.count, 0);
      return [{ pageGroup: group, metric: measured, p75, rating: rateWebVital(measured, p75), sampleCount }];
    }),
  );
}

/** Returns the first tracked day (ISO 8601). */
export async function findFirstTrackedDay(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select min(day)::text as day from insights_daily_stats where dimension = 'total'`);
  return rows[0]?.day ?? undefined;
}
