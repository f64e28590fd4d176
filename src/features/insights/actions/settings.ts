import { getTimeZone } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { getTrackingEnabled, TRACKING_TAG } from '../queries/settings.ts';

interface Services extends Pick<ApiContext, 'cache'> {
  readonly db: Db;
}

/** Returns whether tracking is enabled; cached in memory until it changes. */
export async function isTrackingEnabled({ db, cache }: Services): Promise<boolean> {
  const make = async () => ({ value: await getTrackingEnabled(db), tags: [TRACKING_TAG] });
  return (await cache.getOrMake('insights counting', make)) === true;
}

/** Returns the time zone (IANA) of the reports; cached in memory until it changes. */
export async function getReportingTimeZone({ db, cache }: Services): Promise<string> {
  const make = async () => ({ value: await getTimeZone(db), tags: ['site'] });
  return String(await cache.getOrMake('insights zone', make));
}
