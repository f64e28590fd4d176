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

/** Notes of the small business schemes by country, as prescribed or customary there. */
const SMALL_BUSINESS_NOTES: Readonly<Record<string, string>> = {
  AT: 'No VAT is charged under the small business scheme: § 6 Abs. 1 Z 27 UStG.',
  BE: 'No VAT is charged under the small business scheme: Article 56bis of the Belgian VAT Code.',
  DE: 'No VAT is charged under the small business scheme: § 19 UStG.',
  FR: 'TVA non applicable, art. 293 B du CGI.',
  IT: 'No VAT is charged under the flat-rate scheme: art. 1, commi 54-89, Legge 190/2014.',
  NL: 'No VAT is charged under the small business scheme: artikel 25 Wet OB 1968.',
};

const DIRECTIVE = 'Council Directive 2006/112/EC';

/**
 * Returns the note that a seller's documents show for a category, with its legal basis; null if none is required, and
 * for exempt services, whose reason only the owner knows.
 */
export function getTaxNote(category: TaxCategory, sellerCountry: string | null): string | null {
  switch (category) {
    case 'small_business':
      return (
        SMALL_BUSINESS_NOTES[toVatCountry(sellerCountry ?? '')] ?? 'No VAT is charged under the small business scheme.'
      );
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
