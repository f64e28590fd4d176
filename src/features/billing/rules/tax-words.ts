import type { PriceTax } from '../contract/selling.ts';
import { rateText } from './words.ts';

/** Says beside a price how it is taxed, such as "plus VAT 19%" or "incl. VAT 19%". */
export function taxNote({ name, basisPoints, isIncluded }: PriceTax): string {
  return `${isIncluded ? 'incl.' : 'plus'} ${name} ${rateText(basisPoints)}`;
}

/** Says once for a page how its prices are taxed; null without a tax. */
export function pricesNote(tax: PriceTax | null): string | null {
  if (!tax) return null;
  const rate = `${rateText(tax.basisPoints)} ${tax.name}`;
  return tax.isIncluded ? `All prices include ${rate}.` : `All prices are plus ${rate}.`;
}
