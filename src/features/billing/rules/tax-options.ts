import type { DocumentTax } from '../contract/documents.ts';
import { type ChosenTax, chooseTax, type DatedRate, isValidOn, type TaxSettings } from './choose-tax.ts';
import { formatTax } from './labels.ts';
import { proposeTax, type TaxBuyer } from './propose-tax.ts';
import { getTaxNote } from './tax-categories.ts';

/** A tax that the owner can choose for a line; `key` identifies it by category, rate and name. */
export interface TaxOption {
  readonly key: string;
  readonly label: string;
  readonly tax: DocumentTax;
}

export interface TaxChoice {
  /** The proposed one first. */
  readonly options: readonly TaxOption[];
  readonly behavior: ChosenTax['behavior'];
  /** Why the first one is proposed, for the owner; null if unknown. */
  readonly reason: string | null;
}

/** Returns the taxes that apply on a day: the one proposed for a buyer, and the owner's other rates. */
export function listTaxOptions(settings: TaxSettings, buyer: TaxBuyer | null, day: string): TaxChoice {
  const { taxCountry: country, isSmallBusiness, rates } = settings;
  const { behavior, ...proposed } = chooseTax(settings, buyer, day);
  const others = rates.filter(rate => isValidOn(rate, day)).map(rate => toTax(rate, country));
  const options = new Map([proposed, ...others].map(tax => [toTaxKey(tax), tax]));
  return {
    options: [...options].map(([key, tax]) => ({ key, label: toLabel(tax), tax })),
    behavior,
    reason: buyer && country !== null ? proposeTax({ country, isSmallBusiness }, buyer).reason : null,
  };
}

/** Identifies a tax by category, rate and name. */
export const toTaxKey = ({ category, basisPoints, name }: DocumentTax) =>
  `${category ?? (basisPoints > 0 ? 'standard' : 'none')}:${basisPoints}:${name}`;

const toLabel = (tax: DocumentTax) => (tax.basisPoints === 0 && !tax.category ? 'No tax' : formatTax(tax));

function toTax({ name, basisPoints, category, note }: DatedRate, country: string | null): DocumentTax {
  if (category === undefined || category === 'standard') return { name, basisPoints };
  const printed = note ?? getTaxNote(category, country);
  return { name, basisPoints: 0, category, ...(printed === null ? {} : { note: printed }) };
}
