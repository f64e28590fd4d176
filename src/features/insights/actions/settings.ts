import { findTimeZone } from '#features/site/queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { getTrackingEnabled, updateTrackingEnabled } from '../queries/settings.ts';

type Kept = Pick<ApiContext, 'db' | 'cache'>;

/** What pages with the script of counting depend on. */
export const TRACKING_TAG = 'insights';

/** Whether visits are counted, as it is kept in memory until it changes. */
export async function isTrackingEnabled({ db, cache }: Kept): Promise<boolean> {
  const make = async () => ({ value: await getTrackingEnabled(db), tags: [TRACKING_TAG] });
  return (await cache.getOrMake('insights counting', make)) === true;
}

/** The zone (IANA) that days begin and end in, as it is kept in memory until it changes. */
export async function getReportingTimeZone({ db, cache }: Kept): Promise<string> {
  const make = async () => ({ value: (await findTimeZone(db)) ?? 'UTC', tags: ['site'] });
  return String(await cache.getOrMake('insights zone', make));
}

/** Turns counting on or off, with all kept pages, which then have its script or do not. */
export async function setTrackingEnabled(tx: Transaction, counting: boolean): Promise<void> {
  await updateTrackingEnabled(tx, counting);
  await invalidateTag(tx, TRACKING_TAG);
}
