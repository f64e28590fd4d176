import { issuingNow, type IssuingServices } from '#features/billing/actions/issuing.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { bringUpToDate } from './actions/calendar.ts';
import type { NoticeServices } from './actions/notices.ts';
import { listOrdersToLookAt } from './queries/calendar.ts';
import { dayOf } from './rules/calendar.ts';

/** What the jobs of orders work with. */
export interface OrderJobServices extends NoticeServices, IssuingServices {
  readonly db: Database;
  readonly log: Log;
}

/** Brings every order up to the present, each in a transaction of its own: one that fails does not stop the others. */
export async function runCalendar(services: OrderJobServices): Promise<void> {
  const { db, log } = services;
  const issuing = await issuingNow(db, services);
  const now = new Date(issuing.now.epochMilliseconds);
  const today = dayOf(issuing.now, issuing.timeZone).toString();
  let after = 0;
  for (;;) {
    const orderIds = await listOrdersToLookAt(db, { now, today, after });
    for (const orderId of orderIds) {
      try {
        await db.transaction(tx => bringUpToDate(tx, services, issuing, orderId));
      } catch (err) {
        log.error({ err, order: orderId }, 'an order could not be brought up to the present');
      }
    }
    const last = orderIds.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
