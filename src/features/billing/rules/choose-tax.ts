import type { DocumentTax } from '../contract/documents.ts';
import { proposeTax, type TaxBuyer } from './propose-tax.ts';
import { getTaxNote } from './tax-categories.ts';

/** A rate with the days on which it applies. */
export interface DatedRate extends Required<Pick<DocumentTax, 'name' | 'basisPoints' | 'category'>> {
  readonly note: string | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly isDefault: boolean;
}

/** The owner's tax settings. */
export interface TaxSettings {
  readonly taxName: string;
  readonly taxBehavior: 'exclusive' | 'inclusive';
  readonly businessTaxBehavior: 'exclusive' | 'inclusive' | null;
  readonly taxCountry: string | null;
  readonly isSmallBusiness: boolean;
  readonly rates: readonly DatedRate[];
}

/** Returns whether a rate applies on a day. */
export const isValidOn = ({ validFrom, validUntil }: DatedRate, day: string) =>
  (validFrom ?? '') <= day && day <= (validUntil ?? '9999');

export function findDefaultRate<Rate extends DatedRate>(rates: readonly Rate[], day: string): Rate | undefined {
  return rates.find(rate => rate.isDefault && isValidOn(rate, day));
}

/** Returns the first day from `today` on without a default rate; null if there is none, or no rate at all. */
export function findDefaultRateGap(rates: readonly DatedRate[], today: string): string | null {
  let day = today;
  for (let left = rates.length; left > 0; left -= 1) {
    const rate = findDefaultRate(rates, day);
    if (!rate) return day;
    if (rate.validUntil === null) return null;
    day = Temporal.PlainDate.from(rate.validUntil).add({ days: 1 }).toString();
  }
  return rates.length === 0 ? null : day;
}

/**
 * Returns the rate with the same name that started by `day`; undefined for a tax without a rate. Rates without a first day
 * are for new orders only.
 */
export function findRenewedRate(rates: readonly DatedRate[], tax: DocumentTax, day: string): DatedRate | undefined {
  if (tax.basisPoints === 0) return undefined;
  return rates.find(
    rate => rate.name === tax.name && rate.basisPoints > 0 && rate.validFrom !== null && isValidOn(rate, day),
  );
}

/** Tax of a sale and whether its prices exclude or include it. */
export type ChosenTax = DocumentTax & { readonly behavior: 'exclusive' | 'inclusive' };

/**
 * Returns the tax of a sale on a day. Without details of the buyer, or of the seller's country, it is the default rate. A
 * price without tax stays the same, even if it includes tax for others. An owner without rates charges no tax.
 */
export function chooseTax(settings: TaxSettings, buyer: TaxBuyer | null, day: string): ChosenTax {
  const { taxName, taxCountry, isSmallBusiness, rates } = settings;
  const behavior = (buyer?.kind === 'business' ? settings.businessTaxBehavior : null) ?? settings.taxBehavior;
  const rate = findDefaultRate(rates, day);
  if (!rate && !isSmallBusiness) return { behavior, name: taxName, basisPoints: 0 };
  const proposed = buyer && taxCountry !== null ? proposeTax({ country: taxCountry, isSmallBusiness }, buyer) : null;
  const category = proposed?.category ?? (isSmallBusiness ? 'small_business' : 'standard');
  // The rate that the owner chose as the default may also be one without tax.
  const named = category === 'standard' ? rate : rates.find(one => one.category === category && isValidOn(one, day));
  const { name, basisPoints, note } = named ?? { name: rate?.name ?? taxName, basisPoints: 0, note: proposed?.note };
  const used = named?.category ?? category;
  if (used === 'standard') return { behavior, name, basisPoints };
  const printed = note ?? getTaxNote(used, taxCountry);
  return { behavior, name, basisPoints: 0, category: used, ...(printed === null ? {} : { note: printed }) };
}
