import { formatDay } from '#shared/time.ts';
import { readAmount } from '#features/pricing/rules/parse-amount.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { difference, NOTHING } from '#shared/money-arithmetic.ts';
import type { SellingFigures } from '#features/pricing/contract/payment-terms.ts';
import type { AgreedTerms, OrderSubject, OrderTax, OrderWish, PriceLine } from '../contract/snapshots.ts';
import { depositAndBalance, priceLines } from './prices.ts';
import { totalWithTax } from './taxes.ts';
import { URGENT_DAYS } from './waiting.ts';

/** For how many days a quote holds, where nothing else is said. */
export const QUOTE_DAYS = 14;

/** What a quote comes to, in minor units. */
export interface QuoteTotals {
  readonly lines: readonly PriceLine[];
  readonly taxAmount: MinorUnits;
  readonly total: MinorUnits;
  readonly deposit: MinorUnits;
  readonly balance: MinorUnits;
}

/** What the lines of a quote come to: the one computation behind the owner's preview, the order and its invoices. */
export function quoteTotals(
  chosen: readonly { readonly description: string; readonly amount: MinorUnits }[],
  isUrgent: boolean,
  tax: OrderTax,
  figures: Pick<SellingFigures, 'depositPercent' | 'urgentPercent'>,
): QuoteTotals {
  const lines = priceLines(chosen, isUrgent, figures);
  const { taxAmount, total } = totalWithTax({ lines, tax });
  return { lines, taxAmount, total, ...depositAndBalance({ lines, tax }, figures) };
}

/** The amount of a line as it was typed: a minus in front makes a discount. */
export function readSignedAmount(text: string, currency: string): { amount: MinorUnits } | { wrong: string } {
  const [, sign = '', rest = ''] = /^\s*([-\u2212]?)(.*)$/su.exec(text) ?? [];
  const read = readAmount(rest, currency);
  if ('wrong' in read) return read;
  return { amount: sign === '' ? read.amount.minor : difference(NOTHING, read.amount.minor) };
}

/** What is wished for, a line a service. */
export function wishedFeatures(wish: Pick<OrderWish, 'services'>): string[] {
  return wish.services.map(({ title, quantity }) => (quantity === 1 ? title : `${quantity} × ${title}`));
}

/** An order with its quote. */
export interface QuotedOrder {
  readonly id: number;
  readonly title: string;
  readonly clientName: string;
  readonly subject: OrderSubject;
  readonly terms: AgreedTerms;
  readonly lines: readonly PriceLine[];
  readonly tax: OrderTax;
  readonly currency: string;
  readonly total: MinorUnits;
  readonly isUrgent: boolean;
  readonly quoteUntil: string | null;
  /** In how many the balance is paid each month (term 4); null for at once. */
  readonly installments: number | null;
  readonly quoteNote: string;
}

/** Calendar days from the deposit until delivery. */
export function deliveryDaysOf({ isUrgent, subject }: Pick<QuotedOrder, 'isUrgent' | 'subject'>): number {
  return isUrgent ? URGENT_DAYS : subject.deliveryDays;
}

const daysText = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/**
 * What a client agrees to by accepting a quote, word for word (term 15). The same for the same quote, so that its SHA-256
 * tells whether somebody agrees to the one that stands now.
 */
export function quoteText(order: QuotedOrder, contentItems: readonly string[]): string {
  const { subject, tax, terms, currency, total, lines, quoteNote, quoteUntil, installments } = order;
  const written = (minor: MinorUnits) => formatMoney({ minor, currency }, { exact: true });
  const { deposit, balance } = depositAndBalance({ lines, tax }, terms.figures);
  return [
    `AGREEMENT: ${order.title}`,
    '',
    `Order ${order.id}, for ${order.clientName}.`,
    ...(quoteUntil === null ? [] : [`This quote can be accepted until ${formatDay(quoteUntil)}.`]),
    ...(subject.features.length > 0 ? ['', ...subject.features.map(feature => `- ${feature}`)] : []),
    ...(quoteNote === '' ? [] : ['', quoteNote]),
    '',
    `Delivery: ${daysText(deliveryDaysOf(order))} after the deposit, and after what the client supplies.`,
    ...(contentItems.length > 0 ? ['The client supplies:', ...contentItems.map(item => `- ${item}`)] : []),
    ...(subject.supportDays > 0 ? [`Support: ${daysText(subject.supportDays)} after delivery.`] : []),
    '',
    'PRICE',
    ...lines.map(line => `${line.description}: ${written(line.amount)}${line.term ? ` (term ${line.term})` : ''}`),
    ...(tax.basisPoints > 0
      ? [`${tax.name}, ${tax.basisPoints / 100}%: ${written(totalWithTax({ lines, tax }).taxAmount)}`]
      : []),
    `Total: ${written(total)}`,
    `Deposit: ${written(deposit)} (term 1)`,
    installments === null
      ? `Balance: ${written(balance)} (term 2)`
      : `Balance, in ${installments} monthly installments: ${written(balance)} (term 4)`,
    '',
    'PAYMENT TERMS',
    ...terms.texts.map(({ number, text }) => `${number}. ${text}`),
    '',
  ].join('\n');
}
