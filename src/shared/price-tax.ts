/** The tax of a price, included in it or added to it. Basis points: 1900 is 19%. */
export interface PriceTax {
  readonly name: string;
  readonly basisPoints: number;
  readonly isIncluded: boolean;
}

/** Formats basis points as a percentage: 750 is "7.5%". */
export function rateText(basisPoints: number): string {
  return `${Number((basisPoints / 100).toFixed(2))}%`;
}

/** Returns how a price is taxed, such as "plus VAT 19%" or "incl. VAT 19%". */
export function taxNote({ name, basisPoints, isIncluded }: PriceTax): string {
  return `${isIncluded ? 'incl.' : 'plus'} ${name} ${rateText(basisPoints)}`;
}

/** Returns how all prices of a page are taxed. */
export function pricesNote({ name, basisPoints, isIncluded }: PriceTax): string {
  const rate = `${rateText(basisPoints)} ${name}`;
  return isIncluded ? `All prices include ${rate}.` : `All prices exclude ${rate}.`;
}
