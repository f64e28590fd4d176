import { totalsOfSum } from '#features/billing/rules/totals.ts';
import type { SellingFigures, Term } from '#features/pricing/contract/payment-terms.ts';
import { formatMoney, type MinorUnits, type Money } from '#shared/money.ts';
import { difference } from '#shared/money-arithmetic.ts';
import type { OfferKind } from '../contract/placing.ts';
import type { OrderTax, PriceLine } from '../contract/snapshots.ts';
import { claimOnAgreement } from './invoicing.ts';
import { priceLines, totalOf } from './prices.ts';
import { linesOfPeriod, periodFrom } from './subscriptions.ts';
import { totalWithTax } from './taxes.ts';
import { URGENT_DAYS } from './waiting.ts';

/** Something that can be ordered, whatever it is. */
export interface Orderable {
  readonly kind: OfferKind;
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
export interface Selling {
  readonly figures: SellingFigures;
  readonly terms: readonly Term[];
  readonly tax: OrderTax;
  /** The owner's calendar day. */
  readonly today: Temporal.PlainDate;
}

/** What an order comes to, in minor units of its currency. */
export interface Price {
  readonly lines: readonly PriceLine[];
  readonly taxAmount: MinorUnits;
  readonly total: MinorUnits;
  /** What is asked for on agreement, and what is left of the total; of a service each further month. */
  readonly first: MinorUnits;
  readonly later: MinorUnits;
}

/** Whether it can be had sooner for a surcharge (term 16): what is made for one client can. */
export function canBeUrgent({ kind, isQuoted }: Pick<Orderable, 'kind' | 'isQuoted'>): boolean {
  return kind === 'plan' && !isQuoted;
}

/** What an offer comes to: the one computation behind the page, the order and its invoices. */
export function offerPrice(offer: Orderable, isUrgent: boolean, { figures, tax, today }: Selling): Price {
  const lines = priceLines([{ description: offer.title, amount: offer.price.minor }], isUrgent, figures);
  const { total, taxAmount } = totalWithTax({ lines, tax });
  if (offer.kind === 'service') {
    const { total: first } = totalWithTax({ lines: linesOfPeriod(lines, periodFrom(today)), tax });
    return { lines, taxAmount, total, first, later: total };
  }
  const claim = claimOnAgreement(offer.kind, totalOf(lines), tax, figures, today);
  const { total: first } = totalsOfSum(claim.amount, tax);
  return { lines, taxAmount, total, first, later: difference(total, first) };
}

/**
 * What a client agrees to, word for word: what is delivered, what it costs, and all terms (term 15). The same for the same
 * offer, price and terms, so that its SHA-256 tells whether somebody agrees to what is offered now.
 */
export function agreementText(offer: Orderable, isUrgent: boolean, price: Price, selling: Selling): string {
  const { currency } = offer.price;
  const written = (minor: MinorUnits) => formatMoney({ minor, currency }, { exact: true });
  const { tax, terms } = selling;
  const days = isUrgent ? URGENT_DAYS : offer.deliveryDays;
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
  { kind }: Orderable,
  { first, later }: Price,
  written: (minor: MinorUnits) => string,
): readonly string[] {
  if (kind === 'project') return [];
  if (kind === 'service') return ['The first month is charged by its days, from this agreement on (term 14).'];
  return [`Deposit: ${written(first)} (term 1)`, `Balance: ${written(later)} (term 2)`];
}
