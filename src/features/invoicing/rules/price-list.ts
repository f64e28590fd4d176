import type { Pricing } from '#features/pricing/contract/index.ts';
import { formatAmountInput } from '#features/pricing/rules/parse-amount.ts';
import { formatMoney, type Money } from '#shared/money.ts';
import { type DraftLine, EMPTY_LINE } from '../contract/constants.ts';

/** An offer of the price list as a line of an invoice. */
export interface PriceListItem {
  readonly label: string;
  readonly currency: string;
  readonly line: DraftLine;
}

/** Returns the visible offers as lines. */
export function listPrices({ plans, services, consultationOptions }: Pricing): PriceListItem[] {
  const toItem = (title: string, price: Money, changes: Partial<DraftLine> = {}): PriceListItem => ({
    label: `${title}, ${formatMoney(price)}`,
    currency: price.currency,
    line: { ...EMPTY_LINE, description: title, unitPrice: formatAmountInput(price), ...changes },
  });
  return [
    ...plans.map(({ name, price }) => toItem(`${name} plan`, price)),
    ...services.map(({ title, price }) => toItem(`${title}, one month`, price)),
    ...consultationOptions.map(({ title, price, priceUnit }) =>
      toItem(title, price, priceUnit === 'hour' ? { unit: 'hour' } : {}),
    ),
  ];
}
