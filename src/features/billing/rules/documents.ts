import type { z } from 'zod';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import {
  type BillingDocument,
  type BillingDocumentKind,
  type LineItem,
  billingDocumentKinds,
  type DocumentSeries,
  type DocumentTax,
  billingDocumentSchema,
} from '../contract/documents.ts';
import {
  type TotalsInput,
  calculateLineAmount,
  type Totals,
  calculateTotals,
  calculateTotalsByTax,
  toDocumentTax,
} from './totals.ts';

/** A document before its sums are calculated; with net prices, `rounding` is added to the total. */
export type DocumentDraft = Omit<
  BillingDocument,
  'lineItems' | 'subtotal' | 'taxAmount' | 'taxSummary' | 'total' | 'amountDue'
> & {
  readonly lineItems: readonly Omit<LineItem, 'amount'>[];
};

/** A document before it gets its number and date. */
export type UnissuedDocument = Omit<DocumentDraft, 'number' | 'issuedOn'>;

/** `asksForPayment` needs a due date and a total of zero or more; `needsReference`, a reference to another document. */
const kindRules: Readonly<Record<BillingDocumentKind, { asksForPayment?: true; needsReference?: true }>> = {
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
  const addIssue: AddIssue = (message, ...path) => context.addIssue({ code: 'custom', path, message });
  try {
    checkSums(document, addIssue);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    addIssue(error.message, 'total');
  }
  checkKind(document, addIssue);
});

/**
 * Finalizes a draft by calculating its amounts; lines without quantity or price stay unchanged. Throws a ZodError if a
 * field required for its kind is missing, and a RangeError if an amount is too large to be exact.
 */
export function finalizeDocument(draft: DocumentDraft): BillingDocument {
  const { rounding: roundingInput, ...rest } = draft;
  const { rounding, ...totals } = draftTotals(draft, roundingInput);
  return validBillingDocumentSchema.parse({
    ...rest,
    lineItems: draft.lineItems.map(line => ({ ...line, amount: calculateLineAmount(line) })),
    ...totals,
    ...toTaxSummary(draft),
    ...(rounding === 0 ? {} : { rounding }),
    amountDue: subtractAmounts(totals.total, draft.amountPaid),
  } satisfies z.input<typeof billingDocumentSchema>);
}

/** Returns the totals of a draft; its own rounding applies only to net prices. */
function draftTotals(charges: TotalsInput, roundingInput: MinorUnits = ZERO): Totals {
  const totals = calculateTotals(charges);
  if (charges.taxBehavior === 'inclusive' || roundingInput === 0) return totals;
  return { ...totals, rounding: roundingInput, total: sumAmounts([totals.total, roundingInput]) };
}

/** Returns the tax summary of lines of which some have their own tax. */
function toTaxSummary(charges: TotalsInput<DocumentTax>): Pick<BillingDocument, 'taxSummary'> {
  if (charges.lineItems.every(({ tax }) => tax === undefined)) return {};
  const taxes = calculateTotalsByTax(charges);
  return {
    taxSummary: taxes.map(({ tax, subtotal, taxAmount }) => ({
      ...toDocumentTax(tax),
      taxableAmount: subtotal,
      taxAmount,
    })),
  };
}

type AddIssue = (message: string, ...path: (string | number)[]) => void;

function checkSums(document: BillingDocument, addIssue: AddIssue): void {
  for (const [index, line] of document.lineItems.entries()) {
    if (calculateLineAmount(line) !== line.amount) {
      addIssue('The amount must equal the quantity times the unit amount.', 'lineItems', index, 'amount');
    }
  }
  const totals = draftTotals(document, document.rounding);
  for (const name of ['subtotal', 'taxAmount', 'rounding', 'total'] as const) {
    if ((document[name] ?? 0) !== totals[name]) addIssue('This must match the line items and the tax.', name);
  }
  if (JSON.stringify(document.taxSummary) !== JSON.stringify(toTaxSummary(document).taxSummary)) {
    addIssue('This must match the line items and their taxes.', 'taxSummary');
  }
  if (subtractAmounts(document.total, document.amountPaid) !== document.amountDue) {
    addIssue('The amount due must equal the total minus the amount paid.', 'amountDue');
  }
}

/** Maximum number of line items of an issued document. A statement lists all entries of its period. */
const MAX_LINES = 1000;

function checkKind(document: BillingDocument, addIssue: AddIssue): void {
  const { kind, dueOn, issuedOn, total, amountDue, reference, lineItems, servicePeriod } = document;
  const name = kind.replaceAll('_', ' ');
  const rules = kindRules[kind];
  if (lineItems.length === 0 && kind !== 'account_statement')
    addIssue(`The ${name} must have a line item.`, 'lineItems');
  if (lineItems.length > MAX_LINES && kind !== 'account_statement')
    addIssue(`The ${name} must have at most ${MAX_LINES} line items.`, 'lineItems');
  if (dueOn !== null && dueOn < issuedOn) addIssue('The due date must not be before the issue date.', 'dueOn');
  if (servicePeriod && servicePeriod.until < servicePeriod.from)
    addIssue('The service must not end before it starts.', 'servicePeriod');
  if (rules.needsReference && reference === null) addIssue(`The ${name} must refer to a document.`, 'reference');
  if (rules.asksForPayment && dueOn === null) addIssue(`The ${name} must have a due date.`, 'dueOn');
  if (rules.asksForPayment && total < 0) addIssue(`The total of the ${name} must not be negative.`, 'total');
  if (kind === 'credit_note' && total > 0) addIssue('The total of a credit note must not be positive.', 'total');
  if (kind === 'receipt' && amountDue !== 0)
    addIssue('The amount paid must equal the total of the receipt.', 'amountPaid');
}
