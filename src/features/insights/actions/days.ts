import type { Transaction } from '#platform/database/database.ts';
import { listOpenDays, listOpenDaysWhileHeld, saveDay } from '../queries/counts.ts';
import { deleteSalts, deleteViews } from '../queries/visits.ts';

/** Counts the days of which something came in since. Where nothing did, it costs next to nothing. */
export async function countDays(tx: Transaction): Promise<void> {
  if ((await listOpenDays(tx)).length === 0) return;
  // Another instance may be doing it.
  for (const day of await listOpenDaysWhileHeld(tx)) await saveDay(tx, day);
}

/** Counts what is not counted yet, and then deletes what is over: other days' salts, and page views from before yesterday. */
export async function tidyDays(tx: Transaction, today: Temporal.PlainDate): Promise<void> {
  await deleteSalts(tx, today.toString());
  await countDays(tx);
  await deleteViews(tx, today.subtract({ days: 1 }).toString());
}
