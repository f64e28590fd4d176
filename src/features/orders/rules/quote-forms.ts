import { MAX_QUOTE_LINE_ITEMS } from '../contract/limits.ts';

/** The fields of a form by their names. */
type Values = Readonly<Record<string, string | undefined>>;

/** The field of the form in which so many of a service are asked for. */
export const getQuantityFieldName = (id: string) => `quantity-${id}`;

/** The services that are chosen in a form, in the order of the list; a field that says nothing, or 0, chooses none. */
export function parseChosenServices(values: Values, services: readonly { readonly id: string }[]) {
  return services
    .map(({ id }) => ({ id, quantity: values[getQuantityFieldName(id)]?.trim() ?? '' }))
    .filter(({ quantity }) => quantity !== '' && !/^0+$/.test(quantity));
}

/** What a draft keeps of the services, and the form's fields from that. */
export const serializeServices = (chosen: readonly { readonly id: string; readonly quantity: string | number }[]) =>
  new URLSearchParams(chosen.map(({ id, quantity }): [string, string] => [id, String(quantity)])).toString();
export const parseServiceQuantities = (text: string | undefined) =>
  Object.fromEntries(
    [...new URLSearchParams(text ?? '')].map(([id, quantity]) => [getQuantityFieldName(id), quantity]),
  );

/** The places of the lines that a quote's form can have. */
export const quoteLineIndexes = Array.from({ length: MAX_QUOTE_LINE_ITEMS }, (_none, slot) => slot);

/** The lines of a quote's form in which something stands, each with its place. */
export function parseQuoteLineItems(values: Values) {
  return quoteLineIndexes
    .map(slot => ({
      slot,
      description: values[`description-${slot}`]?.trim() ?? '',
      amount: values[`amount-${slot}`]?.trim() ?? '',
    }))
    .filter(({ description, amount }) => description + amount !== '');
}

/** By which this browser keeps the form of a quote. */
export const getQuoteDraftKey = (number: string | number) => `quote-${number}`;
