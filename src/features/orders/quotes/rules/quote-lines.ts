import type { LineUnit } from '#features/billing/contract/units.ts';
import { type Discount, parseDiscount, parseQuantity, QUANTITY_PROBLEM } from '#features/billing/rules/line-input.ts';
import { formatTax } from '#features/billing/rules/labels.ts';
import {
  areTaxesExclusive,
  findLineTax,
  type TaxedClient,
  type TaxOption,
  toTaxKey,
} from '#features/billing/rules/tax-options.ts';
import { calculateLinePrice, splitByTax, taxKey } from '#features/billing/rules/totals.ts';
import { formatAmountInput, parseAmount } from '#shared/parse-amount.ts';
import type { MinorUnits } from '#shared/money.ts';
import { calculatePercentage, subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { rateText } from '#shared/price-tax.ts';
import type { LineItem, QuoteLine, QuoteLines } from '../../lifecycle/contract/snapshots.ts';
import { sumLineItems } from '../../lifecycle/rules/prices.ts';
import { parseQuoteLineItems, quoteLineIndexes } from '../../lifecycle/rules/quote-line-items.ts';

/** Maximum price of a line in minor units, as for a single amount. */
const MAX_PRICE = 2_147_483_647;

/** A line as typed. */
export interface TypedQuoteLine {
  readonly description: string;
  /** Price of one. */
  readonly amount: string;
  readonly quantity: string;
  readonly unit: LineUnit | '';
  /** An amount, or a percentage such as "10%". */
  readonly discount: string;
  /** The key of a tax; empty for the proposed one. */
  readonly tax: string;
  readonly isOptional: boolean;
}

/** The facts that the lines of a quote are checked against. */
export interface QuoteContext {
  readonly currency: string;
  /** The proposed one first. */
  readonly taxes: readonly TaxOption[];
  readonly client: TaxedClient;
}

export const EMPTY_QUOTE_LINE: TypedQuoteLine = {
  description: '',
  amount: '',
  quantity: '1',
  unit: '',
  discount: '',
  tax: '',
  isOptional: false,
};

/** Parses the price of a line; a leading minus makes it a discount. */
export function parseSignedAmount(text: string, currency: string): { amount: MinorUnits } | { error: string } {
  const [, sign = '', rest = ''] = /^\s*([-\u2212]?)(.*)$/su.exec(text) ?? [];
  const parsed = parseAmount(rest, currency);
  if ('error' in parsed) return parsed;
  return { amount: sign === '' ? parsed.amount.minor : subtractAmounts(ZERO, parsed.amount.minor) };
}

/** Reads the lines of a quote and the discount on all of them. Invalid lines have no price, and a problem by field. */
export function readQuoteLines(
  typed: readonly TypedQuoteLine[],
  typedDiscount: string,
  context: QuoteContext,
): { readonly quote: QuoteLines; readonly problems: Readonly<Record<string, string>> } {
  const problems: Record<string, string> = {};
  const lines = typed.map((line, index): QuoteLine => {
    const read = readLine(line, context);
    if (!('problem' in read)) return read;
    problems[`lineItems.${index}.${read.field}`] = read.problem;
    const { description, isOptional } = line;
    return { description, amount: ZERO, term: null, ...(isOptional && { isOptional }) };
  });
  const { currency } = context;
  const required = lines.filter(({ isOptional }) => !isOptional);
  const whole = required.length < lines.length ? 'the required lines' : 'all lines';
  const discount = parseDiscount(typedDiscount, sumLineItems(required), { currency, whole });
  if (typeof discount === 'string') problems.discount = discount;
  return {
    quote: { lines, ...(typeof discount === 'object' && { discount }) },
    problems: { ...findTaxProblems(lines, context), ...problems },
  };
}

/** Returns why lines can't have their taxes together, by field. */
function findTaxProblems(lines: readonly QuoteLine[], { taxes: [proposed] }: QuoteContext): Record<string, string> {
  const taxes = lines.flatMap(({ tax = proposed?.tax }) => tax ?? []);
  if (areTaxesExclusive(taxes)) {
    const index = taxes.findIndex(({ category }) => category === 'outside_scope');
    return { [`lineItems.${index}.tax`]: 'Put lines outside the scope of VAT in a separate quote.' };
  }
  const groups = Map.groupBy(lines.entries(), ([index]) => taxes[index] && taxKey(taxes[index]));
  const negative = [...groups.values()].flatMap(group => {
    const required = group.filter(([, { isOptional }]) => !isOptional);
    const sum = sumLineItems(required.map(([, line]) => line));
    return groups.size > 1 && sum < 0 ? required.filter(([, { amount }]) => amount < 0).slice(0, 1) : [];
  });
  return Object.fromEntries(
    negative.map(([index]) => {
      const name = taxes[index] ? formatTax(taxes[index]) : 'this tax';
      const message = `The required lines with ${name} would total less than zero. Lower the discount or choose another tax.`;
      return [`lineItems.${index}.amount`, message];
    }),
  );
}

function readLine(
  { description, isOptional, unit, ...typed }: TypedQuoteLine,
  { currency, taxes, client }: QuoteContext,
): QuoteLine | { readonly field: 'amount' | 'quantity' | 'discount' | 'tax'; readonly problem: string } {
  const { tax, problem } = findLineTax(typed.tax, taxes, client);
  if (problem !== undefined) return { field: 'tax', problem };
  const parsed = parseSignedAmount(typed.amount, currency);
  if ('error' in parsed) return { field: 'amount', problem: parsed.error };
  const unitAmount = parsed.amount;
  const quantity = parseQuantity(typed.quantity);
  if (quantity === undefined) return { field: 'quantity', problem: QUANTITY_PROBLEM };
  const price = calculateLinePrice({ quantity, unitAmount });
  if (Math.abs(price) > MAX_PRICE) return { field: 'amount', problem: 'Enter a lower amount.' };
  const discount = parseDiscount(typed.discount, price, { currency, whole: 'the line' });
  if (typeof discount === 'string') return { field: 'discount', problem: discount };
  const amount = subtractAmounts(price, discount?.amount ?? ZERO);
  if (isOptional && amount <= 0) return { field: 'amount', problem: 'An optional line must cost more than zero.' };
  const isSimple = quantity === 1 && unit === '' && !discount;
  return {
    description,
    amount,
    ...(isSimple ? {} : { quantity, unitAmount, ...(unit !== '' && { unit }), ...(discount && { discount }) }),
    ...(tax && tax !== taxes[0]?.tax && { tax }),
    term: null,
    ...(isOptional && { isOptional: true }),
  };
}

/** Returns the lines that the client can add, in order. */
export const listOptions = ({ lines }: QuoteLines): QuoteLine[] => lines.filter(({ isOptional }) => isOptional);

/** Returns the required lines, then the options with these indexes, then the discount on all of them for each tax. */
export function listChosenLines(quote: QuoteLines, chosen: readonly number[]): QuoteLine[] {
  const required = quote.lines.filter(({ isOptional }) => !isOptional);
  const lines = [...required, ...listOptions(quote).filter((_option, index) => chosen.includes(index))];
  return quote.discount ? [...lines, ...toDiscountLines(quote.discount, lines)] : lines;
}

/** Splits a discount among the taxes of lines, as one line per tax. */
function toDiscountLines({ amount, basisPoints }: Discount, lines: readonly LineItem[]): LineItem[] {
  const isFixed = basisPoints === undefined;
  const discount = isFixed ? amount : calculatePercentage(sumLineItems(lines), basisPoints);
  const description = isFixed ? 'Discount' : `Discount ${rateText(basisPoints)}`;
  return splitByTax(discount, lines)
    .filter(share => share.amount !== 0)
    .map(share => ({ description, ...share, amount: subtractAmounts(ZERO, share.amount), term: null }));
}

/** Returns an order's quote as written; null if its lines are the order's, also after version 1.0.0 has replaced it. */
export function findQuoteLines({
  quoteLines,
  lineItems,
}: {
  readonly quoteLines: QuoteLines | null;
  readonly lineItems: readonly LineItem[];
}): QuoteLines | null {
  if (!quoteLines) return null;
  const toText = (lines: readonly LineItem[]) =>
    JSON.stringify(lines.map(({ description, amount }) => [description, amount]));
  // Without the surcharge of urgent delivery, which is calculated from the others.
  const current = lineItems.filter(({ term }) => term !== 16);
  return toText(listChosenLines(quoteLines, [])) === toText(current) ? quoteLines : null;
}

/** Returns the stored form of a quote: null without options and discount, whose lines are the order's. */
export function toStoredQuote(quote: QuoteLines): QuoteLines | null {
  return quote.discount || listOptions(quote).length > 0 ? quote : null;
}

/** Returns a line as typed. */
export function toTypedLine(
  { description, amount, quantity = 1, unit, unitAmount = amount, discount, tax, isOptional }: QuoteLine,
  currency: string,
): TypedQuoteLine {
  return {
    description,
    amount: formatAmountInput({ minor: unitAmount, currency }),
    quantity: String(quantity),
    unit: unit ?? '',
    discount: toDiscountInput(discount, currency),
    tax: tax ? toTaxKey(tax) : '',
    isOptional: isOptional ?? false,
  };
}

/** Formats a discount as form input; empty for none. */
export function toDiscountInput(discount: Discount | undefined, currency: string): string {
  if (!discount) return '';
  const { amount, basisPoints } = discount;
  return basisPoints === undefined ? formatAmountInput({ minor: amount, currency }) : rateText(basisPoints);
}

type FormValues = Readonly<Record<string, string | undefined>>;

/** Returns the form values of typed lines. */
export function toLineValues(lines: readonly TypedQuoteLine[]): Record<string, string> {
  return Object.fromEntries(
    quoteLineIndexes.flatMap(slot => {
      const line = lines[slot];
      return [
        [`description-${slot}`, line?.description ?? ''],
        [`amount-${slot}`, line?.amount ?? ''],
        [`quantity-${slot}`, line?.quantity ?? ''],
        [`unit-${slot}`, line?.unit ?? ''],
        [`discount-${slot}`, line?.discount ?? ''],
        [`tax-${slot}`, line?.tax ?? ''],
        [`optional-${slot}`, line?.isOptional ? 'on' : ''],
      ];
    }),
  );
}

/** Returns the non-empty lines of the quote form with their index. */
export function parseLineValues(values: FormValues): (TypedQuoteLine & { readonly slot: number })[] {
  return parseQuoteLineItems(values).map(line => ({
    ...line,
    quantity: values[`quantity-${line.slot}`]?.trim() || '1',
    unit: (values[`unit-${line.slot}`] ?? '') as LineUnit | '',
    discount: values[`discount-${line.slot}`]?.trim() ?? '',
    tax: values[`tax-${line.slot}`] ?? '',
    isOptional: values[`optional-${line.slot}`] === 'on',
  }));
}

/** Returns the indexes of the options that are ticked in a form. */
export const readOptions = (values: Readonly<Record<string, unknown>>): number[] =>
  quoteLineIndexes.filter(index => values[`option-${index}`] === 'on');
