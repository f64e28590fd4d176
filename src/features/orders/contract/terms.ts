import type { MinorUnits } from '#shared/money.ts';

/** The figures of the payment terms as an order was placed under: it keeps its own copy. Days are calendar days. */
export interface TermFigures {
  /** Per cent of the total that is paid before work starts (term 1). */
  readonly depositPercent: number;
  /** Days from completion until the balance is due (term 2). */
  readonly balanceDays: number;
  /** From what total on the balance may be paid in installments, in the order's currency (term 4). */
  readonly installmentsFrom: MinorUnits;
  /** Days after which a payment is late (term 6). */
  readonly lateDays: number;
  /** Per cent of an invoice that its late fee is (term 6). */
  readonly lateFeePercent: number;
  /** Whether the owner decides each late fee (term 6). */
  readonly lateFees: 'proposed' | 'automatic';
  /** Days without work after which a deposit can be had back (term 7). */
  readonly refundDays: number;
  /** Minor revisions that the price includes (term 11). */
  readonly minorRevisions: number;
  /** Per cent that urgent delivery adds (term 16). */
  readonly urgentPercent: number;
}
