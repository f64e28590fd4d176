import { announceChange } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { offerKinds } from '../contract/offer-kinds.ts';
import type { SellingFigures, Term } from '../contract/payment-terms.ts';
import { deleteOffer, insertOffer, listOffers, listOffersForUpdate } from '../queries/offers.ts';
import { getTermsVersionForUpdate, getWrittenTerms, updateSellingTerms } from '../queries/terms.ts';
import { archivedPrices, archivedTerms, byKind, type MovedOffer, type OffersByKind } from '../rules/import-export.ts';
import type { OfferRow } from '../rules/offers.ts';

/** Prices and terms as an archive has them, and whether each is the owner's own rather than what the site began with. */
export async function readCatalogToMove(db: Db) {
  const offers = byKind<OfferRow[]>(() => []);
  for (const kind of offerKinds) offers[kind] = await listOffers(db, kind);
  const terms = await getWrittenTerms(db);
  return {
    prices: {
      value: archivedPrices(offers),
      isOwn: offerKinds.some(kind => offers[kind].some(({ sample }) => !sample)),
    },
    paymentTerms: { value: archivedTerms(terms), isOwn: terms.version > 1 },
  };
}

/** Puts offers in the place of all that are here. What was ordered keeps its copy. */
export async function replaceOffers(tx: Transaction, offers: OffersByKind<MovedOffer>): Promise<void> {
  for (const kind of offerKinds) {
    for (const { id } of await listOffersForUpdate(tx, kind)) await deleteOffer(tx, kind, id);
    for (const [place, offer] of offers[kind].entries()) {
      await insertOffer(tx, kind, { ...offer, position: place + 1, sample: false });
    }
  }
  await announceChange(tx, 'catalog');
}

/** Puts terms in the place of those that are here. Orders that were placed keep theirs. */
export async function replaceTerms(
  tx: Transaction,
  { terms, figures }: { readonly terms: Term[]; readonly figures: SellingFigures },
): Promise<void> {
  const version = ((await getTermsVersionForUpdate(tx)) ?? 0) + 1;
  await updateSellingTerms(tx, { terms, figures, version });
  await announceChange(tx, 'catalog');
}
