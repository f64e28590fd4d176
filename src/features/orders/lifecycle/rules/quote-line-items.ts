import { MAX_QUOTE_LINE_ITEMS } from '../contract/limits.ts';

export const quoteLineIndexes = Array.from({ length: MAX_QUOTE_LINE_ITEMS }, (_, slot) => slot);

/** Returns the non-empty lines of a quote form with their index. */
export function parseQuoteLineItems(values: Readonly<Record<string, string | undefined>>) {
  return quoteLineIndexes
    .map(slot => ({
      slot,
      description: values[`description-${slot}`]?.trim() ?? '',
      amount: values[`amount-${slot}`]?.trim() ?? '',
    }))
    .filter(({ description, amount }) => description + amount !== '');
}
