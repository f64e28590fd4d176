import { sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';

/** Maximum number of items stored per list and day, so that made-up values can't fill the database. */
const MAX_VALUES_PER_DIMENSION = 500;

/** Days with more page views are too slow to aggregate at each report. */
const LARGE_DAY_VIEWS = 10_000;

/**
 * Lists days (ISO 8601) with unaggregated page views. `missing` is the share of a busy day's page views that may stay
 * unaggregated: 0.01 for one in a hundred.
 */
export async function listUnaggregatedDays(db: Db, missing: number): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select v.day::text as day from (select day, count(*)::int as views from insights_page_views group by day) v
    left join insights_daily_stats c on c.dimension = 'total' and c.day = v.day and c.value = ''
    where c.views is null
      or v.views <> c.views and (c.views < ${LARGE_DAY_VIEWS} or v.views - c.views > c.views * ${missing}::float8)
    order by v.day`);
  return rows.map(({ day }) => day);
}

/** Like `listUnaggregatedDays`, but locks them until the transaction ends. */
export async function lockUnaggregatedDays(tx: Transaction, missing: number): Promise<string[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('insights', 0))`);
  return listUnaggregatedDays(tx, missing);
}

/** Aggregates all page views of a day (ISO 8601) again. */
export async function aggregateDay(tx: Transaction, day: string): Promise<void> {
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
        select told.dimension, told.value, visitor_hash, count(*) as views
        from views cross join lateral (values
          ('total', ''), ('funnel_step', funnel_step), ('page', path), ('source', source), ('medium', medium), ('campaign', campaign),
          ('country', country), ('device', device), ('browser', browser), ('os', os)
        ) as told (dimension, value)
        where told.value is not null group by told.dimension, told.value, visitor_hash
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
