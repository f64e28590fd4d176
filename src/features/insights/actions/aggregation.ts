import type { Transaction } from '#platform/database/database.ts';
import { listUnaggregatedDays, lockUnaggregatedDays, aggregateDay } from '../queries/daily-stats.ts';
import { deleteExpiredSalts, deleteOldPageViews } from '../queries/visits.ts';

/** Whoever looks waits for the last one in a hundred of a day with many page views until the job comes round. */
const MAX_UNCOUNTED_SHARE = 0.01;

/**
 * Counts the days of which something came in since; where nothing did, it costs next to nothing. `missing` is the part
 * of a day with many page views that may stay uncounted.
 */
export async function aggregateDays(tx: Transaction, missing = MAX_UNCOUNTED_SHARE): Promise<void> {
  if ((await listUnaggregatedDays(tx, missing)).length === 0) return;
  // Another instance may be doing it.
  for (const day of await lockUnaggregatedDays(tx, missing)) await aggregateDay(tx, day);
}

/** Counts what is not counted yet, and then deletes what is over: other days' salts, and page views from before yesterday. */
export async function aggregateAndPruneDays(tx: Transaction, today: Temporal.PlainDate): Promise<void> {
  await deleteExpiredSalts(tx, today.toString());
  await aggregateDays(tx, 0);
  await deleteOldPageViews(tx, today.subtract({ days: 1 }).toString());
}
