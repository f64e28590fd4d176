import type { TaxRule } from '#features/billing/rules/totals.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import type { OrderKind } from '../contract/life.ts';
import type { OrderInvoice } from './late-fees.ts';
import { depositOf, splitIntoInstallments } from './prices.ts';

/** What is asked for by an invoice: how much, and until when. */
export interface PlannedInvoice {
  readonly kind: 'deposit' | 'balance' | 'installment' | 'full';
  /** How much of the order's lines; with or without tax as its prices are. */
  readonly amount: MinorUnits;
  readonly dueOn: Temporal.PlainDate;
}

/**
 * What an agreement asks for of a sum of lines: the deposit (term 1); all of it for a finished project, whose files follow
 * at once. Due the same day. A subscription is asked for by its periods (term 14).
 */
export function planFirstInvoice(
  kind: Exclude<OrderKind, 'service'>,
  sum: MinorUnits,
  tax: TaxRule,
  figures: PaymentTermSettings,
  day: Temporal.PlainDate,
): PlannedInvoice {
  if (kind === 'project') return { kind: 'full', amount: sum, dueOn: day };
  return { kind: 'deposit', amount: depositOf(sum, tax, figures), dueOn: day };
}

/**
 * What completion asks for: the rest of the lines that was not asked for before, in so many days (term 2), or in the
 * installments that the client chose, the first of them on that day (term 4). Nothing where the deposit was all.
 */
export function planBalanceInvoices(
  rest: MinorUnits,
  tax: TaxRule,
  installments: number | null,
  figures: PaymentTermSettings,
  day: Temporal.PlainDate,
): PlannedInvoice[] {
  if (rest <= 0) return [];
  const dueOn = day.add({ days: figures.balanceDays });
  if (installments === null) return [{ kind: 'balance', amount: rest, dueOn }];
  return installmentClaims(rest, tax, installments, dueOn);
}

/** Returns the claims for the rest of an order's lines in installments, the first due on `firstDueOn` (term 4). */
export function installmentClaims(
  rest: MinorUnits,
  tax: TaxRule,
  installments: number,
  firstDueOn: Temporal.PlainDate,
): PlannedInvoice[] {
  const parts = splitIntoInstallments(rest, installments, firstDueOn, tax).filter(({ amount }) => amount > 0);
  return parts.map(part => ({ kind: 'installment', ...part }));
}

/** Returns what completion asks for: the total, less what was invoiced before. Late fees and support are apart from it. */
export function balanceOf(
  total: MinorUnits,
  documents: readonly Pick<OrderInvoice, 'total' | 'isLateFee' | 'isSupport'>[],
): MinorUnits {
  const asked = documents.filter(({ isLateFee, isSupport }) => !isLateFee && !isSupport);
  const balance = subtractAmounts(total, sumAmounts(asked.map(document => document.total)));
  return balance > 0 ? balance : ZERO;
}
