import { findTimeZone } from '#features/site/queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { hasCounting, updateCounting } from '../queries/settings.ts';

type Kept = Pick<ApiContext, 'db' | 'memory'>;

/** What pages with the script of counting depend on. */
export const COUNTING_TAG = 'insights';

/** Whether visits are counted, as it is kept in memory until it changes. */
export async function isCounting({ db, memory }: Kept): Promise<boolean> {
  const make = async () => ({ value: await hasCounting(db), tags: [COUNTING_TAG] });
  return (await memory.getOrMake('insights counting', make)) === true;
}

/** The zone (IANA) that days begin and end in, as it is kept in memory until it changes. */
export async function zoneOfDays({ db, memory }: Kept): Promise<string> {
  const make = async () => ({ value: (await findTimeZone(db)) ?? 'UTC', tags: ['site'] });
  return String(await memory.getOrMake('insights zone', make));
}

/** Turns counting on or off, with all kept pages, which then have its script or do not. */
export async function changeCounting(tx: Transaction, counting: boolean): Promise<void> {
  await updateCounting(tx, counting);
  await announceChange(tx, COUNTING_TAG);
}
