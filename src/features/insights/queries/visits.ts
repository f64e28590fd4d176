import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { posts } from '#features/blog/tables.ts';
import { projects } from '#features/projects/tables.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import {
  insightsDailyStats,
  insightsHourlyStats,
  insightsSalts,
  insightsPageViews,
  insightsWebVitals,
} from '../tables.ts';

/** A page view as it is kept. */
export type PageViewRow = Omit<typeof insightsPageViews.$inferInsert, 'id'>;

/** A measured value as it is kept. */
export type WebVitalRow = Omit<typeof insightsWebVitals.$inferInsert, 'count'>;

/** The salt of a day (ISO 8601); the first who asks for a day gives it the one that they brought. */
export async function getOrInsertSalt(tx: Transaction, day: string, fresh: string): Promise<string> {
  await tx.insert(insightsSalts).values({ day, salt: fresh }).onConflictDoNothing();
  const [row] = await tx.select({ salt: insightsSalts.salt }).from(insightsSalts).where(eq(insightsSalts.day, day));
  if (!row) throw new Error('The salt of the day was deleted meanwhile.');
  return row.salt;
}

/** Of these slugs, those of posts that readers see. */
export async function listPublicPostSlugs(db: Db, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const rows = await db
    .select({ slug: posts.slug })
    .from(posts)
    .where(and(inArray(posts.slug, [...slugs]), posts.isPublic));
  return rows.map(({ slug }) => slug);
}

/** Of these ids, those of projects that readers see. */
export async function listPublicProjectIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(inArray(projects.id, [...ids]), projects.isPublic));
  return rows.map(({ id }) => id);
}

/** Adds page views, in their order; as one value, since a parameter for each field of many rows keeps the server from all else. */
export async function insertPageViews(tx: Transaction, rows: readonly PageViewRow[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = sql.raw('day, hour, visitor, page, step, source, medium, campaign, country, device, browser, system');
  await tx.execute(sql`
    insert into insights_views (${columns})
    select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (
      day date, hour smallint, visitor text, page text, step text, source text, medium text, campaign text,
      country text, device text, browser text, system text)`);
}

/** Counts measured values, each as one. */
export async function incrementWebVitals(tx: Transaction, rows: readonly WebVitalRow[]): Promise<void> {
  if (rows.length === 0) return;
  const groups = Map.groupBy(rows, row => JSON.stringify(row));
  const values = [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, count: 1 + others.length }] : [],
  );
  const { day, pageGroup, metric, bucket, count } = insightsWebVitals;
  await tx
    .insert(insightsWebVitals)
    .values(values)
    .onConflictDoUpdate({
      target: [day, pageGroup, metric, bucket],
      set: { count: sql`${count} + excluded.count` },
    });
}

/** Deletes the salts of the days before `today` (ISO 8601). */
export async function deleteExpiredSalts(tx: Transaction, today: string): Promise<void> {
  await tx.delete(insightsSalts).where(lt(insightsSalts.day, today));
}

/** Deletes page views, and the counts by the hour, of the days before `day` (ISO 8601). */
export async function deleteOldPageViews(tx: Transaction, day: string): Promise<void> {
  await tx.delete(insightsPageViews).where(lt(insightsPageViews.day, day));
  await tx.delete(insightsHourlyStats).where(lt(insightsHourlyStats.day, day));
}

/** Deletes everything that was counted. */
export async function deleteAllInsights(tx: Transaction): Promise<void> {
  for (const table of [insightsPageViews, insightsDailyStats, insightsHourlyStats, insightsWebVitals, insightsSalts]) {
    await tx.delete(table);
  }
}
