import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, calculatePercentage } from '#shared/money-arithmetic.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import { isAfter } from './calendar.ts';

/** What is known of an issued document that asks for money. */
export interface OrderInvoice {
  readonly id: string;
  /** The printed number, such as 2026-0001. */
  readonly number: string;
  readonly total: MinorUnits;
  /** What was paid or credited of it. */
  readonly amountSettled: MinorUnits;
  /** Refunded or disputed, and not owed until the owner decides; part of `settled` (term 8). */
  readonly held: MinorUnits;
  readonly issuedOn: Temporal.PlainDate;
  /** The printed day, or the later one on which it was owed again after a refund. */
  readonly dueOn: Temporal.PlainDate;
  readonly isBalance: boolean;
  readonly isInstallment: boolean;
  /** A fee for being late bears no fee itself. */
  readonly isLateFee: boolean;
  /** It is for support after delivery, or a late fee on that: the files do not wait for it (terms 12 and 13). */
  readonly isSupport: boolean;
  /** What the owner did with the late fee of this document, where there was one. */
  readonly lateFee: 'none' | 'applied' | 'waived';
}

export interface LateFee {
  readonly document: OrderInvoice;
  readonly amount: MinorUnits;
  /** The first day on which it may be asked for. */
  readonly dueFrom: Temporal.PlainDate;
}

/** What is still owed on a document. */
export function getAmountDue(document: OrderInvoice): MinorUnits {
  return subtractAmounts(document.total, document.amountSettled);
}

/** The first day on which a document is late: so many whole days after the day it was due (term 6). */
export function getLateFeeDate(document: OrderInvoice, figures: PaymentTermSettings): Temporal.PlainDate {
  return document.dueOn.add({ days: figures.lateDays + 1 });
}

/**
 * The late fees that may be asked for on a day: one a document, of what is still owed on it, never of another fee, and
 * none where it was applied or waived before, so that asking twice adds nothing (term 6).
 */
export function listChargeableLateFees(
  day: Temporal.PlainDate,
  documents: readonly OrderInvoice[],
  figures: PaymentTermSettings,
): LateFee[] {
  return documents
    .filter(document => !document.isLateFee && document.lateFee === 'none')
    .map(document => ({
      document,
      amount: calculatePercentage(getAmountDue(document), figures.lateFeePercent * 100),
      dueFrom: getLateFeeDate(document, figures),
    }))
    .filter(({ dueFrom, amount }) => !isAfter(dueFrom, day) && amount > 0);
}
