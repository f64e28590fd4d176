import type { BusinessDocument, DocumentKind } from '#features/billing/contract/documents.ts';
import type { Unissued as WithAddress } from '#features/billing/rules/documents.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { NOTHING } from '#shared/money-arithmetic.ts';
import type { TermNumber } from '../contract/life.ts';
import type { AgreedTerms, OrderTax, PriceLine } from '../contract/snapshots.ts';
import type { Claim } from './invoicing.ts';
import { type Period, priceOf, writtenPeriod } from './subscriptions.ts';

/** A document before it is issued; where it is paid follows from its number. */
type Unissued = Omit<WithAddress, 'paymentAddress'>;

/** What an invoice says of the order that it is for. */
export interface ClaimedOrder {
  readonly id: number;
  readonly title: string;
  readonly total: MinorUnits;
  readonly currency: string;
  readonly tax: OrderTax;
  readonly terms: AgreedTerms;
  readonly clientName: string;
  readonly clientEmail: string;
}

const kinds: Readonly<Record<Claim['kind'], DocumentKind>> = {
  deposit: 'deposit invoice',
  balance: 'balance invoice',
  installment: 'installment invoice',
  full: 'invoice',
};

/** The terms that an invoice of each kind stands on, the first of them the one that causes it. */
const termsOf: Readonly<Record<Claim['kind'], readonly TermNumber[]>> = {
  deposit: [1, 3, 6, 7, 8],
  balance: [2, 3, 6, 12],
  installment: [4, 3, 6, 12],
  full: [3, 6, 12],
};

/** The invoice of a claim, before it is issued. What it asks for contains the tax, since it is a part of what the order comes to. */
export function invoiceOf(
  order: ClaimedOrder,
  claim: Claim & { readonly place?: { readonly number: number; readonly of: number } },
  issuer: Pick<Unissued, 'issuer' | 'howToPay'>,
): Unissued {
  const { title, terms, currency } = order;
  const numbers = termsOf[claim.kind];
  const isPart = claim.kind !== 'full';
  return draftOf(order, issuer, {
    kind: kinds[claim.kind],
    dueOn: claim.dueOn,
    line: {
      description: `${wordsFor(claim, terms)}: ${title}`,
      detail: isPart ? `Of ${formatMoney({ minor: order.total, currency }, { exact: true })}` : null,
      amount: claim.amount,
      term: isPart ? (numbers[0] ?? null) : null,
    },
    terms: numbers,
  });
}

/** The invoice of a period of a subscription, before it is issued: a part of a month says its share (term 14). */
export function periodInvoiceOf(
  order: ClaimedOrder,
  {
    period,
    dueOn,
    perMonth,
  }: { readonly period: Period; readonly dueOn: Temporal.PlainDate; readonly perMonth: MinorUnits },
  issuer: Pick<Unissued, 'issuer' | 'howToPay'>,
): Unissued {
  const { days, daysOfMonth } = period;
  const aMonth = formatMoney({ minor: perMonth, currency: order.currency }, { exact: true });
  return draftOf(order, issuer, {
    kind: 'invoice',
    dueOn,
    line: {
      description: `${order.title}, ${writtenPeriod(period)}`,
      detail: days === daysOfMonth ? null : `${days} of ${daysOfMonth} days, at ${aMonth} a month`,
      amount: priceOf(period, perMonth),
      term: 14,
    },
    terms: [14, 3, 6],
  });
}

/**
 * The invoice of support that was quoted and accepted, before it is issued (term 13). Its lines are as they were quoted,
 * without the tax or with it as the order's are, so that it comes to what was accepted.
 */
export function supportInvoiceOf(
  order: ClaimedOrder,
  { lines, dueOn }: { readonly lines: readonly PriceLine[]; readonly dueOn: Temporal.PlainDate },
  issuer: Pick<Unissued, 'issuer' | 'howToPay'>,
): Unissued {
  const { terms, tax } = order;
  return {
    ...aboutOrder(order, issuer),
    kind: 'invoice',
    dueOn: dueOn.toString(),
    lines: lines.map(({ amount, ...line }) => ({ ...line, detail: null, quantity: 1, unitAmount: amount })),
    prices: tax.prices,
    terms: textsOf([13, 3, 6], terms),
  };
}

/** An invoice of one line over a part of an order. */
function draftOf(
  order: ClaimedOrder,
  issuer: Pick<Unissued, 'issuer' | 'howToPay'>,
  claim: {
    readonly kind: DocumentKind;
    readonly dueOn: Temporal.PlainDate;
    readonly line: PriceLine & { readonly detail: string | null };
    readonly terms: readonly TermNumber[];
  },
): Unissued {
  const { amount, ...line } = claim.line;
  return {
    ...aboutOrder(order, issuer),
    kind: claim.kind,
    dueOn: claim.dueOn.toString(),
    lines: [{ ...line, quantity: 1, unitAmount: amount }],
    prices: 'gross',
    terms: textsOf(claim.terms, order.terms),
  };
}

/** What every invoice of an order says. */
function aboutOrder(
  { id, title, tax, currency, clientName, clientEmail }: ClaimedOrder,
  issuer: Pick<Unissued, 'issuer' | 'howToPay'>,
) {
  return {
    ...issuer,
    client: { name: clientName, email: clientEmail, addressLines: [], taxId: null },
    subject: { orderNumber: String(id), title },
    tax: { name: tax.name, basisPoints: tax.basisPoints },
    paid: NOTHING,
    currency,
    reference: null,
  };
}

function textsOf(numbers: readonly TermNumber[], { texts }: AgreedTerms) {
  return numbers.flatMap(number => texts.filter(text => text.number === number));
}

function wordsFor(claim: Parameters<typeof invoiceOf>[1], { figures }: AgreedTerms): string {
  switch (claim.kind) {
    case 'deposit':
      return `Deposit of ${figures.depositPercent}%`;
    case 'balance':
      return 'Balance';
    case 'installment':
      return claim.place ? `Installment ${claim.place.number} of ${claim.place.of}` : 'Installment';
    default:
      return 'Full payment';
  }
}

/** The invoice over a late fee (term 6), before it is issued: it bears no tax, since nothing is supplied for it. */
export function lateFeeOf(
  invoice: BusinessDocument,
  fee: { readonly amount: MinorUnits; readonly dueOn: Temporal.PlainDate },
  { figures, texts }: AgreedTerms,
  issuer: Pick<Unissued, 'issuer' | 'howToPay'>,
): Unissued {
  const { kind, number, issuedOn } = invoice;
  return {
    ...issuer,
    kind: 'late fee invoice',
    dueOn: fee.dueOn.toString(),
    client: invoice.client,
    subject: invoice.subject,
    lines: [
      {
        description: `Late fee of ${figures.lateFeePercent}% on ${number}`,
        detail: null,
        quantity: 1,
        unitAmount: fee.amount,
        term: 6,
      },
    ],
    prices: 'gross',
    tax: { ...invoice.tax, basisPoints: 0 },
    paid: NOTHING,
    currency: invoice.currency,
    reference: { kind, number, issuedOn },
    terms: texts.filter(term => term.number === 6 || term.number === 12),
  };
}
