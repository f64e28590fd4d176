import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import type { OrderHistory } from './history.ts';

/** The minor revisions that the price includes (term 11). */
export interface RevisionAllowance {
  readonly included: number;
  readonly used: number;
  readonly left: number;
}

/** How many of the included revisions were used: major ones never count, since they are always paid for. */
export function getRevisionAllowance(history: OrderHistory, figures: PaymentTermSettings): RevisionAllowance {
  const minor = history.filter(it => it.what === 'revision' && it.size === 'minor').length;
  const used = Math.min(minor, figures.minorRevisions);
  return { included: figures.minorRevisions, used, left: figures.minorRevisions - used };
}

/** Whether a revision is part of the price, or begins with a quote that the client accepts first (term 11). */
export function isRevisionIncluded(size: 'minor' | 'major', revisions: RevisionAllowance): boolean {
  return size === 'minor' && revisions.left > 0;
}

/** Whether a revision was asked for that is not included, and the owner has neither quoted it nor made it free (term 11). */
export function isRevisionQuotePending(history: readonly Pick<OrderHistory[number], 'what'>[]): boolean {
  const last = history.findLast(({ what }) =>
    ['revision', 'revision_granted', 'change quoted', 'moved'].includes(what),
  );
  return last?.what === 'revision';
}

/** The change quote that waits for the client's answer, if there is one: until then its work does not begin. */
export function findOpenChangeOrder(history: OrderHistory): string | null {
  const answered = new Set(history.flatMap(it => (it.what === 'change answered' ? [it.quote] : [])));
  const open = history.findLast(it => it.what === 'change quoted' && !answered.has(it.quote));
  return open?.what === 'change quoted' ? open.quote : null;
}
