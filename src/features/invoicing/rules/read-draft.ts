import { type Discount, parseDiscount, parseQuantity, QUANTITY_PROBLEM } from '#features/billing/rules/line-input.ts';
import {
  areTaxesExclusive,
  findLineTax,
  type TaxedClient,
  type TaxOption,
} from '#features/billing/rules/tax-options.ts';
import {
  calculateLineAmount,
  calculateLinePrice,
  calculateTotals,
  splitByTax,
  toTaxedLines,
} from '#features/billing/rules/totals.ts';
import type { UnissuedDocument } from '#features/billing/rules/documents.ts';
import { parseAmount } from '#shared/parse-amount.ts';
import { rateText } from '#shared/price-tax.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import type { DraftContent, DraftLine } from '../contract/constants.ts';

type Line = UnissuedDocument['lineItems'][number];

/** The facts that a draft is checked against. */
interface DraftContext {
  readonly client: TaxedClient & {
    readonly email: string | null;
  };
  /** The proposed one first. */
  readonly taxes: readonly TaxOption[];
}

/** The charges of a draft. */
export interface DraftCharges extends Pick<UnissuedDocument, 'taxBehavior' | 'tax'> {
  readonly lineItems: readonly Line[];
}

export interface ReadDraft {
  /** The valid lines, with discounts of all lines last, and the tax of lines without their own. */
  readonly charges: DraftCharges | null;
  readonly total: MinorUnits | null;
  /** Messages by field, such as `lines.0.quantity`. */
  readonly problems: Readonly<Record<string, string>>;
}

/**
 * Reads an invoice as typed: its lines and total where they are valid, and the problems to correct before it is sent.
 */
export function readDraft(content: DraftContent, context: DraftContext): ReadDraft {
  const problems: Record<string, string> = {};
  const { client, taxes } = context;
  const lines = content.lines.map((line, index) => {
    return readLine(line, content.currency, context, (field, message) => {
      problems[`lines.${index}.${field}`] = message;
    });
  });
  if (lines.length === 0) problems.lines = 'Add a line.';
  if (client.email === null) problems.client = `${client.name} has no email address. Add one to send the invoice.`;
  if (!/^\d{1,3}$/.test(content.dueDays.trim())) problems.dueDays = 'Enter a number of days from 0 to 999.';
  if (content.serviceUntil && content.serviceUntil < (content.serviceFrom || '9999')) {
    problems[content.serviceFrom ? 'serviceUntil' : 'serviceFrom'] = content.serviceFrom
      ? 'Choose a date on or after the first day.'
      : 'Enter the first day.';
  }
  for (const field of ['serviceFrom', 'serviceUntil'] as const)
    if (content[field] && !isDate(content[field])) problems[field] = 'Enter a date.';
  const valid = lines.filter(line => line !== undefined);
  if (valid.length === 0) return { charges: null, total: null, problems };
  const charged = toCharges(content, valid, taxes[0]?.tax ?? { name: 'Tax', basisPoints: 0 });
  if ('problem' in charged)
    return { charges: null, total: null, problems: { ...problems, [charged.field]: charged.problem } };
  return { ...charged, problems };
}

/** Returns whether a text is an ISO date. Without Temporal, which some browsers lack. */
function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** Reads a line; undefined if its amount or tax is unknown. */
function readLine(
  line: DraftLine,
  currency: string,
  { client, taxes }: DraftContext,
  addProblem: (field: keyof DraftLine, message: string) => void,
): Line | undefined {
  const description = line.description.trim();
  if (description === '') addProblem('description', 'Enter a description.');
  const quantity = parseQuantity(line.quantity);
  if (quantity === undefined) addProblem('quantity', QUANTITY_PROBLEM);
  const price = parseAmount(line.unitPrice, currency);
  if ('error' in price) addProblem('unitPrice', line.unitPrice.trim() === '' ? 'Enter a price.' : price.error);
  const { tax, problem: taxProblem } = findLineTax(line.tax, taxes, client);
  if (taxProblem !== undefined) addProblem('tax', taxProblem);
  if (quantity === undefined || 'error' in price || taxProblem !== undefined) return undefined;
  const unitAmount = price.amount.minor;
  const discount = parseDiscount(line.discount, calculateLinePrice({ quantity, unitAmount }), {
    currency,
    whole: 'the line',
  });
  if (typeof discount === 'string') {
    addProblem('discount', discount);
    return undefined;
  }
  return {
    description: description || '–',
    detail: line.detail.trim() || null,
    quantity,
    ...(line.unit === '' ? {} : { unit: line.unit }),
    unitAmount,
    ...(discount ? { discount } : {}),
    term: null,
    ...(tax ? { tax } : {}),
  };
}

/** Adds the discount of all lines as one line per tax, and the total. */
function toCharges(
  { discount: typed, currency, taxBehavior }: DraftContent,
  lines: readonly Line[],
  proposed: TaxOption['tax'],
): { charges: DraftCharges; total: MinorUnits } | { field: string; problem: string } {
  const { tax, lineItems: taxed } = toTaxedLines(lines, proposed);
  const charges = { lineItems: taxed, taxBehavior, tax };
  try {
    const sum = sumAmounts(lines.map(calculateLineAmount));
    const discount = parseDiscount(typed, sum, { currency, whole: 'all lines' });
    if (typeof discount === 'string') return { field: 'discount', problem: discount };
    const discounted = discount ? { ...charges, lineItems: [...taxed, ...toDiscountLines(discount, taxed)] } : charges;
    const { total } = calculateTotals(discounted);
    if (total <= 0) return { field: 'lines', problem: 'The total must be more than zero.' };
    if (areTaxesExclusive(lines.map(line => line.tax ?? tax))) {
      return { field: 'lines', problem: 'Put lines outside the scope of VAT on a separate invoice.' };
    }
    return { charges: discounted, total };
  } catch (error) {
    if (error instanceof RangeError) return { field: 'lines', problem: 'The total is too large.' };
    throw error;
  }
}

/** Splits a discount among the taxes in proportion, so each is reduced (EN 16931 BG-20 has a tax, too). */
function toDiscountLines({ amount, basisPoints }: Discount, lines: readonly Line[]): Line[] {
  const priced = lines.map(line => ({ ...line, amount: calculateLineAmount(line) }));
  const description = basisPoints === undefined ? 'Discount' : `Discount ${rateText(basisPoints)}`;
  return splitByTax(amount, priced).flatMap(({ amount: share, ...own }) => {
    if (share === 0) return [];
    return [{ description, detail: null, quantity: 1, unitAmount: subtractAmounts(ZERO, share), term: null, ...own }];
  });
}

/** Returns problems as sentences that name the line. */
export function listProblems(problems: ReadDraft['problems']): string[] {
  return Object.entries(problems).map(([field, message]) => {
    const line = /^lines\.(\d+)\./.exec(field)?.[1];
    return line === undefined ? message : `Line ${Number(line) + 1}: ${message}`;
  });
}
