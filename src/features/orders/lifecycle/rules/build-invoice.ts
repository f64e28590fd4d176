import type { BillingDocument, BillingDocumentKind } from '#features/billing/contract/documents.ts';
import type { UnissuedDocument } from '#features/billing/rules/documents.ts';
import { toTaxedLines } from '#features/billing/rules/totals.ts';
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
  nameDocument,
} from '#features/billing/rules/labels.ts';
import { applyTranslations, translateLine } from '#features/billing/rules/site-texts.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import type { PaymentTermNumber } from '../contract/enums.ts';
import type { AgreedTerms, OrderTax, LineItem } from '../contract/snapshots.ts';
import type { PlannedInvoice } from './invoice-schedule.ts';
import { linesOfPeriod, type BillingPeriod, formatBillingPeriod } from './subscription-periods.ts';
import { type InvoicedPart, listInvoicedShares, restOf } from './tax.ts';
import { negateShares, subtractShares, sumShares, type TaxShare, totalOfShares } from './tax-shares.ts';

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
  readonly total: MinorUnits;
  readonly owed: MinorUnits;
}

/**
 * Returns the unissued invoice for a planned one: all lines of the order, minus `earlier` invoices, and minus the
 * amounts invoiced later, so it adds up to the planned amount.
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
  const later = subtractShares(restOf(order, earlier), planned.shares);
  const numbers = termsByKind[planned.kind];
  const laterTerm = planned.kind === 'milestone' ? null : (numbers[0] ?? null);
  const language = languageOf(parties);
  const part = partText(planned, agreedTerms, language);
  const lineItems = [
    ...order.lineItems.map(line => chargedLine(line)),
    ...earlier.flatMap(issued => listDeductions(issued, order, language)),
    ...listLaterLines(later, { part, term: laterTerm, language }),
  ];
  const expected = subtractAmounts(order.total, sumAmounts(earlier.map(({ total }) => total)));
  const rounding = subtractAmounts(expected, totalOfShares(planned.shares));
  return {
    ...invoiceOf(order, parties, { ...planned, kind: documentKinds[planned.kind], lineItems, terms: numbers }),
    ...(planned.kind === 'milestone' && planned.part ? { notes: milestoneText(planned.part, language) } : {}),
    // Rounding only occurs if the order's first invoices were taxed differently.
    ...(sumShares(later) === 0 && tax.behavior === 'exclusive' && rounding !== 0 ? { rounding } : {}),
  };
}

function chargedLine(
  { amount, quantity = 1, unitAmount = amount, ...line }: LineItem,
  detail: string | null = null,
): Unissued['lineItems'][number] {
  return { ...line, detail, quantity, unitAmount };
}

/** Returns the lines that deduct shares from an invoice, one per tax; the first has the detail. */
function toDeductions(shares: readonly TaxShare[], line: Omit<LineItem, 'amount'>, detail: string | null) {
  return negateShares(shares)
    .filter(({ amount }) => amount !== 0)
    .map((share, index) => chargedLine({ ...line, ...share }, index === 0 ? detail : null));
}

/** Returns the lines for the amounts invoiced later; the part that this invoice covers is the detail. */
function listLaterLines(
  later: readonly TaxShare[],
  {
    part,
    term,
    language,
  }: {
    readonly part: string | null;
    readonly term: PaymentTermNumber | null;
    readonly language: DocumentLanguage;
  },
) {
  return toDeductions(later, { description: getDocumentTexts(language).lines.invoicedLater, term }, part);
}

/** Returns the lines that deduct an earlier invoice, or add a credit note to it. */
function listDeductions(issued: IssuedPart, order: InvoicedOrder, language: DocumentLanguage): Unissued['lineItems'] {
  const { kind, number, issuedOn, total, owed } = issued;
  const { lines } = getDocumentTexts(language);
  const shares = listInvoicedShares(order, [issued]);
  const rated = shares.find(({ tax, amount }) => tax.basisPoints > 0 && amount !== 0);
  const gross = formatAmount(total, order.currency, language);
  const written = fillText(lines.issued, {
    date: formatDay(issuedOn, language),
    amount: rated
      ? fillText(lines.includingTax, { amount: gross, tax: formatTaxName(rated.tax.name, language) })
      : gross,
  });
  const isCredit = kind === 'credit_note';
  const detail = owed <= 0 && !isCredit ? fillText(lines.alreadyPaid, { detail: written }) : written;
  const description = isCredit
    ? formatDocumentTitle({ kind, number }, language)
    : fillText(lines.less, { title: nameDocument({ kind, number }, language) });
  return toDeductions(shares, { description, term: null }, detail);
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
 * Returns the unissued invoice for accepted support (term 13). Its lines are net or gross like the order's, so its
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
    ...toTaxedLines(invoice.lineItems, tax),
    taxBehavior: tax.behavior,
    ...toPrintedTerms(invoice.terms, agreedTerms, languageOf(parties)),
    order: { orderNumber: String(id), title },
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
