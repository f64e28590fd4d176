import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { insightsSettings } from '../tables.ts';

/** Cache tag of pages that contain the tracking script. */
export const TRACKING_TAG = 'insights';

/** Returns whether tracking is enabled. */
export async function getTrackingEnabled(db: Db): Promise<boolean> {
  const [row] = await db.select({ isTrackingEnabled: insightsSettings.isTrackingEnabled }).from(insightsSettings);
  if (!row) throw new Error('insights_settings is empty.');
  return row.isTrackingEnabled;
}

/** Enables or disables tracking, and invalidates cached pages, whose script depends on it. */
export async function updateTrackingEnabled(tx: Transaction, isTrackingEnabled: boolean): Promise<void> {
  await tx.update(insightsSettings).set({ isTrackingEnabled });
  await invalidateTag(tx, TRACKING_TAG);
}
