import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import type { OrderHistory } from './events.ts';

/** Minor revisions included in the price (term 11). */
export interface RevisionAllowance {
  readonly included: number;
  readonly used: number;
  readonly left: number;
}

/** Returns how many included revisions are used; major ones don't count because they are always charged. */
export function getRevisionAllowance(history: OrderHistory, figures: PaymentTermSettings): RevisionAllowance {
  const minor = history.filter(it => it.what === 'revision' && it.size === 'minor').length;
  const used = Math.min(minor, figures.minorRevisions);
  return { included: figures.minorRevisions, used, left: figures.minorRevisions - used };
}

/** Whether the price includes a revision; otherwise it starts with a quote (term 11). */
export function isRevisionIncluded(size: 'minor' | 'major', revisions: RevisionAllowance): boolean {
  return size === 'minor' && revisions.left > 0;
}

/** Whether a requested revision isn't included and the owner has neither quoted nor granted it (term 11). */
export function isRevisionQuotePending(history: readonly Pick<OrderHistory[number], 'what'>[]): boolean {
  const last = history.findLast(({ what }) =>
    ['revision', 'revision_granted', 'change quoted', 'moved'].includes(what),
  );
  return last?.what === 'revision';
}

/** Returns the change order awaiting the client's answer, or null; its work doesn't start before. */
export function findOpenChangeOrder(history: OrderHistory): string | null {
  const answered = new Set(history.flatMap(it => (it.what === 'change answered' ? [it.quote] : [])));
  const open = history.findLast(it => it.what === 'change quoted' && !answered.has(it.quote));
  return open?.what === 'change quoted' ? open.quote : null;
}
