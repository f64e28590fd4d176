import type { Transaction } from '#platform/database/database.ts';
import { listUnaggregatedDays, lockUnaggregatedDays, aggregateDay } from '../queries/daily-stats.ts';
import { deleteExpiredSalts, deleteOldPageViews } from '../queries/visits.ts';

/** Share of page views on a busy day that a report may lack until the next job. */
const MAX_UNCOUNTED_SHARE = 0.01;

/**
 * Aggregates days with new page views; skips the others cheaply. `missing` is the share of a busy day's page views that
 * may stay unaggregated.
 */
export async function aggregateDays(tx: Transaction, missing = MAX_UNCOUNTED_SHARE): Promise<void> {
  if ((await listUnaggregatedDays(tx, missing)).length === 0) return;
  // Another instance may be aggregating.
  for (const day of await lockUnaggregatedDays(tx, missing)) await aggregateDay(tx, day);
}

/** Aggregates what is pending, then deletes expired data: other days' salts, and page views from before yesterday. */
export async function aggregateAndPruneDays(tx: Transaction, today: Temporal.PlainDate): Promise<void> {
  await deleteExpiredSalts(tx, today.toString());
  await aggregateDays(tx, 0);
  await deleteOldPageViews(tx, today.subtract({ days: 1 }).toString());
}
