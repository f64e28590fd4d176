import type { MinorUnits } from '#shared/money.ts';
import { splitProportionally, subtractAmounts, sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import type { BillingDocument, DocumentTax } from '../contract/documents.ts';
import type { ReportedTax, TaxEntry, TaxReport } from '../contract/tax-report.ts';
import { getTaxSummary, taxKey } from './totals.ts';

/** Amounts of one category and rate. */
export interface TaxShare {
  readonly tax: ReportedTax;
  readonly net: MinorUnits;
  readonly taxAmount: MinorUnits;
}

type TaxedDocument = Pick<BillingDocument, 'tax' | 'taxSummary' | 'subtotal' | 'taxAmount' | 'rounding'>;

const ROUNDING: ReportedTax = { key: 'rounding', name: 'Rounding', category: null, basisPoints: 0 };

function toReportedTax({ name, category, basisPoints }: DocumentTax): ReportedTax {
  const isTaxed = category !== undefined || basisPoints > 0;
  return {
    key: taxKey({ category, basisPoints }),
    name: isTaxed ? name : 'No tax',
    category: category ?? (isTaxed ? 'standard' : null),
    basisPoints,
  };
}

/** Returns the amounts of a document per category and rate, with its rounding: together its total. */
export function listTaxShares(document: TaxedDocument): TaxShare[] {
  const taxes = getTaxSummary(document).map(({ taxableAmount: net, taxAmount, ...tax }) => ({
    tax: toReportedTax(tax),
    net,
    taxAmount,
  }));
  return [...taxes, { tax: ROUNDING, net: document.rounding ?? ZERO, taxAmount: ZERO }];
}

/** A change of the amount received for an invoice, or a credit note for it. */
export interface CashMovement {
  /** Positive for money received, negative for money returned. */
  readonly received: MinorUnits;
  readonly creditNote?: TaxedDocument | undefined;
}

/**
 * Returns the part of each tax that each movement adds, oldest first. Received money belongs to the taxes of the
 * invoice in proportion, after the credit notes so far; so all movements together equal the received amount, and once
 * all is settled, the net and tax of the invoice minus its credit notes.
 */
export function listCashShares(invoice: TaxedDocument, movements: readonly CashMovement[]): TaxShare[][] {
  const own = listTaxShares(invoice);
  let due = own;
  let received = ZERO;
  let before = own.map(({ tax }): TaxShare => ({ tax, net: ZERO, taxAmount: ZERO }));
  return movements.map(movement => {
    received = sumAmounts([received, movement.received]);
    if (movement.creditNote) due = addShares(due, listTaxShares(movement.creditNote));
    // Money that is still to be returned after a full credit belongs to the taxes of the invoice.
    const now = shareOf(received, sumOf(due) === 0 ? own : due);
    const change = now.map(({ tax, net, taxAmount }, index) => ({
      tax,
      net: subtractAmounts(net, before[index]?.net ?? ZERO),
      taxAmount: subtractAmounts(taxAmount, before[index]?.taxAmount ?? ZERO),
    }));
    before = now;
    return change;
  });
}

const sumOf = (shares: readonly TaxShare[]) => sumAmounts(shares.flatMap(({ net, taxAmount }) => [net, taxAmount]));

function addShares(shares: readonly TaxShare[], added: readonly TaxShare[]): TaxShare[] {
  return shares.map(({ tax, net, taxAmount }) => {
    const same = added.filter(other => other.tax.key === tax.key);
    return {
      tax,
      net: sumAmounts([net, ...same.map(other => other.net)]),
      taxAmount: sumAmounts([taxAmount, ...same.map(other => other.taxAmount)]),
    };
  });
}

/** Splits an amount among the net and tax amounts in proportion. */
function shareOf(amount: MinorUnits, shares: readonly TaxShare[]): TaxShare[] {
  const parts = splitProportionally(
    amount,
    shares.flatMap(({ net, taxAmount }) => [net, taxAmount]),
  );
  return shares.map(({ tax }, index) => ({
    tax,
    net: parts[index * 2] ?? ZERO,
    taxAmount: parts[index * 2 + 1] ?? ZERO,
  }));
}

/** Adds entries to the sums of each currency, category and rate. */
export function addTaxEntries(sums: TaxReport['currencies'], entries: readonly TaxEntry[]): TaxReport['currencies'] {
  const byCurrency = Map.groupBy(entries, ({ currency }) => currency);
  const currencies = new Set([...sums.map(({ currency }) => currency), ...byCurrency.keys()]);
  return [...currencies].map(currency => {
    const taxes = new Map(sums.find(one => one.currency === currency)?.taxes.map(one => [one.tax.key, one]));
    for (const { kind, tax, net, taxAmount } of byCurrency.get(currency) ?? []) {
      const { charged, credited, sum } = taxes.get(tax.key) ?? { charged: NOTHING, credited: NOTHING, sum: NOTHING };
      const add = (to: typeof sum) => ({
        net: sumAmounts([to.net, net]),
        taxAmount: sumAmounts([to.taxAmount, taxAmount]),
      });
      const isCharged = !CREDITED_KINDS.has(kind);
      const changed = isCharged ? { charged: add(charged), credited } : { charged, credited: add(credited) };
      taxes.set(tax.key, { tax, ...changed, sum: add(sum) });
    }
    const shown = [...taxes.values()].filter(row => row.tax.key !== ROUNDING.key || isAnyAmount(row));
    return { currency, taxes: shown.toSorted(({ tax: one }, { tax: other }) => compare(one, other)) };
  });
}

const NOTHING = { net: ZERO, taxAmount: ZERO };

const CREDITED_KINDS = new Set<TaxEntry['kind']>(['credit_note', 'refund', 'dispute', 'dispute_won', 'refund_failed']);

const isAnyAmount = ({ charged, credited }: TaxReport['currencies'][number]['taxes'][number]) =>
  charged.net !== 0 || credited.net !== 0;

/** The highest rates come first, rounding last. */
function compare(one: ReportedTax, other: ReportedTax): number {
  const rank = ({ basisPoints, key }: ReportedTax) => (key === ROUNDING.key ? 1 : 0 - basisPoints);
  return rank(one) - rank(other) || one.key.localeCompare(other.key);
}
