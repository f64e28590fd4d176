import { taxKey } from '#features/billing/rules/totals.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import { isAfter } from '#shared/dates.ts';
import type { MinorUnits } from '#shared/money.ts';
import { prorateAmount, subtractAmounts, sumAmounts, toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import type { OrderStatus } from '../contract/enums.ts';
import type { LineItem, Milestone, OrderTax } from '../contract/snapshots.ts';
import { depositOf } from './prices.ts';
import { calculateOrderTotals, type InvoicedPart, listShares, type Priced, restOf, withTaxAmounts } from './tax.ts';
import { apportion, subtractShares, sumShares, takePart, type TaxShare, totalsOfShares } from './tax-shares.ts';

interface ScheduledOrder {
  readonly lineItems: readonly LineItem[];
  readonly tax: OrderTax;
  readonly milestones: readonly Milestone[] | null;
}

/** A milestone that isn't invoiced yet, with its place in the schedule and its share of the order's lines. */
export type PlannedMilestone = Milestone & { readonly index: number; readonly shares: readonly TaxShare[] };

/**
 * Returns the milestones that aren't invoiced, with shares that add up to `rest`, the part of the lines that isn't
 * invoiced. If the order became cheaper, the last ones shrink or are left out.
 */
export function planMilestones(milestones: readonly Milestone[] | null, rest: readonly TaxShare[]): PlannedMilestone[] {
  let left = rest;
  return (milestones ?? []).flatMap((milestone, index) => {
    if (milestone.invoiceId !== null) return [];
    const shares = milestone.amount === null ? left : limitShares(milestone, left);
    left = subtractShares(left, shares);
    return sumShares(shares) > 0 ? [{ ...milestone, index, shares }] : [];
  });
}

/**
 * Returns the fixed shares of a milestone, as far as something is left. If too little is left of one tax, the others
 * make up for it.
 */
function limitShares({ amount, amounts }: Milestone, left: readonly TaxShare[]): TaxShare[] {
  const limit = (share: MinorUnits, of: MinorUnits) => toMinorUnits(Math.max(0, Math.min(share, of)));
  const whole = limit(amount ?? ZERO, sumShares(left));
  if (!amounts) return apportion(whole, left);
  const own = left.map(({ tax, amount: of }) => ({ tax, amount: limit(amounts[taxKey(tax)] ?? ZERO, of) }));
  const rest = apportion(subtractAmounts(sumShares(left), whole), subtractShares(left, own));
  return subtractShares(left, rest);
}

/** Statuses in which milestones are invoiced by date: from the deposit until completion, which invoices the others. */
const INVOICED_BY_DATE: ReadonlySet<OrderStatus> = new Set([
  'deposit_paid',
  'content_received',
  'in_progress',
  'in_review',
] as const);

/** Returns the planned milestones whose invoice is due for sending, the days of term 2 before their due date. */
export function listDueMilestones(
  planned: readonly PlannedMilestone[],
  status: OrderStatus,
  settings: PaymentTermSettings,
  today: Temporal.PlainDate,
): PlannedMilestone[] {
  if (!INVOICED_BY_DATE.has(status)) return [];
  return planned.filter(milestone => !isAfter(getInvoiceDate(milestone, settings), today));
}

/** Returns the day on which a milestone is invoiced: as long before its due date as a balance can be paid (term 2). */
export function getInvoiceDate(
  { dueOn }: Pick<Milestone, 'dueOn'>,
  { balanceDueDays }: Pick<PaymentTermSettings, 'balanceDueDays'>,
): Temporal.PlainDate {
  return Temporal.PlainDate.from(dueOn).subtract({ days: balanceDueDays });
}

/**
 * Returns the parts of an order that are taxed separately from its rest: the invoiced parts, and the planned milestones
 * with a fixed amount, which therefore stay the same when the price changes.
 */
export function listFixedParts(order: ScheduledOrder, invoiced: readonly InvoicedPart[]): InvoicedPart[] {
  const planned = planMilestones(order.milestones, restOf(order, invoiced));
  return [...invoiced, ...planned.slice(0, -1).map(({ shares }) => ({ taxes: totalsOfShares(shares) }))];
}

/**
 * Returns the total and the tax of a quote. With milestones, its parts are taxed separately, which can differ by a few
 * cents from the tax of the sum.
 */
export function calculateScheduledTotals(
  order: ScheduledOrder,
  settings: Pick<PaymentTermSettings, 'depositPercent'>,
): { readonly total: MinorUnits; readonly tax: OrderTax } {
  const { tax, milestones } = order;
  const natural = calculateOrderTotals(order);
  if (milestones === null) return { total: natural.total, tax };
  const deposit = totalsOfShares(depositOf(listShares(order), settings));
  const totals = calculateOrderTotals(order, listFixedParts(order, [{ taxes: deposit }]));
  const isNatural = Object.entries(natural.taxAmounts).every(([key, amount]) => totals.taxAmounts[key] === amount);
  return { total: totals.total, tax: isNatural ? tax : withTaxAmounts(tax, totals) };
}

/**
 * Splits the balance of a quote into the shares of milestones with these amounts including tax, and the rest. With net
 * prices, a share can differ from its amount by a few cents, so the taxes of all invoices add up.
 */
export function splitBalance(
  price: Priced,
  settings: Pick<PaymentTermSettings, 'depositPercent'>,
  amounts: readonly MinorUnits[],
): { readonly shares: readonly TaxShare[][]; readonly rest: TaxShare[] } {
  const whole = listShares(price);
  let rest = subtractShares(whole, depositOf(whole, settings));
  const shares = amounts.map(amount => {
    const share = shareOf(amount, rest);
    rest = subtractShares(rest, share);
    return share;
  });
  return { shares, rest };
}

function shareOf(amount: MinorUnits, rest: readonly TaxShare[]): TaxShare[] {
  const isExact = rest.every(({ tax }) => tax.behavior === 'inclusive' || tax.basisPoints === 0);
  if (isExact) return apportion(amount, rest);
  const sum = sumShares(rest);
  const withTax = sumAmounts(rest.map(({ amount: net, tax }) => toMinorUnits(net * (10_000 + tax.basisPoints))));
  const net = withTax === 0 ? ZERO : prorateAmount(amount, sum * 10_000, withTax);
  return net > 0 && net < sum ? takePart(rest, net) : apportion(net, rest);
}
