import { formatPlainDate } from '#shared/time.ts';
import type { OrderStatus, Party } from '../contract/enums.ts';
import type { Reason } from '../contract/order.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import { dayOf, isAfter } from '#shared/dates.ts';
import { findFirstDownload, findTransitionTime, type OrderHistory } from './events.ts';

/** Whether the client can get a full refund, the term that decides it, and the dates it depends on. */
export type RefundEligibility =
  | { readonly allowed: true; readonly term: 7; readonly since: Temporal.PlainDate }
  | { readonly allowed: false; readonly term: 7; readonly from: Temporal.PlainDate }
  /** A purchased project is refundable until its files are downloaded. */
  | { readonly allowed: true; readonly term: 7; readonly until: 'download' }
  | { readonly allowed: false; readonly term: 7; readonly downloaded: Temporal.PlainDate }
  | { readonly allowed: false; readonly term: 8; readonly since: Temporal.PlainDate }
  | { readonly allowed: false; readonly term: null };

/** Statuses between the deposit and the start of work. */
export const BEFORE_START: ReadonlySet<OrderStatus> = new Set(['deposit_paid', 'content_received'] as const);

/**
 * Returns whether the deposit is refundable: after a number of full days since payment if work has not started (term
 * 7), and never afterwards (term 8). `term` is null if there is nothing to refund.
 */
export function getRefundEligibility(
  state: OrderStatus,
  history: OrderHistory,
  settings: PaymentTermSettings,
  now: Temporal.Instant,
  timeZone: string,
): RefundEligibility {
  const started = findTransitionTime(history, 'start_work', 'start_without_content');
  if (started) return { allowed: false, term: 8, since: dayOf(started, timeZone) };
  if (findTransitionTime(history, 'pay_in_full')) return getPurchaseRefund(state, history, timeZone);
  const paid = findTransitionTime(history, 'pay_deposit');
  if (!paid || !BEFORE_START.has(state)) return { allowed: false, term: null };
  const from = dayOf(paid, timeZone).add({ days: settings.refundAfterDays + 1 });
  return isAfter(from, dayOf(now, timeZone))
    ? { allowed: false, term: 7, from }
    : { allowed: true, term: 7, since: from };
}

/** A purchased project can be refunded in full until the client has downloaded its files (term 7). */
function getPurchaseRefund(state: OrderStatus, history: OrderHistory, timeZone: string): RefundEligibility {
  if (state !== 'paid' && state !== 'delivered') return { allowed: false, term: null };
  const downloaded = findFirstDownload(history);
  return downloaded
    ? { allowed: false, term: 7, downloaded: dayOf(downloaded, timeZone) }
    : { allowed: true, term: 7, until: 'download' };
}

const format = (day: Temporal.PlainDate) => formatPlainDate(day.toString());

/** Returns the note about refunds, as worded for one party; null if there is nothing to refund. */
export function findRefundReason(refund: RefundEligibility, party: Party): Reason | null {
  if (refund.term === null) return null;
  const { term } = refund;
  const isClient = party === 'client';
  const [client, capitalized] = isClient ? ['you', 'You'] : ['the client', 'The client'];
  const noRefund = isClient
    ? 'so you can no longer cancel for a refund. To ask for one anyway, send a message on this page.'
    : 'so the client can no longer cancel for a refund. You can still refund part or all of the payment.';
  if (term === 8) return { term, message: `Work started on ${format(refund.since)}, ${noRefund}` };
  if ('downloaded' in refund) {
    return { term, message: `The files were downloaded on ${format(refund.downloaded)}, ${noRefund}` };
  }
  if ('until' in refund) {
    return { term, message: `${capitalized} can get a full refund until the files are downloaded.` };
  }
  if (refund.allowed) {
    return { term, message: `Work didn’t start in time, so ${client} can get a full refund now.` };
  }
  return {
    term,
    message: `${capitalized} can get a full refund from ${format(refund.from)} if work hasn’t started by then.`,
  };
}
