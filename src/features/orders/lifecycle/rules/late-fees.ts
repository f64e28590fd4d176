import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, calculatePercentage } from '#shared/money-arithmetic.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import { isAfter } from '#shared/dates.ts';

/** An issued document that asks for money. */
export interface OrderInvoice {
  readonly id: string;
  /** The printed number, such as 2026-0001. */
  readonly number: string;
  readonly total: MinorUnits;
  /** Paid or credited. */
  readonly amountSettled: MinorUnits;
  /** Refunded or disputed, and not owed until the owner decides; included in `amountSettled` (term 8). */
  readonly held: MinorUnits;
  readonly issuedOn: Temporal.PlainDate;
  /** The printed due date, or a later one if the amount became due again after a refund. */
  readonly dueOn: Temporal.PlainDate;
  readonly isBalance: boolean;
  readonly isInstallment: boolean;
  /** Late fees don't bear late fees. */
  readonly isLateFee: boolean;
  /** For support after delivery, or a late fee on that; it doesn't lock the files (terms 12 and 13). */
  readonly isSupport: boolean;
  /** The owner's decision about the late fee on this document. */
  readonly lateFee: 'none' | 'applied' | 'waived';
}

export function getAmountDue(document: OrderInvoice): MinorUnits {
  return subtractAmounts(document.total, document.amountSettled);
}

/**
 * Returns the first day a late fee may be charged: once `lateFeeAfterDays` full days have passed since the due date
 * (term 6).
 */
export function getLateFeeDate(document: OrderInvoice, settings: PaymentTermSettings): Temporal.PlainDate {
  return document.dueOn.add({ days: settings.lateFeeAfterDays + 1 });
}

/**
 * Returns the late fees that may be charged on a day, and since when: one per document, on its amount due. Skips late
 * fees and documents whose fee was applied or waived, so charging is idempotent (term 6).
 */
export function listChargeableLateFees(
  day: Temporal.PlainDate,
  documents: readonly OrderInvoice[],
  settings: PaymentTermSettings,
) {
  return documents
    .filter(document => !document.isLateFee && document.lateFee === 'none')
    .map(document => ({
      document,
      amount: calculatePercentage(getAmountDue(document), settings.lateFeePercent * 100),
      dueFrom: getLateFeeDate(document, settings),
    }))
    .filter(({ dueFrom, amount }) => !isAfter(dueFrom, day) && amount > 0);
}

export type LateFee = ReturnType<typeof listChargeableLateFees>[number];
