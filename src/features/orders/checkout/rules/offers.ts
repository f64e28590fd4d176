import { formatMoney, type MinorUnits, type Money } from '#shared/money.ts';
import { subtractAmounts } from '#shared/money-arithmetic.ts';
import type { OrderableKind } from '../contract.ts';
import { planFirstInvoice } from '../../lifecycle/rules/invoice-schedule.ts';
import { buildLineItems } from '../../lifecycle/rules/prices.ts';
import { linesOfPeriod, getBillingPeriod } from '../../lifecycle/rules/subscription-periods.ts';
import { calculateOrderTotals, listShares } from '../../lifecycle/rules/tax.ts';
import { totalOfShares } from '../../lifecycle/rules/tax-shares.ts';
import type { SalesContext } from '../../lifecycle/rules/sales-context.ts';
import { formatDays, URGENT_DELIVERY_DAYS } from '../../lifecycle/rules/expected-delivery.ts';

/** A plan, service or project in a common shape. */
export interface OrderableOffer {
  readonly kind: OrderableKind;
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly features: readonly string[];
  readonly contentItems: readonly string[];
  /** Per month for a service. */
  readonly price: Money;
  readonly requiresQuote: boolean;
  readonly deliveryDays: number;
  readonly supportDays: number;
}

/** Returns whether urgent delivery is available for a surcharge (term 16): only for plans with a fixed price. */
export function canBeUrgent({ kind, requiresQuote }: Pick<OrderableOffer, 'kind' | 'requiresQuote'>): boolean {
  return kind === 'plan' && !requiresQuote;
}

/**
 * Calculates the price of an offer, in minor units; the page, the order and its invoices all use it. `first` is due on
 * agreement, and `later` is the rest of the total or, for a service, the price of each further month.
 */
export function calculateOfferPrice(offer: OrderableOffer, isUrgent: boolean, { settings, tax, today }: SalesContext) {
  const lineItems = buildLineItems([{ description: offer.title, amount: offer.price.minor }], isUrgent, settings);
  const { total, taxAmount } = calculateOrderTotals({ lineItems, tax });
  if (offer.kind === 'service') {
    const monthItems = linesOfPeriod(lineItems, getBillingPeriod(today));
    const { total: first } = calculateOrderTotals({ lineItems: monthItems, tax });
    return { lines: lineItems, taxAmount, total, first, later: total };
  }
  const invoice = planFirstInvoice(offer.kind, listShares({ lineItems, tax }), settings, today);
  const first = totalOfShares(invoice.shares);
  return { lines: lineItems, taxAmount, total, first, later: subtractAmounts(total, first) };
}

type CalculatedPrice = ReturnType<typeof calculateOfferPrice>;

/**
 * Returns the exact text a client agrees to: delivery, price and all terms (term 15). Equal input gives equal text, so
 * its SHA-256 shows whether the current offer is accepted.
 */
export function formatAgreement(
  offer: OrderableOffer,
  isUrgent: boolean,
  price: CalculatedPrice,
  sales: SalesContext,
): string {
  const { currency } = offer.price;
  const format = (minor: MinorUnits) => formatMoney({ minor, currency }, { exact: true });
  const { tax, terms } = sales;
  const days = isUrgent ? URGENT_DELIVERY_DAYS : offer.deliveryDays;
  return [
    `AGREEMENT: ${offer.title}`,
    '',
    ...(offer.summary === '' ? [] : [offer.summary]),
    ...offer.features.map(feature => `- ${feature}`),
    '',
    ...(offer.kind === 'plan'
      ? [`Delivery: ${formatDays(days)} after the deposit is paid and all content is received.`]
      : []),
    ...(offer.contentItems.length > 0 ? ['The client supplies:', ...offer.contentItems.map(item => `- ${item}`)] : []),
    ...(offer.supportDays > 0 ? [`Support: included for ${formatDays(offer.supportDays)} after delivery.`] : []),
    ...(tax.note === undefined ? [] : [tax.note]),
    '',
    'PRICE',
    ...price.lines.map(line => `${line.description}: ${format(line.amount)}${line.term ? ` (term ${line.term})` : ''}`),
    ...(tax.basisPoints > 0 ? [`${tax.name}, ${tax.basisPoints / 100}%: ${format(price.taxAmount)}`] : []),
    `${offer.kind === 'service' ? 'Per month' : 'Total'}: ${format(price.total)}`,
    ...formatFirstPayments(offer, price, format),
    '',
    'PAYMENT TERMS',
    ...terms.map(({ number, text }) => `${number}. ${text}`),
    '',
  ].join('\n');
}

/** The first month's amount depends on the day of payment, so the agreement states the rule instead (term 14). */
function formatFirstPayments(
  { kind }: OrderableOffer,
  { first, later }: CalculatedPrice,
  format: (minor: MinorUnits) => string,
): readonly string[] {
  if (kind === 'project') return [];
  if (kind === 'service') return ['The first month is prorated by day, starting with the first payment (term 14).'];
  return [`Deposit: ${format(first)} (term 1)`, `Balance: ${format(later)} (term 2)`];
}
