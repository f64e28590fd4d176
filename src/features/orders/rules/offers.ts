import { totalsOfSum } from '#features/billing/rules/totals.ts';
import type { PaymentTermSettings, PaymentTerm } from '#features/pricing/contract/payment-terms.ts';
import { formatMoney, type MinorUnits, type Money } from '#shared/money.ts';
import { subtractAmounts } from '#shared/money-arithmetic.ts';
import type { OrderableKind } from '../contract/placing.ts';
import type { OrderTax, LineItem } from '../contract/snapshots.ts';
import { planFirstInvoice } from './invoicing.ts';
import { buildLineItems, sumLineItems } from './prices.ts';
import { linesOfPeriod, getBillingPeriod } from './subscriptions.ts';
import { calculateOrderTotals } from './taxes.ts';
import { URGENT_DELIVERY_DAYS } from './waiting.ts';

/** Something that can be ordered, whatever it is. */
export interface OrderableOffer {
  readonly kind: OrderableKind;
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly features: readonly string[];
  readonly contentItems: readonly string[];
  /** A month's, for a service. */
  readonly price: Money;
  readonly isQuoted: boolean;
  readonly deliveryDays: number;
  readonly supportDays: number;
}

/** What a price is reckoned with. */
export interface SalesContext {
  readonly figures: PaymentTermSettings;
  readonly terms: readonly PaymentTerm[];
  readonly tax: OrderTax;
  /** The owner's calendar day. */
  readonly today: Temporal.PlainDate;
}

/** What an order comes to, in minor units of its currency. */
export interface CalculatedPrice {
  readonly lines: readonly LineItem[];
  readonly taxAmount: MinorUnits;
  readonly total: MinorUnits;
  /** What is asked for on agreement, and what is left of the total; of a service each further month. */
  readonly first: MinorUnits;
  readonly later: MinorUnits;
}

/** Whether it can be had sooner for a surcharge (term 16): what is made for one client can. */
export function canBeUrgent({ kind, isQuoted }: Pick<OrderableOffer, 'kind' | 'isQuoted'>): boolean {
  return kind === 'plan' && !isQuoted;
}

/** What an offer comes to: the one computation behind the page, the order and its invoices. */
export function calculateOfferPrice(
  offer: OrderableOffer,
  isUrgent: boolean,
  { figures, tax, today }: SalesContext,
): CalculatedPrice {
  const lines = buildLineItems([{ description: offer.title, amount: offer.price.minor }], isUrgent, figures);
  const { total, taxAmount } = calculateOrderTotals({ lines, tax });
  if (offer.kind === 'service') {
    const { total: first } = calculateOrderTotals({ lines: linesOfPeriod(lines, getBillingPeriod(today)), tax });
    return { lines, taxAmount, total, first, later: total };
  }
  const claim = planFirstInvoice(offer.kind, sumLineItems(lines), tax, figures, today);
  const { total: first } = totalsOfSum(claim.amount, tax);
  return { lines, taxAmount, total, first, later: subtractAmounts(total, first) };
}

/**
 * What a client agrees to, word for word: what is delivered, what it costs, and all terms (term 15). The same for the same
 * offer, price and terms, so that its SHA-256 tells whether somebody agrees to what is offered now.
 */
export function formatAgreement(
  offer: OrderableOffer,
  isUrgent: boolean,
  price: CalculatedPrice,
  selling: SalesContext,
): string {
  const { currency } = offer.price;
  const written = (minor: MinorUnits) => formatMoney({ minor, currency }, { exact: true });
  const { tax, terms } = selling;
  const days = isUrgent ? URGENT_DELIVERY_DAYS : offer.deliveryDays;
  return [
    `AGREEMENT: ${offer.title}`,
    '',
    ...(offer.summary === '' ? [] : [offer.summary]),
    ...offer.features.map(feature => `- ${feature}`),
    '',
    ...(offer.kind === 'plan' ? [`Delivery: ${days} days after the deposit, and after what the client supplies.`] : []),
    ...(offer.contentItems.length > 0 ? ['The client supplies:', ...offer.contentItems.map(item => `- ${item}`)] : []),
    ...(offer.supportDays > 0 ? [`Support: ${offer.supportDays} days after delivery.`] : []),
    '',
    'PRICE',
    ...price.lines.map(
      line => `${line.description}: ${written(line.amount)}${line.term ? ` (term ${line.term})` : ''}`,
    ),
    ...(tax.basisPoints > 0 ? [`${tax.name}, ${tax.basisPoints / 100}%: ${written(price.taxAmount)}`] : []),
    `${offer.kind === 'service' ? 'Each month' : 'Total'}: ${written(price.total)}`,
    ...firstWords(offer, price, written),
    '',
    'PAYMENT TERMS',
    ...terms.map(({ number, text }) => `${number}. ${text}`),
    '',
  ].join('\n');
}

/** A service's first month depends on the day, which is no part of what is agreed to: the rule is (term 14). */
function firstWords(
  { kind }: OrderableOffer,
  { first, later }: CalculatedPrice,
  written: (minor: MinorUnits) => string,
): readonly string[] {
  if (kind === 'project') return [];
  if (kind === 'service') return ['The first month is charged by its days, from this agreement on (term 14).'];
  return [`Deposit: ${written(first)} (term 1)`, `Balance: ${written(later)} (term 2)`];
}
