import type { TaxRule } from '#features/billing/rules/totals.ts';
import type { SellingFigures } from '#features/pricing/contract/payment-terms.ts';
import type { MinorUnits } from '#shared/money.ts';
import { difference, NOTHING, sumOf } from '#shared/money-arithmetic.ts';
import type { OrderKind } from '../contract/life.ts';
import type { OwedDocument } from './late-fees.ts';
import { depositOf, installmentsOf } from './prices.ts';

/** What is asked for by an invoice: how much, and until when. */
export interface Claim {
  readonly kind: 'deposit' | 'balance' | 'installment' | 'full';
  /** How much of the order's lines; with or without tax as its prices are. */
  readonly amount: MinorUnits;
  readonly dueOn: Temporal.PlainDate;
}

/**
 * What an agreement asks for of a sum of lines: the deposit (term 1); all of it for a finished project, whose files follow
 * at once. Due the same day. A subscription is asked for by its periods (term 14).
 */
export function claimOnAgreement(
  kind: Exclude<OrderKind, 'service'>,
  sum: MinorUnits,
  tax: TaxRule,
  figures: SellingFigures,
  day: Temporal.PlainDate,
): Claim {
  if (kind === 'project') return { kind: 'full', amount: sum, dueOn: day };
  return { kind: 'deposit', amount: depositOf(sum, tax, figures), dueOn: day };
}

/**
 * What completion asks for: the rest of the lines that was not asked for before, in so many days (term 2), or in the
 * installments that the client chose, the first of them on that day (term 4). Nothing where the deposit was all.
 */
export function claimsOnCompletion(
  rest: MinorUnits,
  tax: TaxRule,
  installments: number | null,
  figures: SellingFigures,
  day: Temporal.PlainDate,
): Claim[] {
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
): Claim[] {
  const parts = installmentsOf(rest, installments, firstDueOn, tax).filter(({ amount }) => amount > 0);
  return parts.map(part => ({ kind: 'installment', ...part }));
}

/** Returns what completion asks for: the total, less what was invoiced before. Late fees and support are apart from it. */
export function balanceOf(
  total: MinorUnits,
  documents: readonly Pick<OwedDocument, 'total' | 'isLateFee' | 'isSupport'>[],
): MinorUnits {
  const asked = documents.filter(({ isLateFee, isSupport }) => !isLateFee && !isSupport);
  const balance = difference(total, sumOf(asked.map(document => document.total)));
  return balance > 0 ? balance : NOTHING;
}
