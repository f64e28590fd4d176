import { dayOf, countDaysBetween, maxDate } from '#shared/dates.ts';
import { findTransitionTime, type OrderHistory } from './events.ts';
import { finalStatuses, getTransitionRule } from './transitions.ts';

/** A period in which work waited for the client (term 10); `until` is null while it still does. */
export interface ClientWait {
  readonly waitsFor: 'content' | 'feedback' | 'change_order_answer';
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant | null;
}

/** Returns all periods in which work waited for the client, ordered by start. */
export function listClientWaits(history: OrderHistory): ClientWait[] {
  const waits: ClientWait[] = [];
  const open = new Map<ClientWait['waitsFor'], Temporal.Instant>();
  const begin = (waitsFor: ClientWait['waitsFor'], at: Temporal.Instant) => {
    if (!open.has(waitsFor)) open.set(waitsFor, at);
  };
  const end = (waitsFor: ClientWait['waitsFor'], at: Temporal.Instant) => {
    const from = open.get(waitsFor);
    if (!from) return;
    open.delete(waitsFor);
    waits.push({ waitsFor, from, until: at });
  };
  let isInReview = false;
  for (const it of history) {
    // A revision request is feedback; afterwards the order waits for the owner's quote or the client's answer to it.
    if (it.type === 'revision_requested') end('feedback', it.at);
    if (it.type === 'change_order_quoted') begin('change_order_answer', it.at);
    if (it.type === 'change_order_answered') {
      end('change_order_answer', it.at);
      if (!it.accepted && isInReview) begin('feedback', it.at);
    }
    // A withdrawn change order doesn't delay the delivery.
    if (it.type === 'change_order_withdrawn') open.delete('change_order_answer');
    if (it.type !== 'transitioned') continue;
    const { to } = getTransitionRule(it.transition);
    isInReview = to === 'in_review';
    end('content', it.at);
    end('feedback', it.at);
    if (to === 'deposit_paid') begin('content', it.at);
    if (isInReview) begin('feedback', it.at);
    if (finalStatuses.has(to) || it.transition === 'complete') end('change_order_answer', it.at);
  }
  for (const [waitsFor, from] of open) waits.push({ waitsFor, from, until: null });
  return waits.toSorted((one, other) => Temporal.Instant.compare(one.from, other.from));
}

/** Why and by how many calendar days delivery moved: a wait (term 10) or an accepted change (term 11). */
export type DeliveryDelay =
  | (ClientWait & { readonly days: number })
  | { readonly change: string; readonly days: number };

/** 72 hours (term 16). */
export const URGENT_DELIVERY_DAYS = 3;

/** Formats a number of days, such as "1 day" or "5 days". */
export const formatDays = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/**
 * Returns the date promised when the deposit was paid, `deliveryDays` after it, and the current one: plus days spent
 * waiting for the client (term 10; overlapping waits count once) and days of accepted changes. Null before the deposit.
 */
export function getExpectedDelivery(
  history: OrderHistory,
  deliveryDays: number,
  now: Temporal.Instant,
  timeZone: string,
) {
  const paid = findTransitionTime(history, 'pay_deposit');
  if (!paid) return null;
  const originalDate = dayOf(paid, timeZone).add({ days: deliveryDays });
  const delays: DeliveryDelay[] = [];
  let countedUntil = dayOf(paid, timeZone);
  for (const wait of listClientWaits(history)) {
    const until = dayOf(wait.until ?? now, timeZone);
    const days = countDaysBetween(maxDate(dayOf(wait.from, timeZone), countedUntil), until);
    if (days <= 0) continue;
    delays.push({ ...wait, days });
    countedUntil = until;
  }
  delays.push(...listChangeDelays(history));
  const delayDays = delays.reduce((sum, { days }) => sum + days, 0);
  return { originalDate, date: originalDate.add({ days: delayDays }), delays };
}

function listChangeDelays(history: OrderHistory): DeliveryDelay[] {
  const accepted = new Set(
    history.flatMap(it => (it.type === 'change_order_answered' && it.accepted ? [it.changeOrderId] : [])),
  );
  return history.flatMap(it =>
    it.type === 'change_order_quoted' && it.days > 0 && accepted.has(it.changeOrderId)
      ? [{ change: it.changeOrderId, days: it.days }]
      : [],
  );
}
