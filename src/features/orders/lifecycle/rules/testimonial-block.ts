import type { OrderStatus } from '../contract/enums.ts';
import type { Reason } from '../contract/order.ts';
import type { OrderSummary } from './summary.ts';

/** Statuses of orders that ended without delivery. */
const endedEarly: ReadonlySet<OrderStatus> = new Set(['declined', 'expired', 'canceled', 'refunded'] as const);

/**
 * Returns why the client can't write a testimonial; null if they can: once the order is delivered and paid in full.
 * Unpaid support doesn't count (term 13).
 */
export function findTestimonialBlock({
  state,
  downloadBlockedReason,
}: Pick<OrderSummary, 'state' | 'downloadBlockedReason'>): Reason | null {
  if (endedEarly.has(state)) return { term: null, message: 'This order ended before delivery.' };
  if (state !== 'delivered' && state !== 'closed') {
    return { term: 12, message: 'You can write a testimonial once the order is delivered and paid in full.' };
  }
  return downloadBlockedReason && { term: 12, message: 'You can write a testimonial once the order is paid in full.' };
}
