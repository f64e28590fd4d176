import { formatMoney, type Money } from '#shared/money.ts';
import type { Pricing } from '../contract/index.ts';
import { formatAmountInput } from '#shared/parse-amount.ts';

/** An offer of the price list as a line of an invoice or quote, as typed. */
export interface PriceListItem {
  readonly label: string;
  readonly currency: string;
  readonly line: { readonly description: string; readonly unitPrice: string; readonly unit: 'hour' | '' };
}

/** Returns the visible offers as lines. */
export function listPrices({ plans, services, consultationOptions }: Pricing): PriceListItem[] {
  const toItem = (title: string, price: Money, unit: 'hour' | '' = ''): PriceListItem => ({
    label: `${title}, ${formatMoney(price)}`,
    currency: price.currency,
    line: { description: title, unitPrice: formatAmountInput(price), unit },
  });
  return [
    ...plans.map(({ name, price }) => toItem(`${name} plan`, price)),
    ...services.map(({ title, price }) => toItem(`${title}, one month`, price)),
    ...consultationOptions.map(({ title, price, priceUnit }) =>
      toItem(title, price, priceUnit === 'hour' ? 'hour' : ''),
    ),
  ];
}
