import { lt, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/database/database.ts';
import { insightsHourlyStats, insightsPageViews, insightsSalts } from '../tables.ts';

/** Maximum number of items stored per list and day, so made-up values can't fill the database. */
const MAX_VALUES_PER_DIMENSION = 500;

/** Days with more page views are too slow to aggregate at each report. */
const LARGE_DAY_VIEWS = 10_000;

/** Lists days (ISO 8601) with unaggregated page views. */
async function listUnaggregatedDays(tx: Transaction, missing: number): Promise<string[]> {
  const { rows } = await tx.execute<{ day: string }>(sql`
    select v.day::text as day from (select day, count(*)::int as views from insights_page_views group by day) v
    left join insights_daily_stats c on c.dimension = 'total' and c.day = v.day and c.value = ''
    where c.views is null
      or v.views <> c.views and (c.views < ${LARGE_DAY_VIEWS} or v.views - c.views > c.views * ${missing}::float8)
    order by v.day`);
  return rows.map(({ day }) => day);
}

/** Share of page views on a busy day that a report may lack until the next job. */
const MAX_UNCOUNTED_SHARE = 0.01;

/**
 * Aggregates days with new page views; skips the others cheaply. `missing` is the share of a busy day's page views that
 * may stay unaggregated.
 */
export async function aggregateDays(tx: Transaction, missing = MAX_UNCOUNTED_SHARE): Promise<void> {
  if ((await listUnaggregatedDays(tx, missing)).length === 0) return;
  // Another instance may be aggregating, until its transaction ends.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('insights', 0))`);
  for (const day of await listUnaggregatedDays(tx, missing)) await aggregateDay(tx, day);
}

/**
 * Aggregates pending page views, then deletes expired data: other days' salts, and page views from before yesterday.
 */
export async function aggregateAndPruneDays(tx: Transaction, today: Temporal.PlainDate): Promise<void> {
  await tx.delete(insightsSalts).where(lt(insightsSalts.day, today.toString()));
  await aggregateDays(tx, 0);
  const yesterday = today.subtract({ days: 1 }).toString();
  await tx.delete(insightsPageViews).where(lt(insightsPageViews.day, yesterday));
  await tx.delete(insightsHourlyStats).where(lt(insightsHourlyStats.day, yesterday));
}

/** Aggregates all page views of a day (ISO 8601) again. */
async function aggregateDay(tx: Transaction, day: string): Promise<void> {
  await tx.execute(sql`delete from insights_daily_stats where day = ${day}`);
  await tx.execute(sql`
    with views as (
      select id, visitor_hash, path, funnel_step, source, medium, campaign, country, device, browser, os
      from insights_page_views where day = ${day}
    ), counted as (
      select 'entry_page' as dimension, path as value, count(*)::int as views, count(*)::int as visitors
      from (select distinct on (visitor_hash) path from views order by visitor_hash, id) first group by path
      union all
      -- What each visitor did first, and then how many of them there are: counting distinct ones would sort all of it.
      select dimension, value, sum(views)::int, count(*)::int from (
        select breakdown.dimension, breakdown.value, visitor_hash, count(*) as views
        from views cross join lateral (values
          ('total', ''), ('funnel_step', funnel_step), ('page', path), ('source', source), ('medium', medium), ('campaign', campaign),
          ('country', country), ('device', device), ('browser', browser), ('os', os)
        ) as breakdown (dimension, value)
        where breakdown.value is not null group by breakdown.dimension, breakdown.value, visitor_hash
      ) of_each group by dimension, value
    ), ranked as (
      select *, row_number() over (partition by dimension order by visitors desc, views desc, value) as place from counted
    )
    insert into insights_daily_stats (day, dimension, value, views, visitors)
    select ${day}::date, dimension, value, views, visitors from ranked where place <= ${MAX_VALUES_PER_DIMENSION}`);
  await tx.execute(sql`delete from insights_hourly_stats where day = ${day}`);
  await tx.execute(sql`
    insert into insights_hourly_stats (day, hour_index, views, visitors)
    select day, hour_index, count(*)::int, count(distinct visitor_hash)::int
    from insights_page_views where day = ${day} group by day, hour_index`);
}
