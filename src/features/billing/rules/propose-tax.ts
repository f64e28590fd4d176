import type { TaxCategory } from '../contract/tax-categories.ts';
import { formatCountry, getVatIdCountry, isInEu, toVatCountry } from './tax-areas.ts';
import { getOutsideEuNote, getTaxNote, OUTSIDE_EU_ARTICLES } from './tax-categories.ts';

/** Countries are ISO 3166-1 codes; `XI` is Northern Ireland. */
export interface TaxSeller {
  readonly country: string;
  readonly isSmallBusiness: boolean;
}

export interface TaxBuyer {
  readonly name: string;
  readonly kind: 'business' | 'consumer';
  readonly country: string;
  readonly vatId: string | null;
}

export interface TaxProposal {
  readonly category: TaxCategory;
  /** Why, as a sentence for the owner. */
  readonly reason: string;
  /** Required on the document; null if none is. */
  readonly note: string | null;
}

/**
 * Proposes the tax category of a service. Consumers in another EU country get the seller's rate: whether to charge
 * their country's (OSS, from €10,000 a year) is the owner's decision. Consumers abroad get it too if the seller is
 * outside the EU, where the rules differ.
 */
export function proposeTax(seller: TaxSeller, buyer: TaxBuyer): TaxProposal {
  const [from, to] = [toVatCountry(seller.country), toVatCountry(buyer.country)];
  const where = `${buyer.name} is a ${buyer.kind} in ${formatCountry(buyer.country)}`;
  const propose = (category: TaxCategory, reason: string, note = getTaxNote(category, seller.country)) => {
    return { category, reason: `${where}${reason}`, note };
  };
  const atHome = (because: string) =>
    seller.isSmallBusiness
      ? propose('small_business', `${because}, and you’re a small business that charges no VAT.`)
      : propose('standard', `${because}, so your own rate applies.`);

  if (from === to) return atHome(', like you');
  const registered = buyer.vatId === null ? null : getVatIdCountry(buyer.vatId);
  if (buyer.kind === 'business' && isInEu(to) && registered === to) {
    return propose('reverse_charge', ' with a VAT ID there, so the customer accounts for VAT (reverse charge).');
  }
  if (isInEu(from) && isInEu(to)) {
    if (buyer.kind === 'consumer') return atHome(', and services for consumers in the EU are taxed where you are');
    return atHome(buyer.vatId === null ? ' without a VAT ID' : `, but the VAT ID isn’t from ${formatCountry(to)}`);
  }
  if (isInEu(from)) {
    const note = getOutsideEuNote(OUTSIDE_EU_ARTICLES[buyer.kind]);
    return propose('outside_scope', ', outside the EU, so the service isn’t taxed in the EU.', note);
  }
  if (buyer.kind === 'consumer') return atHome(', outside your country');
  return propose('outside_scope', `, so the service isn’t taxed in ${formatCountry(seller.country)}.`);
}
