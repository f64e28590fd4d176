import type { z } from 'zod';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import {
  type BillingDocument,
  type BillingDocumentKind,
  type LineItem,
  billingDocumentKinds,
  type DocumentSeries,
  billingDocumentSchema,
} from '../contract/documents.ts';
import { type TotalsInput, calculateLineAmount, type Totals, calculateTotals } from './totals.ts';

/** A document before its sums are calculated; with net prices, `rounding` is added to the total. */
export type DocumentDraft = Omit<BillingDocument, 'lineItems' | 'subtotal' | 'taxAmount' | 'total' | 'amountDue'> & {
  readonly lineItems: readonly Omit<LineItem, 'amount'>[];
};

/** A document before it gets its number and date. */
export type UnissuedDocument = Omit<DocumentDraft, 'number' | 'issuedOn'>;

interface KindRules {
  /** Needs a due date and a total of zero or more. */
  readonly asksForPayment?: true;
  /** Must reference another document. */
  readonly needsReference?: true;
}

const kindRules: Readonly<Record<BillingDocumentKind, KindRules>> = {
  deposit_invoice: { asksForPayment: true },
  balance_invoice: { asksForPayment: true },
  invoice: { asksForPayment: true },
  installment_invoice: { asksForPayment: true },
  late_fee_invoice: { asksForPayment: true, needsReference: true },
  credit_note: { needsReference: true },
  receipt: { needsReference: true },
  quote: {},
  account_statement: {},
};

/** Returns whether the client has to pay this kind of document. */
export function isPayable(kind: BillingDocumentKind): boolean {
  return kindRules[kind].asksForPayment === true;
}

/** Returns whether this kind is emailed to the client when issued (term 5). */
export function isEmailed(kind: BillingDocumentKind): boolean {
  return isPayable(kind) || kind === 'credit_note' || kind === 'receipt';
}

/** Returns the number series of a kind of document. */
export function seriesOf(kind: BillingDocumentKind): DocumentSeries {
  return kind === 'receipt' ? 'R' : '';
}

/** Returns a document's number, such as 2026-0001 or R-2026-0001. */
export function numberOf(series: DocumentSeries, year: number, sequence: number): string {
  return `${series === '' ? '' : `${series}-`}${year}-${String(sequence).padStart(4, '0')}`;
}

export const payableKinds = billingDocumentKinds.filter(isPayable);

/** A document as stored. Rejects wrong sums and missing fields required for its kind. */
export const validBillingDocumentSchema = billingDocumentSchema.superRefine((document, context) => {
  for (const { path, message } of faultsOf(document)) context.addIssue({ code: 'custom', path: [...path], message });
});

/**
 * Finalizes a draft by calculating its amounts; lines without quantity or price stay unchanged. Throws a ZodError if a
 * field required for its kind is missing, and a RangeError if an amount is too large to be exact.
 */
export function finalizeDocument(draft: DocumentDraft): BillingDocument {
  const { rounding: given, ...rest } = draft;
  const { rounding, ...totals } = draftTotals(draft, given);
  return validBillingDocumentSchema.parse({
    ...rest,
    lineItems: draft.lineItems.map(line => ({ ...line, amount: calculateLineAmount(line) })),
    ...totals,
    ...(rounding === 0 ? {} : { rounding }),
    amountDue: subtractAmounts(totals.total, draft.amountPaid),
  } satisfies z.input<typeof billingDocumentSchema>);
}

/** Returns the totals of a draft; its own rounding applies only to net prices. */
function draftTotals(charges: TotalsInput, given: MinorUnits = ZERO): Totals {
  const totals = calculateTotals(charges);
  if (charges.taxBehavior === 'inclusive' || given === 0) return totals;
  return { ...totals, rounding: given, total: sumAmounts([totals.total, given]) };
}

interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

function faultsOf(document: BillingDocument): Fault[] {
  return [...faultsOfSums(document), ...faultsOfKind(document)];
}

function faultsOfSums(document: BillingDocument): Fault[] {
  try {
    const lines = document.lineItems.flatMap((line, place) =>
      calculateLineAmount(line) === line.amount
        ? []
        : [{ path: ['lineItems', place, 'amount'], message: 'The amount is not the quantity times the unit amount.' }],
    );
    const totals = draftTotals(document, document.rounding);
    const sums = (['subtotal', 'taxAmount', 'rounding', 'total'] as const)
      .filter(name => (document[name] ?? 0) !== totals[name])
      .map(name => ({ path: [name], message: 'This does not follow from the lines and the tax.' }));
    const isDue = subtractAmounts(document.total, document.amountPaid) === document.amountDue;
    return [
      ...lines,
      ...sums,
      ...(isDue ? [] : [{ path: ['amountDue'], message: 'This is not the total less what was paid.' }]),
    ];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ path: ['total'], message: error.message }];
  }
}

function faultsOfKind(document: BillingDocument): Fault[] {
  const { kind, dueOn, issuedOn, total, amountDue, reference, lineItems } = document;
  const name = kind.replaceAll('_', ' ');
  const rules = kindRules[kind];
  const faults: Fault[] = [];
  const refuse = (path: string, message: string) => faults.push({ path: [path], message });
  if (lineItems.length === 0 && kind !== 'account_statement') refuse('lineItems', `A ${name} has at least one line.`);
  if (dueOn !== null && dueOn < issuedOn) refuse('dueOn', 'The day it is due is before the day it is issued.');
  if (rules.needsReference && reference === null) refuse('reference', `A ${name} names the document it is about.`);
  if (rules.asksForPayment && dueOn === null) refuse('dueOn', `A ${name} has a day on which it is due.`);
  if (rules.asksForPayment && total < 0) refuse('total', `A ${name} does not come to less than nothing.`);
  if (kind === 'credit_note' && total > 0) refuse('total', 'A credit note does not come to more than nothing.');
  if (kind === 'receipt' && amountDue !== 0)
    refuse('amountPaid', 'A receipt is for what was paid, no more and no less.');
  return faults;
}
