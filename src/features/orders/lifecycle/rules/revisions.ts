import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import type { OrderHistory } from './events.ts';

/** The noun for included revisions (term 11), for `totalText`. */
export const MINOR_REVISIONS = ['minor revision', 'minor revisions'] as const;

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

/**
 * Returns whether a requested revision isn't included and the owner has neither quoted nor granted it (term 11), or has
 * withdrawn the quote.
 */
export function isRevisionQuotePending(history: readonly Pick<OrderHistory[number], 'type'>[]): boolean {
  const types = history.map(({ type }) => type);
  const isWithdrawn = (index: number) =>
    types.slice(index).find(type => type === 'change_order_answered' || type === 'change_order_withdrawn') ===
    'change_order_withdrawn';
  const last = types.findLast(
    (type, index) =>
      ['revision_requested', 'revision_granted', 'transitioned'].includes(type) ||
      (type === 'change_order_quoted' && !isWithdrawn(index)),
  );
  return last === 'revision_requested';
}

/** Returns the change order that waits for the client's answer, or null; its work doesn't start before. */
export function findOpenChangeOrder(history: OrderHistory): string | null {
  const closed = new Set(
    history.flatMap(it =>
      it.type === 'change_order_answered' || it.type === 'change_order_withdrawn' ? [it.changeOrderId] : [],
    ),
  );
  const open = history.findLast(it => it.type === 'change_order_quoted' && !closed.has(it.changeOrderId));
  return open?.type === 'change_order_quoted' ? open.changeOrderId : null;
}
