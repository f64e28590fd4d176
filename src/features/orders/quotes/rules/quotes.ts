import { formatPlainDate } from '#shared/time.ts';
import { parseAmount } from '#features/pricing/rules/parse-amount.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import type { OfferSnapshot, OrderTax } from '../../lifecycle/contract/snapshots.ts';
import type { InvoicedOrder } from '../../lifecycle/rules/build-invoice.ts';
import { splitDeposit, buildLineItems } from '../../lifecycle/rules/prices.ts';
import { calculateOrderTotals } from '../../lifecycle/rules/tax.ts';
import { URGENT_DELIVERY_DAYS } from '../../lifecycle/rules/expected-delivery.ts';

export const DEFAULT_QUOTE_VALIDITY_DAYS = 14;

/** Calculates the totals of a quote, in minor units; the owner's preview, the order and its invoices all use it. */
export function calculateQuoteTotals(
  chosen: readonly { readonly description: string; readonly amount: MinorUnits }[],
  isUrgent: boolean,
  tax: OrderTax,
  settings: Pick<PaymentTermSettings, 'depositPercent' | 'urgentSurchargePercent'>,
) {
  const lineItems = buildLineItems(chosen, isUrgent, settings);
  const { taxAmount, total } = calculateOrderTotals({ lineItems, tax });
  return { lines: lineItems, taxAmount, total, ...splitDeposit({ lineItems, tax }, settings) };
}

/** Parses the amount of a line; a leading minus makes it a discount. */
export function parseSignedAmount(text: string, currency: string): { amount: MinorUnits } | { error: string } {
  const [, sign = '', rest = ''] = /^\s*([-\u2212]?)(.*)$/su.exec(text) ?? [];
  const parsed = parseAmount(rest, currency);
  if ('error' in parsed) return parsed;
  return { amount: sign === '' ? parsed.amount.minor : subtractAmounts(ZERO, parsed.amount.minor) };
}

export interface QuotedOrder extends InvoicedOrder {
  readonly clientName: string;
  readonly offerSnapshot: OfferSnapshot;
  readonly isUrgent: boolean;
  readonly quoteExpiresOn: string | null;
  /** Number of monthly installments for the balance (term 4); null for a single payment. */
  readonly installments: number | null;
  readonly quoteNote: string;
}

/** Returns the calendar days from deposit to delivery. */
export function getDeliveryDays({ isUrgent, offerSnapshot }: Pick<QuotedOrder, 'isUrgent' | 'offerSnapshot'>): number {
  return isUrgent ? URGENT_DELIVERY_DAYS : offerSnapshot.deliveryDays;
}

export const formatDays = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/**
 * Returns the exact text a client agrees to by accepting a quote (term 15). Equal quotes give equal text, so that its
 * SHA-256 shows whether the current quote is accepted.
 */
export function formatQuoteAgreement(order: QuotedOrder, contentItems: readonly string[]): string {
  const { offerSnapshot, tax, agreedTerms, currency, total, lineItems, quoteNote, quoteExpiresOn, installments } =
    order;
  const format = (minor: MinorUnits) => formatMoney({ minor, currency }, { exact: true });
  const { deposit, balance } = splitDeposit({ lineItems, tax }, agreedTerms.settings);
  return [
    `AGREEMENT: ${order.title}`,
    '',
    `Order ${order.id}, for ${order.clientName}.`,
    ...(quoteExpiresOn === null ? [] : [`This quote can be accepted until ${formatPlainDate(quoteExpiresOn)}.`]),
    ...(offerSnapshot.features.length > 0 ? ['', ...offerSnapshot.features.map(feature => `- ${feature}`)] : []),
    ...(quoteNote === '' ? [] : ['', quoteNote]),
    '',
    `Delivery: ${formatDays(getDeliveryDays(order))} after the deposit is paid and all content is received.`,
    ...(contentItems.length > 0 ? ['The client supplies:', ...contentItems.map(item => `- ${item}`)] : []),
    ...(offerSnapshot.supportDays > 0
      ? [`Support: included for ${formatDays(offerSnapshot.supportDays)} after delivery.`]
      : []),
    ...(tax.note === undefined ? [] : [tax.note]),
    '',
    'PRICE',
    ...lineItems.map(line => `${line.description}: ${format(line.amount)}${line.term ? ` (term ${line.term})` : ''}`),
    ...(tax.basisPoints > 0
      ? [`${tax.name}, ${tax.basisPoints / 100}%: ${format(calculateOrderTotals({ lineItems, tax }).taxAmount)}`]
      : []),
    `Total: ${format(total)}`,
    `Deposit: ${format(deposit)} (term 1)`,
    installments === null
      ? `Balance: ${format(balance)} (term 2)`
      : `Balance in ${installments} monthly installments: ${format(balance)} (term 4)`,
    '',
    'PAYMENT TERMS',
    ...agreedTerms.texts.map(({ number, text }) => `${number}. ${text}`),
    '',
  ].join('\n');
}

/** Returns the storage key for a quote draft in this browser. */
export const getQuoteDraftKey = (number: string | number) => `quote-${number}`;
