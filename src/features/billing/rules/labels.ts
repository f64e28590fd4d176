import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { rateText } from '#shared/price-tax.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { AgingStatus } from '../contract/document-list.ts';
import type { BillingDocument, BillingDocumentKind, DocumentTax, LineItem } from '../contract/documents.ts';
import { taxCategoryLabels } from '../contract/tax-categories.ts';

interface KindLabels {
  readonly title: string;
  /** Label of `dueOn`. */
  readonly until: string;
  /** Label of the amount due; a quote has none. */
  readonly due?: string;
  /** Label of the referenced document. */
  readonly about: string;
}

const INVOICE = { until: 'Due', due: 'Amount due', about: 'Refers to' } as const;

const kindLabels: Readonly<Record<BillingDocumentKind, KindLabels>> = {
  deposit_invoice: { ...INVOICE, title: 'Deposit invoice' },
  balance_invoice: { ...INVOICE, title: 'Balance invoice' },
  invoice: { ...INVOICE, title: 'Invoice' },
  installment_invoice: { ...INVOICE, title: 'Installment invoice' },
  late_fee_invoice: { ...INVOICE, title: 'Late fee invoice', about: 'Overdue invoice' },
  credit_note: { until: 'Valid until', due: 'Credit', about: 'Applies to', title: 'Credit note' },
  receipt: { until: 'Valid until', due: 'Amount due', about: 'Payment for', title: 'Receipt' },
  quote: { until: 'Valid until', about: 'Refers to', title: 'Quote' },
  account_statement: { until: 'Due', due: 'Balance', about: 'Refers to', title: 'Account statement' },
};

export function getKindLabels(kind: BillingDocumentKind): KindLabels {
  return kindLabels[kind];
}

/** Labels of unpaid amounts by the days since their due date, the earliest last. */
export const agingLabels: Readonly<Record<AgingStatus, string>> = {
  not_due: 'Not due yet',
  overdue_1_30: '1 to 30 days overdue',
  overdue_31_60: '31 to 60 days overdue',
  overdue_61_90: '61 to 90 days overdue',
  overdue_over_90: 'Over 90 days overdue',
};

/** Returns the title of a document, such as "Invoice 2026-0001". */
export function formatDocumentTitle({ kind, number }: Pick<BillingDocument, 'kind' | 'number'>): string {
  return `${kindLabels[kind].title} ${number}`;
}

/** Returns the label of the settlement date. */
export function settledLabel({ status }: { readonly status: 'paid' | 'credited' | 'written_off' }): string {
  return { paid: 'Paid', credited: 'Credited', written_off: 'Written off' }[status];
}

export function formatReference(reference: NonNullable<BillingDocument['reference']>): string {
  return `${formatDocumentTitle(reference)} dated ${formatPlainDate(reference.issuedOn)}`;
}

/** Formats an amount with all decimals, so columns align. */
export function formatAmount(minor: MinorUnits, currency: string): string {
  return formatMoney({ minor, currency }, { exact: true });
}

/** Formats a tax: "VAT 19%", or its category if it has no rate. */
export function formatTax({ name, basisPoints, category }: DocumentTax): string {
  return basisPoints === 0 && category ? taxCategoryLabels[category] : `${name} ${rateText(basisPoints)}`;
}

/** Returns label and text of the service period, or of the delivery date. */
export function formatServicePeriod({ from, until }: NonNullable<BillingDocument['servicePeriod']>) {
  // Each date stays on one line.
  const format = (day: string) => formatPlainDate(day).replaceAll(' ', '\u{a0}');
  if (from === until) return ['Delivery date', format(from)] as const;
  return ['Service period', `${format(from)} to ${format(until)}`] as const;
}

/** Returns the required notes on a document's taxes, each once. */
export function listTaxNotes({ tax, taxSummary }: Pick<BillingDocument, 'tax' | 'taxSummary'>): string[] {
  const taxes: readonly DocumentTax[] = taxSummary ?? [tax];
  return [...new Set(taxes.flatMap(({ note }) => note ?? []))];
}

/** Formats a quantity with its unit: "2.5 hours". */
export function formatQuantity({ quantity, unit }: Pick<LineItem, 'quantity' | 'unit'>): string {
  const figure = quantity.toLocaleString('en-US');
  return unit ? `${figure} ${unit}${quantity === 1 ? '' : 's'}` : figure;
}

/** Returns what a line shows below its description: its discount and, if the document has several taxes, its tax. */
export function listLineDetails(line: LineItem, { tax, taxSummary, currency }: BillingDocument): string[] {
  const { discount } = line;
  const rate = discount?.basisPoints === undefined ? '' : ` ${rateText(discount.basisPoints)}`;
  return [
    ...(discount ? [`Discount${rate}: ${formatAmount(subtractAmounts(ZERO, discount.amount), currency)}`] : []),
    ...(taxSummary && taxSummary.length > 1 ? [formatTax(line.tax ?? tax)] : []),
  ];
}
