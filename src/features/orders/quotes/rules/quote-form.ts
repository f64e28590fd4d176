import { MAX_QUOTE_LINE_ITEMS } from '../../lifecycle/contract/limits.ts';

/** Form values by field name. */
type Values = Readonly<Record<string, string | undefined>>;

export const getQuantityFieldName = (id: string) => `quantity-${id}`;

/** Returns the selected services in list order; an empty or zero quantity selects none. */
export function parseChosenServices(values: Values, services: readonly { readonly id: string }[]) {
  return services
    .map(({ id }) => ({ id, quantity: values[getQuantityFieldName(id)]?.trim() ?? '' }))
    .filter(({ quantity }) => quantity !== '' && !/^0+$/.test(quantity));
}

/** Converts selected services to the draft's query string; `parseServiceQuantities` converts it to form fields. */
export const serializeServices = (chosen: readonly { readonly id: string; readonly quantity: string | number }[]) =>
  new URLSearchParams(chosen.map(({ id, quantity }): [string, string] => [id, String(quantity)])).toString();
export const parseServiceQuantities = (text: string | undefined) =>
  Object.fromEntries(
    [...new URLSearchParams(text ?? '')].map(([id, quantity]) => [getQuantityFieldName(id), quantity]),
  );

export const quoteLineIndexes = Array.from({ length: MAX_QUOTE_LINE_ITEMS }, (_none, slot) => slot);

/** Returns the non-empty lines of a quote form with their index. */
export function parseQuoteLineItems(values: Values) {
  return quoteLineIndexes
    .map(slot => ({
      slot,
      description: values[`description-${slot}`]?.trim() ?? '',
      amount: values[`amount-${slot}`]?.trim() ?? '',
    }))
    .filter(({ description, amount }) => description + amount !== '');
}

/** Returns the storage key for a quote draft in this browser. */
export const getQuoteDraftKey = (number: string | number) => `quote-${number}`;
