import type { BillingDocument, BillingDocumentKind } from '#features/billing/contract/documents.ts';
import type { UnissuedDocument } from '#features/billing/rules/documents.ts';
import { toDocumentTax, totalsOfSum } from '#features/billing/rules/totals.ts';
import type { DocumentLanguage } from '#features/billing/contract/document-design.ts';
import { fillText, getDocumentTexts } from '#features/billing/rules/document-texts/texts.ts';
import {
  formatAmount,
  formatCount,
  formatDay,
  formatDocumentTitle,
  formatRate,
  formatTaxName,
  languageOf,
} from '#features/billing/rules/labels.ts';
import { applyTranslations, translateLine } from '#features/billing/rules/site-texts.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import type { PaymentTermNumber } from '../contract/enums.ts';
import type { AgreedTerms, OrderTax, LineItem } from '../contract/snapshots.ts';
import type { PlannedInvoice } from './invoice-schedule.ts';
import { linesOfPeriod, type BillingPeriod, formatBillingPeriod } from './subscription-periods.ts';
import { type InvoicedPart, invoicedAmount, restOf } from './tax.ts';

/** A document before it is issued; its payment URL depends on its number. */
type Unissued = Omit<UnissuedDocument, 'paymentUrl'>;
type Parties = Pick<Unissued, 'issuer' | 'client' | 'paymentInstructions'>;

export interface InvoicedOrder {
  readonly id: number;
  readonly title: string;
  readonly lineItems: readonly LineItem[];
  readonly total: MinorUnits;
  readonly currency: string;
  readonly tax: OrderTax;
  readonly agreedTerms: AgreedTerms;
}

const documentKinds: Readonly<Record<PlannedInvoice['kind'], BillingDocumentKind>> = {
  deposit: 'deposit_invoice',
  balance: 'balance_invoice',
  installment: 'installment_invoice',
  milestone: 'installment_invoice',
  full: 'invoice',
};

/** Payment terms printed on each kind of invoice, the one that causes it first. */
const termsByKind: Readonly<Record<PlannedInvoice['kind'], readonly PaymentTermNumber[]>> = {
  deposit: [1, 3, 6, 7, 8],
  balance: [2, 3, 6, 12],
  installment: [4, 3, 6, 12],
  milestone: [3, 6, 12],
  full: [3, 6, 12],
};

/** An invoice already issued for a part of an order, or a credit note that lowered its price. */
export interface IssuedPart extends InvoicedPart {
  readonly kind: BillingDocumentKind;
  readonly number: string;
  readonly issuedOn: string;
  readonly owed: MinorUnits;
}

/**
 * Returns the unissued invoice for a planned one: all lines of the order, minus `earlier` invoices, and minus what
 * is invoiced later, so that it adds up to the planned amount.
 */
export function buildInvoice(
  order: InvoicedOrder,
  planned: PlannedInvoice &
    Pick<Unissued, 'servicePeriod'> & {
      readonly part?: { readonly number: number; readonly of: number; readonly description?: string };
    },
  parties: Parties,
  earlier: readonly IssuedPart[] = [],
): Unissued {
  const { agreedTerms, tax } = order;
  const later = subtractAmounts(restOf(order, earlier), planned.amount);
  const numbers = termsByKind[planned.kind];
  const laterTerm = planned.kind === 'milestone' ? null : (numbers[0] ?? null);
  const language = languageOf(parties);
  const part = partText(planned, agreedTerms, language);
  const lineItems = [
    ...order.lineItems.map(line => chargedLine(line)),
    ...earlier.map(issued => deductionOf(issued, order, language)),
    ...(later === 0 ? [] : [chargedLine(laterLine(later, laterTerm, language), part)]),
  ];
  const expected = subtractAmounts(order.total, sumAmounts(earlier.map(({ total }) => total)));
  const rounding = subtractAmounts(expected, totalsOfSum(planned.amount, tax).total);
  return {
    ...invoiceOf(order, parties, { ...planned, kind: documentKinds[planned.kind], lineItems, terms: numbers }),
    ...(planned.kind === 'milestone' && planned.part ? { notes: milestoneText(planned.part, language) } : {}),
    // Rounding only occurs if the order's first invoices were taxed differently.
    ...(later === 0 && tax.behavior === 'exclusive' && rounding !== 0 ? { rounding } : {}),
  };
}

function chargedLine(
  { amount, quantity = 1, unitAmount = amount, ...line }: LineItem,
  detail: string | null = null,
): Unissued['lineItems'][number] {
  return { ...line, detail, quantity, unitAmount };
}

function laterLine(amount: MinorUnits, term: PaymentTermNumber | null, language: DocumentLanguage): LineItem {
  const { invoicedLater: description } = getDocumentTexts(language).lines;
  return { description, amount: subtractAmounts(ZERO, amount), term };
}

/** Returns the line that deducts an earlier invoice, or adds a credit note to it. */
function deductionOf(
  issued: IssuedPart,
  { tax, currency }: InvoicedOrder,
  language: DocumentLanguage,
): Unissued['lineItems'][number] {
  const { kind, number, issuedOn, total, owed } = issued;
  const { lines } = getDocumentTexts(language);
  const gross = formatAmount(total, currency, language);
  const withTax = { amount: gross, tax: formatTaxName(tax.name, language) };
  const written = fillText(lines.issued, {
    date: formatDay(issuedOn, language),
    amount: tax.basisPoints > 0 ? fillText(lines.includingTax, withTax) : gross,
  });
  const isCredit = kind === 'credit_note';
  const detail = owed <= 0 && !isCredit ? fillText(lines.alreadyPaid, { detail: written }) : written;
  const title = formatDocumentTitle({ kind, number }, language);
  const description = isCredit ? title : fillText(lines.less, { title });
  const amount = subtractAmounts(ZERO, invoicedAmount(issued, tax));
  return chargedLine({ description, amount, term: null }, detail);
}

/** Returns the unissued invoice for a subscription period; a partial month states its share (term 14). */
export function buildSubscriptionInvoice(
  order: InvoicedOrder,
  planned: { readonly period: BillingPeriod; readonly dueOn: Temporal.PlainDate; readonly perMonth: MinorUnits },
  parties: Parties,
): Unissued {
  const { period, dueOn, perMonth } = planned;
  const { days, daysOfMonth } = period;
  const language = languageOf(parties);
  const share = fillText(getDocumentTexts(language).lines.share, {
    days: formatCount(days, language),
    count: formatCount(daysOfMonth, language),
    amount: formatAmount(perMonth, order.currency, language),
  });
  const lineItems = linesOfPeriod(order.lineItems, period).map(({ amount, ...line }) =>
    chargedLine(
      {
        description: `${translateLine({ ...line, unitAmount: amount }, language)}, ${formatBillingPeriod(period, language)}`,
        amount,
        term: 14,
      },
      days === daysOfMonth ? null : share,
    ),
  );
  const servicePeriod = { from: period.from.toString(), until: period.until.toString() };
  return invoiceOf(order, parties, { kind: 'invoice', dueOn, lineItems, servicePeriod, terms: [14, 3, 6] });
}

/**
 * Returns the unissued invoice for accepted support (term 13). Its lines are net or gross like the order's, so that its
 * total equals the accepted one.
 */
export function buildSupportInvoice(
  order: InvoicedOrder,
  { lines, dueOn }: { readonly lines: readonly LineItem[]; readonly dueOn: Temporal.PlainDate },
  parties: Parties,
): Unissued {
  const lineItems = lines.map(line => chargedLine(line));
  return invoiceOf(order, parties, { kind: 'invoice', dueOn, lineItems, terms: [13, 3, 6] });
}

function invoiceOf(
  { id, title, tax, currency, agreedTerms }: InvoicedOrder,
  parties: Parties,
  invoice: Pick<Unissued, 'kind' | 'lineItems' | 'servicePeriod'> & {
    readonly dueOn: Temporal.PlainDate;
    readonly terms: readonly PaymentTermNumber[];
  },
): Unissued {
  return {
    ...parties,
    kind: invoice.kind,
    dueOn: invoice.dueOn.toString(),
    lineItems: invoice.lineItems,
    taxBehavior: tax.behavior,
    ...toPrintedTerms(invoice.terms, agreedTerms, languageOf(parties)),
    order: { orderNumber: String(id), title },
    tax: toDocumentTax(tax),
    ...(invoice.servicePeriod ? { servicePeriod: invoice.servicePeriod } : {}),
    amountPaid: ZERO,
    currency,
    reference: null,
  };
}

function milestoneText(
  part: { readonly number: number; readonly of: number; readonly description?: string },
  language: DocumentLanguage,
): string {
  const [number, count] = [formatCount(part.number, language), formatCount(part.of, language)];
  return fillText(getDocumentTexts(language).lines.milestone, { number, count, name: part.description ?? '' });
}

function toPrintedTerms(
  numbers: readonly PaymentTermNumber[],
  { texts, translations }: AgreedTerms,
  language: DocumentLanguage,
) {
  const terms = numbers.flatMap(number => texts.filter(text => text.number === number));
  return applyTranslations(terms, translations, language);
}

/** Names the part of the order that an invoice covers; null for the full order or the rest. */
function partText(
  { kind, part }: Parameters<typeof buildInvoice>[1],
  { settings }: AgreedTerms,
  language: DocumentLanguage,
): string | null {
  const { lines } = getDocumentTexts(language);
  if (kind === 'deposit') return fillText(lines.deposit, { rate: formatRate(settings.depositPercent * 100, language) });
  if (kind !== 'installment' || !part) return null;
  const [number, count] = [formatCount(part.number, language), formatCount(part.of, language)];
  return fillText(lines.installment, { number, count });
}

/** Returns the unissued invoice for a late fee (term 6), without tax, since nothing is supplied for it. */
export function buildLateFeeInvoice(
  invoice: BillingDocument,
  fee: { readonly amount: MinorUnits; readonly dueOn: Temporal.PlainDate },
  agreedTerms: AgreedTerms,
  parties: Parties,
): Unissued {
  const { kind, number, issuedOn } = invoice;
  const language = languageOf(invoice);
  const rate = formatRate(agreedTerms.settings.lateFeePercent * 100, language);
  const description = fillText(getDocumentTexts(language).lines.lateFee, { rate, number });
  return {
    ...parties,
    kind: 'late_fee_invoice',
    dueOn: fee.dueOn.toString(),
    client: invoice.client,
    order: invoice.order,
    lineItems: [chargedLine({ description, amount: fee.amount, term: 6 })],
    taxBehavior: 'inclusive',
    tax: { name: invoice.tax.name, basisPoints: 0 },
    amountPaid: ZERO,
    currency: invoice.currency,
    reference: { kind, number, issuedOn },
    ...toPrintedTerms([6, 12], agreedTerms, language),
  };
}
