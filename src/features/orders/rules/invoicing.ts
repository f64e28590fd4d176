import type { MinorUnits } from '#shared/money.ts';
import { difference, NOTHING, sumOf } from '#shared/money-arithmetic.ts';
import type { OrderKind } from '../contract/life.ts';
import type { SellingFigures } from '#features/catalog/contract/terms.ts';
import type { OwedDocument } from './late-fees.ts';
import { depositAndBalance, installmentsOf } from './prices.ts';

/** What is asked for by an invoice: how much, and until when. */
export interface Claim {
  readonly kind: 'deposit' | 'balance' | 'installment' | 'full';
  readonly amount: MinorUnits;
  readonly dueOn: Temporal.PlainDate;
}

/**
 * What an agreement asks for: the deposit (term 1); all of it for a finished project, whose files follow at once. Due the
 * same day. A subscription is asked for by its periods (term 14).
 */
export function claimOnAgreement(
  kind: Exclude<OrderKind, 'service'>,
  total: MinorUnits,
  figures: SellingFigures,
  day: Temporal.PlainDate,
): Claim {
  if (kind === 'project') return { kind: 'full', amount: total, dueOn: day };
  return { kind: 'deposit', amount: depositAndBalance(total, figures).deposit, dueOn: day };
}

/**
 * What completion asks for: all that was not asked for before, in so many days (term 2), or in the installments that the
 * client chose, the first of them on that day (term 4). Nothing where the deposit was all.
 */
export function claimsOnCompletion(
  total: MinorUnits,
  asked: MinorUnits,
  installments: number | null,
  figures: SellingFigures,
  day: Temporal.PlainDate,
): Claim[] {
  const balance = difference(total, asked);
  if (balance <= 0) return [];
  const dueOn = day.add({ days: figures.balanceDays });
  if (installments === null) return [{ kind: 'balance', amount: balance, dueOn }];
  return installmentsOf(balance, installments, dueOn).map(part => ({ kind: 'installment', ...part }));
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
