import { dayOf, countDaysBetween, maxDate } from './calendar.ts';
import { findTransitionTime, type OrderHistory } from './history.ts';
import { finalStatuses, getTransitionRule } from './moves.ts';

/** A time in which the work waited for the client (term 10); `until` is null while it still does. */
export interface ClientWait {
  readonly awaited: 'content' | 'feedback' | 'answer to a change';
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant | null;
}

/** Every time that the work waited for the client, in order of their beginnings. */
export function listClientWaits(history: OrderHistory): ClientWait[] {
  const waits: ClientWait[] = [];
  const open = new Map<ClientWait['awaited'], Temporal.Instant>();
  const begin = (awaited: ClientWait['awaited'], at: Temporal.Instant) => {
    if (!open.has(awaited)) open.set(awaited, at);
  };
  const end = (awaited: ClientWait['awaited'], at: Temporal.Instant) => {
    const from = open.get(awaited);
    if (!from) return;
    open.delete(awaited);
    waits.push({ awaited, from, until: at });
  };
  let isInReview = false;
  for (const it of history) {
    // Whoever asked for a revision has answered; what is then waited for is the owner's quote, or the client's word on it.
    if (it.what === 'revision') end('feedback', it.at);
    if (it.what === 'change quoted') begin('answer to a change', it.at);
    if (it.what === 'change answered') {
      end('answer to a change', it.at);
      if (!it.accepted && isInReview) begin('feedback', it.at);
    }
    if (it.what !== 'moved') continue;
    isInReview = getTransitionRule(it.move).to === 'in_review';
    end('content', it.at);
    end('feedback', it.at);
    if (getTransitionRule(it.move).to === 'deposit_paid') begin('content', it.at);
    if (isInReview) begin('feedback', it.at);
    if (finalStatuses.has(getTransitionRule(it.move).to) || it.move === 'complete') end('answer to a change', it.at);
  }
  for (const [awaited, from] of open) waits.push({ awaited, from, until: null });
  return waits.toSorted((one, other) => Temporal.Instant.compare(one.from, other.from));
}

/** Why the expected day moved, and by how many calendar days: a wait (term 10), or a change that was accepted (term 11). */
export type DeliveryDelay =
  | (ClientWait & { readonly days: number })
  | { readonly change: string; readonly days: number };

export interface ExpectedDelivery {
  /** The day that was promised as the deposit was paid. */
  readonly originalDate: Temporal.PlainDate;
  /** The day as it stands now. */
  readonly date: Temporal.PlainDate;
  readonly delays: readonly DeliveryDelay[];
}

/** Within how many days urgent work is delivered: 72 hours (term 16). */
export const URGENT_DELIVERY_DAYS = 3;

/**
 * The day on which the work is expected: so many days after the deposit was paid, later by each day on which the client
 * was waited for (term 10), and by what accepted changes take. Where two waits overlap, a day counts once. Null before
 * the deposit.
 */
export function getExpectedDelivery(
  history: OrderHistory,
  deliveryDays: number,
  now: Temporal.Instant,
  timeZone: string,
): ExpectedDelivery | null {
  const paid = findTransitionTime(history, 'payDeposit');
  if (!paid) return null;
  const originalDate = dayOf(paid, timeZone).add({ days: deliveryDays });
  const delays: DeliveryDelay[] = [];
  let counted = dayOf(paid, timeZone);
  for (const wait of listClientWaits(history)) {
    const until = dayOf(wait.until ?? now, timeZone);
    const days = countDaysBetween(maxDate(dayOf(wait.from, timeZone), counted), until);
    if (days <= 0) continue;
    delays.push({ ...wait, days });
    counted = until;
  }
  delays.push(...acceptedChanges(history));
  const moved = delays.reduce((sum, { days }) => sum + days, 0);
  return { originalDate, date: originalDate.add({ days: moved }), delays };
}

function acceptedChanges(history: OrderHistory): DeliveryDelay[] {
  const accepted = new Set(history.flatMap(it => (it.what === 'change answered' && it.accepted ? [it.quote] : [])));
  return history.flatMap(it =>
    it.what === 'change quoted' && it.days > 0 && accepted.has(it.quote) ? [{ change: it.quote, days: it.days }] : [],
  );
}
