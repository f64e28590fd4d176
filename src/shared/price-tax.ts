/** The tax of a price: contained in it, or added to it. Basis points: 1900 are 19%. */
export interface PriceTax {
  readonly name: string;
  readonly basisPoints: number;
  readonly isIncluded: boolean;
}

/** Writes basis points as per cent: 750 are "7.5%". */
export function rateText(basisPoints: number): string {
  return `${Number((basisPoints / 100).toFixed(2))}%`;
}

/** Says beside a price how it is taxed, such as "plus VAT 19%" or "incl. VAT 19%". */
export function taxNote({ name, basisPoints, isIncluded }: PriceTax): string {
  return `${isIncluded ? 'incl.' : 'plus'} ${name} ${rateText(basisPoints)}`;
}

/** Says once for a page how its prices are taxed. */
export function pricesNote({ name, basisPoints, isIncluded }: PriceTax): string {
  const rate = `${rateText(basisPoints)} ${name}`;
  return isIncluded ? `All prices include ${rate}.` : `All prices are plus ${rate}.`;
}
