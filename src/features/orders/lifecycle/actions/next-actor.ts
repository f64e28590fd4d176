import { getTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { deleteStaleTurns, listStaleTurns, findOrderIfFree } from '../queries/next-actor.ts';
import { updateOrder } from '../queries/orders.ts';
import { getOrderSummary } from '../rules/summary.ts';
import { getOrderSnapshot } from './record-transition.ts';

/** Maximum number of orders refreshed by one request; the hourly job handles a longer backlog, as after an upgrade. */
const MAX_PER_REQUEST = 200;

type Services = Pick<ApiServices, 'db' | 'now'> & { readonly log: Log };

/** Refreshes the stored turn of changed orders, before a list relies on it. */
export async function refreshTurns(services: Services): Promise<void> {
  const stale = await listStaleTurns(services.db, MAX_PER_REQUEST + 1);
  if (stale.length > 0 && stale.length <= MAX_PER_REQUEST) await refresh(services, stale);
}

/** Refreshes every changed order, regardless of how many there are. */
export async function refreshAllTurns(services: Services): Promise<void> {
  for (;;) {
    const stale = await listStaleTurns(services.db, MAX_PER_REQUEST);
    // Orders that are locked or broken stay listed; the next run retries them.
    if ((await refresh(services, stale)) === 0) return;
  }
}

/** Returns how many orders were refreshed. An order that can't be read doesn't stop the others. */
async function refresh({ db, now, log }: Services, orderIds: readonly number[]): Promise<number> {
  const timeZone = await getTimeZone(db);
  let count = 0;
  for (const order of orderIds) {
    try {
      if (await db.transaction(tx => refreshTurn(tx, order, now(), timeZone))) count++;
    } catch (err) {
      log.warn({ err, order }, 'next actor of an order not updated');
    }
  }
  return count;
}

/** Returns false if another transaction has locked the order; its marks stay for the next call. */
async function refreshTurn(tx: Transaction, orderId: number, now: Temporal.Instant, timeZone: string) {
  const order = await findOrderIfFree(tx, orderId);
  if (!order) return false;
  await deleteStaleTurns(tx, orderId);
  const { nextAction } = getOrderSummary(now, await getOrderSnapshot(tx, order, timeZone));
  if (nextAction.by !== order.turn) await updateOrder(tx, orderId, { turn: nextAction.by });
  return true;
}
