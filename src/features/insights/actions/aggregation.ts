import type { Transaction } from '#platform/database/database.ts';
import { listOpenDays, listOpenDaysWhileHeld, saveDay } from '../queries/daily-stats.ts';
import { deleteSalts, deleteViews } from '../queries/visits.ts';

/** Whoever looks waits for the last one in a hundred of a day with many page views until the job comes round. */
const UNSEEN = 0.01;

/**
 * Counts the days of which something came in since; where nothing did, it costs next to nothing. `missing` is the part
 * of a day with many page views that may stay uncounted.
 */
export async function countDays(tx: Transaction, missing = UNSEEN): Promise<void> {
  if ((await listOpenDays(tx, missing)).length === 0) return;
  // Another instance may be doing it.
  for (const day of await listOpenDaysWhileHeld(tx, missing)) await saveDay(tx, day);
}

/** Counts what is not counted yet, and then deletes what is over: other days' salts, and page views from before yesterday. */
export async function tidyDays(tx: Transaction, today: Temporal.PlainDate): Promise<void> {
  await deleteSalts(tx, today.toString());
  await countDays(tx, 0);
  await deleteViews(tx, today.subtract({ days: 1 }).toString());
}
