import { splitOff } from '#features/billing/rules/splits.ts';
import { type TaxRule, totalsOfSum } from '#features/billing/rules/totals.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import { isAfter } from '#shared/dates.ts';
import type { MinorUnits } from '#shared/money.ts';
import { prorateAmount, subtractAmounts, toMinorUnits } from '#shared/money-arithmetic.ts';
import type { OrderStatus } from '../contract/enums.ts';
import type { LineItem, Milestone, OrderTax } from '../contract/snapshots.ts';
import { depositOf, sumLineItems } from './prices.ts';
import { calculateOrderTotals, type InvoicedPart, restOf } from './tax.ts';

interface ScheduledOrder {
  readonly lineItems: readonly LineItem[];
  readonly tax: OrderTax;
  readonly milestones: readonly Milestone[] | null;
}

/** A milestone that isn't invoiced yet, with its place in the schedule and its share of the order's lines. */
export type PlannedMilestone = Milestone & { readonly index: number; readonly amount: MinorUnits };

/**
 * Returns the milestones that aren't invoiced, with amounts that add up to `rest`, the part of the lines that isn't
 * invoiced. If the order became cheaper, the last ones shrink or are left out.
 */
export function planMilestones(milestones: readonly Milestone[] | null, rest: MinorUnits): PlannedMilestone[] {
  let left = rest;
  return (milestones ?? []).flatMap((milestone, index) => {
    if (milestone.invoiceId !== null) return [];
    const amount = toMinorUnits(Math.max(0, Math.min(milestone.amount ?? left, left)));
    left = subtractAmounts(left, amount);
    return amount > 0 ? [{ ...milestone, index, amount }] : [];
  });
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
 * Returns the parts of an order that are taxed separately from its rest: what is invoiced, and the planned milestones
 * with a fixed amount, which therefore stay the same when the price changes.
 */
export function listFixedParts(order: ScheduledOrder, invoiced: readonly InvoicedPart[]): InvoicedPart[] {
  const planned = planMilestones(order.milestones, restOf(order, invoiced));
  return [...invoiced, ...planned.slice(0, -1).map(({ amount }) => totalsOfSum(amount, order.tax))];
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
  const deposit = depositOf(sumLineItems(order.lineItems), tax, settings);
  const { total, taxAmount } = calculateOrderTotals(
    order,
    listFixedParts(order, deposit === 0 ? [] : [totalsOfSum(deposit, tax)]),
  );
  return { total, tax: taxAmount === natural.taxAmount ? tax : { ...tax, amount: taxAmount } };
}

/**
 * Splits the balance of a quote into the shares of milestones with these amounts including tax, and the rest. With net
 * prices, a share can differ from its amount by a few cents, so that the taxes of all invoices add up.
 */
export function splitBalance(
  { lineItems, tax }: Pick<ScheduledOrder, 'tax'> & { readonly lineItems: readonly { readonly amount: MinorUnits }[] },
  settings: Pick<PaymentTermSettings, 'depositPercent'>,
  amounts: readonly MinorUnits[],
): { readonly shares: readonly MinorUnits[]; readonly rest: MinorUnits } {
  const sum = sumLineItems(lineItems);
  let rest = subtractAmounts(sum, depositOf(sum, tax, settings));
  const shares = amounts.map(amount => {
    const share = shareOf(amount, rest, tax);
    rest = subtractAmounts(rest, share);
    return share;
  });
  return { shares, rest };
}

function shareOf(amount: MinorUnits, rest: MinorUnits, tax: TaxRule): MinorUnits {
  if (tax.behavior === 'inclusive' || tax.basisPoints === 0) return amount;
  const net = prorateAmount(amount, 10_000, 10_000 + tax.basisPoints);
  return net > 0 && net < rest ? splitOff(rest, net, tax) : net;
}
