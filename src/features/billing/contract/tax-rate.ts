/** Message for an invalid rate. */
export const RATE = 'Enter a rate from 0 to 100 with up to two decimals.';

/** Parses a percentage as typed ("7.5", "7,5 %") into basis points; undefined if invalid or above 100. */
export function parseTaxRate(text: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const points = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return points <= 10_000 ? points : undefined;
}

/** Formats basis points for a form field: 750 becomes "7.5". */
export function formatTaxRateInput(basisPoints: number): string {
  return String(basisPoints / 100);
}

/** The only currency that bKash and Nagad accept. */
export const TAKA = 'BDT';

/** Maximum number of tax rates, past and future ones included. */
export const MAX_TAX_RATES = 12;

/** Maximum number of exchange rates, one per currency. */
export const MAX_RATES = 8;

/** An exchange rate: a decimal, such as "128.50". */
export const EXCHANGE_RATE = /^\d{1,7}(?:\.\d{1,6})?$/;
