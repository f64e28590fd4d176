import type { Db, Transaction } from '#platform/database/database.ts';
import { insightsSettings } from '../tables.ts';

/** Whether visits are counted. */
export async function getTrackingEnabled(db: Db): Promise<boolean> {
  const [row] = await db.select({ counting: insightsSettings.counting }).from(insightsSettings);
  if (!row) throw new Error('The row of the settings of insights is missing.');
  return row.counting;
}

/** Turns counting on or off. */
export async function updateTrackingEnabled(tx: Transaction, counting: boolean): Promise<void> {
  await tx.update(insightsSettings).set({ counting });
}
