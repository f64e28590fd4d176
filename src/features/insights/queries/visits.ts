import { and, eq, inArray, sql } from 'drizzle-orm';
import { posts } from '#features/blog/index.ts';
import { projects } from '#features/projects/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import {
  insightsDailyStats,
  insightsHourlyStats,
  insightsSalts,
  insightsPageViews,
  insightsWebVitals,
} from '../tables.ts';

export type PageViewRow = Omit<typeof insightsPageViews.$inferInsert, 'id'>;

export type WebVitalRow = Omit<typeof insightsWebVitals.$inferInsert, 'count'>;

/** Returns the salt of a day (ISO 8601); stores `newSalt` if there is none. */
export async function getOrInsertSalt(tx: Transaction, day: string, newSalt: string): Promise<string> {
  await tx.insert(insightsSalts).values({ day, salt: newSalt }).onConflictDoNothing();
  const [row] = await tx.select({ salt: insightsSalts.salt }).from(insightsSalts).where(eq(insightsSalts.day, day));
  if (!row) throw new Error('The salt was deleted concurrently.');
  return row.salt;
}

/** Returns those of the slugs of posts, and of the IDs of projects, that are public. */
export async function listPublicContent(tx: Transaction, slugs: string[], ids: string[]) {
  const { slug } = posts;
  const { id } = projects;
  const shownPosts = tx
    .select({ slug })
    .from(posts)
    .where(and(inArray(slug, slugs), posts.isPublic));
  const shownProjects = tx
    .select({ id })
    .from(projects)
    .where(and(inArray(id, ids), projects.isPublic));
  return {
    posts: new Set((await shownPosts).map(row => row.slug)),
    projects: new Set((await shownProjects).map(row => row.id)),
  };
}

/** Inserts page views in order; as one JSON parameter, because thousands of parameters would block the server. */
export async function insertPageViews(tx: Transaction, rows: readonly PageViewRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into insights_page_views (
      day, hour_index, visitor_hash, path, funnel_step, source, medium, campaign, country, device, browser, os)
    select day, "hourIndex", "visitorHash", path, "funnelStep", source, medium, campaign, country, device, browser, os
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as visit (
      day date, "hourIndex" smallint, "visitorHash" text, path text, "funnelStep" text, source text, medium text,
      campaign text, country text, device text, browser text, os text)`);
}

/** Increments the counter of each measured value's bucket. */
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

/** Deletes all tracking data. */
export async function deleteAllInsights(tx: Transaction): Promise<void> {
  for (const table of [insightsPageViews, insightsDailyStats, insightsHourlyStats, insightsWebVitals, insightsSalts]) {
    await tx.delete(table);
  }
}
