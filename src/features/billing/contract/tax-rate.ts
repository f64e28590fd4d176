/** A rate in per cent as people write it ("7.5", "7,5 %"), in basis points; undefined where it is none, or above 100. */
export function parseTaxRate(text: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const points = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return points <= 10_000 ? points : undefined;
}

/** Basis points as they stand in a form: 750 are "7.5". */
export function formatTaxRateInput(basisPoints: number): string {
  return String(basisPoints / 100);
}

/** The only currency that bKash and Nagad take. */
export const TAKA = 'BDT';

/** Most exchange rates that can be set, one for each currency. */
export const MOST_RATES = 8;

/** An exchange rate: a decimal, such as "128.50". */
export const EXCHANGE_RATE = /^\d{1,7}(?:\.\d{1,6})?$/;
