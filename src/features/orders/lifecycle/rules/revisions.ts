import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import type { OrderHistory } from './events.ts';

/**
 * Returns how many minor revisions the price includes, and how many are used and left (term 11); major ones don't count
 * because they are always charged.
 */
export function getRevisionAllowance(history: OrderHistory, settings: PaymentTermSettings) {
  const minor = history.filter(it => it.type === 'revision_requested' && it.size === 'minor').length;
  const used = Math.min(minor, settings.includedRevisions);
  return { included: settings.includedRevisions, used, left: settings.includedRevisions - used };
}

/** A revision that the client requests, and whether the price includes it (term 11). */
export interface RequestedRevision {
  readonly size: 'minor' | 'major';
  readonly isIncluded: boolean;
}

/** Returns whether the price includes a revision; otherwise it starts with a quote (term 11). */
export function isRevisionIncluded(size: 'minor' | 'major', revisions: { left: number }): boolean {
  return size === 'minor' && revisions.left > 0;
}

/** Returns whether a requested revision isn't included and the owner has neither quoted nor granted it (term 11). */
export function isRevisionQuotePending(history: readonly Pick<OrderHistory[number], 'type'>[]): boolean {
  const last = history.findLast(({ type }) =>
    ['revision_requested', 'revision_granted', 'change_order_quoted', 'transitioned'].includes(type),
  );
  return last?.type === 'revision_requested';
}

/** Returns the change order that waits for the client's answer, or null; its work doesn't start before. */
export function findOpenChangeOrder(history: OrderHistory): string | null {
  const answered = new Set(history.flatMap(it => (it.type === 'change_order_answered' ? [it.changeOrderId] : [])));
  const open = history.findLast(it => it.type === 'change_order_quoted' && !answered.has(it.changeOrderId));
  return open?.type === 'change_order_quoted' ? open.changeOrderId : null;
}
