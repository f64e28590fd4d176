import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { formatDay } from '#shared/time.ts';
import type { BusinessDocument, DocumentKind } from '../contract/documents.ts';

interface KindWords {
  readonly title: string;
  /** Beside `dueOn`. */
  readonly until: string;
  /** Beside what is left to pay; a quote leaves nothing. */
  readonly due?: string;
  /** Beside the document that it is about. */
  readonly about: string;
}

const INVOICE = { until: 'Due', due: 'Amount due', about: 'Refers to' } as const;

const kindWords: Readonly<Record<DocumentKind, KindWords>> = {
  'deposit invoice': { ...INVOICE, title: 'Deposit invoice' },
  'balance invoice': { ...INVOICE, title: 'Balance invoice' },
  invoice: { ...INVOICE, title: 'Invoice' },
  'installment invoice': { ...INVOICE, title: 'Installment invoice' },
  'late fee invoice': { ...INVOICE, title: 'Late fee invoice', about: 'Unpaid' },
  'credit note': { until: 'Until', due: 'Credit', about: 'Corrects', title: 'Credit note' },
  receipt: { until: 'Until', due: 'Still due', about: 'Paid for', title: 'Receipt' },
  quote: { until: 'Holds until', about: 'Refers to', title: 'Quote' },
  'statement of account': { until: 'Due', due: 'Balance', about: 'Refers to', title: 'Statement of account' },
};

export function wordsOf(kind: DocumentKind): KindWords {
  return kindWords[kind];
}

/** What the document is called, such as "Invoice 2026-0001". */
export function titleOf({ kind, number }: Pick<BusinessDocument, 'kind' | 'number'>): string {
  return `${kindWords[kind].title} ${number}`;
}

/** What stands beside the day on which an invoice was settled. */
export function settledWord({ state }: { readonly state: 'paid' | 'credited' }): string {
  return { paid: 'Paid', credited: 'Credited' }[state];
}

export function referenceText(reference: NonNullable<BusinessDocument['reference']>): string {
  return `${titleOf(reference)} of ${formatDay(reference.issuedOn)}`;
}

/** Amounts stand under one another, so all of them have their decimals. */
export function amountText(minor: MinorUnits, currency: string): string {
  return formatMoney({ minor, currency }, { exact: true });
}

export { rateText } from '#shared/price-tax.ts';
