import { formatTax } from '#features/billing/rules/labels.ts';
import { toDocumentTax } from '#features/billing/rules/totals.ts';
import { formatPlainDate } from '#shared/time.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { subtractAmounts } from '#shared/money-arithmetic.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import type {
  LineItem,
  Milestone,
  OfferSnapshot,
  OrderTax,
  QuoteLine,
  QuoteLines,
} from '../../lifecycle/contract/snapshots.ts';
import type { InvoicedOrder } from '../../lifecycle/rules/build-invoice.ts';
import { formatLineDetails } from '../../lifecycle/rules/line-items.ts';
import { calculateScheduledTotals } from '../../lifecycle/rules/milestones.ts';
import { splitDeposit, buildLineItems } from '../../lifecycle/rules/prices.ts';
import { calculateOrderTotals, listOrderTaxNotes, listTaxDtos, nameTaxes } from '../../lifecycle/rules/tax.ts';
import { formatDays, URGENT_DELIVERY_DAYS } from '../../lifecycle/rules/expected-delivery.ts';
import { priceMilestones } from './payment-schedule.ts';
import { findQuoteLines, listChosenLines, listOptions } from './quote-lines.ts';

export const DEFAULT_QUOTE_VALIDITY_DAYS = 14;

/** Calculates the totals of a quote, in minor units; the owner's preview, the order and its invoices all use it. */
export function calculateQuoteTotals(
  chosen: readonly Omit<QuoteLine, 'term'>[],
  isUrgent: boolean,
  tax: OrderTax,
  settings: Pick<PaymentTermSettings, 'depositPercent' | 'urgentSurchargePercent'>,
) {
  const lineItems = buildLineItems(chosen, isUrgent, settings);
  const { taxAmount, total } = calculateOrderTotals({ lineItems, tax });
  return { lines: lineItems, taxAmount, total, ...splitDeposit({ lineItems, tax }, settings) };
}

/** The parts of a quoted order that depend on the chosen options. */
interface Choice {
  /** Chosen options are still marked as optional. */
  readonly lineItems: QuoteLine[];
  readonly total: MinorUnits;
  readonly tax: OrderTax;
  /** The options left out. */
  readonly otherOptions: readonly LineItem[];
}

type Terms = Pick<QuotedOrder, 'tax' | 'isUrgent' | 'agreedTerms'> & Partial<Pick<QuotedOrder, 'milestones'>>;

/** Returns the price of a quote with the options that have these indexes. Unknown ones are ignored. */
export function calculateChoice(
  quoteLines: QuoteLines,
  { tax: agreed, isUrgent, agreedTerms: { settings }, milestones = null }: Terms,
  chosen: readonly number[],
): Choice {
  const tax = { ...toDocumentTax(agreed), behavior: agreed.behavior };
  const priced = listChosenLines(quoteLines, chosen);
  const { lines: lineItems } = calculateQuoteTotals(priced, isUrgent, tax, settings);
  const otherOptions = listOptions(quoteLines).filter((_option, index) => !chosen.includes(index));
  return { lineItems, ...calculateScheduledTotals({ lineItems, tax, milestones }, settings), otherOptions };
}

/** Returns lines and total of a quoted order with the options that have these indexes. Unknown ones are ignored. */
export function chooseOptions(
  order: Terms & Pick<QuotedOrder, 'lineItems' | 'total'> & { readonly quoteLines: QuoteLines | null },
  chosen: readonly number[],
): Choice {
  const quoteLines = findQuoteLines(order);
  if (quoteLines) return calculateChoice(quoteLines, order, chosen);
  return { lineItems: [...order.lineItems], total: order.total, tax: order.tax, otherOptions: [] };
}

export interface QuotedOrder extends InvoicedOrder {
  readonly clientName: string;
  readonly offerSnapshot: OfferSnapshot;
  readonly isUrgent: boolean;
  readonly quoteExpiresOn: string | null;
  /** Number of monthly installments for the balance (term 4); null for a single payment. */
  readonly installments: number | null;
  /** Agreed parts of the balance; null for one payment or equal installments. */
  readonly milestones: readonly Milestone[] | null;
  readonly quoteNote: string;
  /** Options of the quote that are left out. */
  readonly otherOptions?: readonly LineItem[];
}

/** Returns the calendar days from deposit to delivery. */
export function getDeliveryDays({ isUrgent, offerSnapshot }: Pick<QuotedOrder, 'isUrgent' | 'offerSnapshot'>): number {
  return isUrgent ? URGENT_DELIVERY_DAYS : offerSnapshot.deliveryDays;
}

/**
 * Returns the exact text a client agrees to by accepting a quote (term 15). Equal quotes give equal text, so its
 * SHA-256 shows whether the current quote is accepted.
 */
export function formatQuoteAgreement(order: QuotedOrder, contentItems: readonly string[]): string {
  const { offerSnapshot, tax, agreedTerms, currency, total, lineItems, quoteNote, quoteExpiresOn } = order;
  const format = (minor: MinorUnits) => formatMoney({ minor, currency }, { exact: true });
  const { deposit } = splitDeposit({ lineItems, tax }, agreedTerms.settings);
  const { otherOptions = [] } = order;
  const start = deposit === 0 ? 'the quote is accepted' : 'the deposit is paid';
  const taxes = listTaxDtos(order);
  const formatLine = (line: LineItem) => {
    const details = formatLineDetails(line, currency);
    return `${line.description}${details === undefined ? '' : ` (${details})`}: ${format(line.amount)}`;
  };
  return [
    `AGREEMENT: ${order.title}`,
    '',
    `Order ${order.id}, for ${order.clientName}.`,
    ...(quoteExpiresOn === null ? [] : [`This quote can be accepted until ${formatPlainDate(quoteExpiresOn)}.`]),
    ...(offerSnapshot.features.length > 0 ? ['', ...offerSnapshot.features.map(feature => `- ${feature}`)] : []),
    ...(quoteNote === '' ? [] : ['', quoteNote]),
    '',
    `Delivery: ${formatDays(getDeliveryDays(order))} after ${start} and all content is received.`,
    ...(contentItems.length > 0 ? ['The client supplies:', ...contentItems.map(item => `- ${item}`)] : []),
    ...(offerSnapshot.supportDays > 0
      ? [`Support: included for ${formatDays(offerSnapshot.supportDays)} after delivery.`]
      : []),
    ...listOrderTaxNotes(order),
    '',
    'PRICE',
    ...nameTaxes(lineItems, order).map(line => `${formatLine(line)}${line.term ? ` (term ${line.term})` : ''}`),
    ...taxes.map(one => {
      const label =
        taxes.length === 1
          ? `${one.name}, ${one.basisPoints / 100}%`
          : `${formatTax(one)} on ${format(one.taxableAmount)}`;
      return `${label}: ${format(one.amount)}`;
    }),
    `Total: ${format(total)}`,
    `Deposit: ${format(deposit)} (term 1)`,
    ...formatBalance(order, subtractAmounts(total, deposit), format),
    ...(otherOptions.length > 0
      ? ['Optional, not included in the total:', ...nameTaxes(otherOptions, order).map(formatLine)]
      : []),
    '',
    'PAYMENT TERMS',
    ...agreedTerms.texts.map(({ number, text }) => `${number}. ${text}`),
    '',
  ].join('\n');
}

function formatBalance(
  { installments, milestones, agreedTerms: { settings }, ...price }: QuotedOrder,
  balance: MinorUnits,
  format: (minor: MinorUnits) => string,
): string[] {
  if (milestones) {
    return [
      `Balance in milestones: ${format(balance)}`,
      ...priceMilestones(milestones, { ...price, settings }).map(
        ({ description, dueOn, amount }) => `${description}, due ${formatPlainDate(dueOn)}: ${format(amount)}`,
      ),
      formatMilestoneRules(settings),
    ];
  }
  if (installments === null) return [`Balance: ${format(balance)} (term 2)`];
  return [`Balance in ${installments} monthly installments: ${format(balance)} (term 4)`];
}

/** Explains when milestones are invoiced; part of the agreement. */
export function formatMilestoneRules({
  balanceDueDays,
  depositPercent,
}: Pick<PaymentTermSettings, 'balanceDueDays' | 'depositPercent'>): string {
  const when = balanceDueDays === 0 ? 'on its due date' : `${formatDays(balanceDueDays)} before its due date`;
  const unless = depositPercent === 0 ? '' : ', but not before the deposit is paid';
  return `Each milestone is invoiced ${when}${unless}. When the work is complete, the remaining milestones are invoiced with the same due dates. Price changes are added to the last milestone.`;
}

/** Returns the storage key for a quote draft in this browser. */
export const getQuoteDraftKey = (number: string | number) => `quote-${number}`;
