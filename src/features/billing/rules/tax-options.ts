import type { DocumentTax } from '../contract/documents.ts';
import { type ChosenTax, chooseTax, type DatedRate, isValidOn, type TaxSettings } from './choose-tax.ts';
import { formatTax } from './labels.ts';
import { proposeTax, type TaxBuyer } from './propose-tax.ts';
import { getTaxNote } from './tax-categories.ts';
import { taxKey } from './totals.ts';

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
    options: [...options.values()].map(toTaxOption),
    behavior,
    reason: buyer && country !== null ? proposeTax({ country, isSmallBusiness }, buyer).reason : null,
  };
}

/** Identifies a tax by category, rate and name. */
export const toTaxKey = ({ category, basisPoints, name }: DocumentTax) =>
  `${category ?? (basisPoints > 0 ? 'standard' : 'none')}:${basisPoints}:${name}`;

/** The client details that a tax requires. */
export interface TaxedClient {
  readonly name: string;
  readonly hasTaxId: boolean;
}

/** Returns the tax with a key, empty for the proposed one, and why a line can't have it. */
export function findLineTax(
  key: string,
  taxes: readonly TaxOption[],
  client: TaxedClient,
): { readonly tax: DocumentTax | undefined; readonly problem?: string } {
  const tax = key === '' ? taxes[0]?.tax : taxes.find(option => option.key === key)?.tax;
  if (key !== '' && !tax) {
    const [category, basisPoints] = key.split(':');
    const problem =
      category !== 'standard' && basisPoints !== '0'
        ? 'This category has no tax. Choose another one.'
        : 'This tax no longer applies. Choose another one.';
    return { tax, problem };
  }
  const needsTaxId = tax?.category === 'reverse_charge' || tax?.category === 'intra_community';
  if (!needsTaxId || client.hasTaxId) return { tax };
  const problem = `${client.name} has no VAT ID, which this tax requires. Add it, or choose another tax.`;
  return { tax, problem };
}

/** Returns whether a document can't have these taxes together (EN 16931 BR-O-11). */
export const areTaxesExclusive = (taxes: readonly DocumentTax[]) =>
  taxes.some(({ category }) => category === 'outside_scope') && new Set(taxes.map(taxKey)).size > 1;

/** Returns a tax as an option. */
export function toTaxOption(tax: DocumentTax): TaxOption {
  const label = tax.basisPoints === 0 && !tax.category ? 'No tax' : formatTax(tax);
  return { key: toTaxKey(tax), label, tax };
}

function toTax({ name, basisPoints, category, note }: DatedRate, country: string | null): DocumentTax {
  if (category === undefined || category === 'standard') return { name, basisPoints };
  const printed = note ?? getTaxNote(category, country);
  return { name, basisPoints: 0, category, ...(printed === null ? {} : { note: printed }) };
}
