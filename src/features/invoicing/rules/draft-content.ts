import type { BillingDocument } from '#features/billing/contract/documents.ts';
import { parseTaxRate } from '#features/billing/contract/tax-rate.ts';
import { toTaxKey } from '#features/billing/rules/tax-options.ts';
import { formatAmountInput } from '#shared/parse-amount.ts';
import type { MinorUnits } from '#shared/money.ts';
import { calculatePercentage, subtractAmounts, sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { rateText } from '#shared/price-tax.ts';
import { type DraftContent, EMPTY_LINE } from '../contract/constants.ts';

/** The initial values of a draft that depend on its client. */
export interface DraftDefaults {
  readonly currency: string;
  readonly dueDays: number;
  readonly taxBehavior: DraftContent['taxBehavior'];
}

/**
 * Returns a draft for another client, whose proposed values replace those of the previous one. Values that the owner
 * entered stay.
 */
export function changeDefaults(content: DraftContent, from: DraftDefaults, to: DraftDefaults): DraftContent {
  const { currency, dueDays, taxBehavior } = content;
  return {
    ...content,
    currency: currency === from.currency ? to.currency : currency,
    dueDays: dueDays === String(from.dueDays) ? String(to.dueDays) : dueDays,
    taxBehavior: taxBehavior === from.taxBehavior ? to.taxBehavior : taxBehavior,
  };
}

/** Returns an empty draft with one line. */
export function createDraftContent({ currency, dueDays, taxBehavior }: DraftDefaults): DraftContent {
  return {
    currency,
    dueDays: String(dueDays),
    serviceFrom: '',
    serviceUntil: '',
    taxBehavior,
    discount: '',
    notes: '',
    lines: [EMPTY_LINE],
  };
}

/** Returns a draft with the lines of an issued document. Its negative lines become a discount of all lines. */
export function copyDocument(
  { lineItems, currency, taxBehavior, tax, notes }: BillingDocument,
  defaults: DraftDefaults,
): DraftContent {
  const input = (minor: MinorUnits) => formatAmountInput({ minor, currency });
  const charged = lineItems.filter(({ amount, unitAmount }) => amount >= 0 && unitAmount >= 0);
  const discounts = lineItems.filter(line => !charged.includes(line));
  return {
    ...createDraftContent({ ...defaults, currency, taxBehavior }),
    discount: copyDiscount(discounts, sumAmounts(charged.map(({ amount }) => amount)), currency),
    notes: notes ?? '',
    lines: charged.map(line => ({
      description: line.description,
      detail: line.detail ?? '',
      quantity: String(line.quantity),
      unit: line.unit ?? '',
      unitPrice: input(line.unitAmount),
      discount: !line.discount
        ? ''
        : line.discount.basisPoints === undefined
          ? input(line.discount.amount)
          : rateText(line.discount.basisPoints),
      tax: toTaxKey(line.tax ?? tax),
    })),
  };
}

/** Returns the discount of all lines as it is entered: a percentage if the lines name one that gives their amount. */
function copyDiscount(discounts: BillingDocument['lineItems'], price: MinorUnits, currency: string): string {
  const amount = subtractAmounts(ZERO, sumAmounts(discounts.map(line => line.amount)));
  if (amount <= 0) return '';
  // Only the description has the percentage, in the document's language, such as "Rabatt 7,5 %".
  const [percentage = ''] = /[\d.,]+\s*%$/.exec(discounts[0]?.description ?? '') ?? [];
  const basisPoints = parseTaxRate(percentage);
  return basisPoints !== undefined && calculatePercentage(price, basisPoints) === amount
    ? rateText(basisPoints)
    : formatAmountInput({ minor: amount, currency });
}
