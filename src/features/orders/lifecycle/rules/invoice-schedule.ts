import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import type { OrderKind } from '../contract/enums.ts';
import { depositOf, splitIntoInstallments } from './prices.ts';
import { sumShares, type TaxShare } from './tax-shares.ts';

/** The share of an order's lines and the due date of an invoice to be issued. */
export interface PlannedInvoice {
  readonly kind: 'deposit' | 'balance' | 'installment' | 'milestone' | 'full';
  readonly shares: readonly TaxShare[];
  readonly dueOn: Temporal.PlainDate;
}

/**
 * Returns the invoice due on agreement, payable the same day: the deposit (term 1), or the full price of a project.
 * Subscriptions are invoiced by period (term 14).
 */
export function planFirstInvoice(
  kind: Exclude<OrderKind, 'service'>,
  shares: readonly TaxShare[],
  settings: PaymentTermSettings,
  day: Temporal.PlainDate,
): PlannedInvoice {
  if (kind === 'project') return { kind: 'full', shares, dueOn: day };
  return { kind: 'deposit', shares: depositOf(shares, settings), dueOn: day };
}

/**
 * Returns the invoices due on completion: the rest, after `balanceDueDays` (term 2), or in the chosen installments, the
 * first due on that day (term 4). Empty if nothing remains.
 */
export function planBalanceInvoices(
  rest: readonly TaxShare[],
  installments: number | null,
  settings: PaymentTermSettings,
  day: Temporal.PlainDate,
): PlannedInvoice[] {
  if (sumShares(rest) <= 0) return [];
  const dueOn = day.add({ days: settings.balanceDueDays });
  if (installments === null) return [{ kind: 'balance', shares: rest, dueOn }];
  return planInstallments(rest, installments, dueOn);
}

/** Splits the rest of an order's lines into monthly invoices, the first due on `firstDueOn` (term 4). */
export function planInstallments(
  rest: readonly TaxShare[],
  installments: number,
  firstDueOn: Temporal.PlainDate,
): PlannedInvoice[] {
  const parts = splitIntoInstallments(rest, installments, firstDueOn).filter(({ shares }) => sumShares(shares) > 0);
  return parts.map(part => ({ kind: 'installment', ...part }));
}

/**
 * Returns the part of an order's total that isn't invoiced yet; `invoiced` are the documents for parts of its price.
 */
export function balanceOf(total: MinorUnits, invoiced: readonly { readonly total: MinorUnits }[]): MinorUnits {
  const balance = subtractAmounts(total, sumAmounts(invoiced.map(document => document.total)));
  return balance > 0 ? balance : ZERO;
}
