import type { TaxCategory } from '../contract/tax-categories.ts';
import { toVatCountry } from './tax-areas.ts';

/** Codes of the categories in EN 16931 (UNCL5305). */
export const taxCategoryCodes: Readonly<Record<TaxCategory, 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O'>> = {
  standard: 'S',
  zero: 'Z',
  exempt: 'E',
  small_business: 'E',
  reverse_charge: 'AE',
  intra_community: 'K',
  export: 'G',
  outside_scope: 'O',
};

/** Legal bases of the small business schemes by country. */
const SMALL_BUSINESS_BASES: Readonly<Record<string, string>> = {
  AT: '§ 6 Abs. 1 Z 27 UStG',
  BE: 'Article 56bis of the Belgian VAT Code',
  DE: '§ 19 UStG',
  FR: 'art. 293 B du CGI',
  IT: 'art. 1, commi 54-89, Legge 190/2014',
  NL: 'artikel 25 Wet OB 1968',
};

/** Returns the legal basis of the small business scheme in the seller's country; undefined if it isn't known. */
export const getSmallBusinessBasis = (country: string | null): string | undefined =>
  SMALL_BUSINESS_BASES[toVatCountry(country ?? '')];

/** Returns the note of the small business scheme, as prescribed or customary in the seller's country. */
function getSmallBusinessNote(country: string | null): string {
  const basis = getSmallBusinessBasis(country);
  if (basis === SMALL_BUSINESS_BASES.FR) return `TVA non applicable, ${basis}.`;
  const scheme = basis === SMALL_BUSINESS_BASES.IT ? 'flat-rate' : 'small business';
  return `No VAT is charged under the ${scheme} scheme${basis ? `: ${basis}` : ''}.`;
}

/** Articles on where services for businesses and for consumers outside the EU are taxed. */
export const OUTSIDE_EU_ARTICLES = { business: '44', consumer: '59' } as const;

/** Returns the note on a service of a seller in the EU for a buyer outside it. */
export const getOutsideEuNote = (article: string): string =>
  `Not subject to VAT in the EU: Article ${article} ${DIRECTIVE}.`;

const DIRECTIVE = 'Council Directive 2006/112/EC';

/**
 * Returns the note that a seller's documents show for a category, with its legal basis; null if none is required, and
 * for exempt services, whose reason only the owner knows.
 */
export function getTaxNote(category: TaxCategory, sellerCountry: string | null): string | null {
  switch (category) {
    case 'small_business':
      return getSmallBusinessNote(sellerCountry);
    case 'reverse_charge':
      return `Reverse charge: the customer accounts for VAT, Article 196 ${DIRECTIVE}.`;
    case 'intra_community':
      return `Intra-Community supply, exempt from VAT: Article 138 ${DIRECTIVE}.`;
    case 'export':
      return `Export outside the EU, exempt from VAT: Article 146 ${DIRECTIVE}.`;
    case 'outside_scope':
      return 'Outside the scope of VAT.';
    default:
      return null;
  }
}
