import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { offerKinds } from '../contract/offer-kinds.ts';
import { deleteOfferRow, insertOfferRow, listOfferRows, listOfferRowsForUpdate } from '../queries/offers.ts';
import {
  toExportedOffers,
  toExportedTerms,
  mapOfferKinds,
  type ImportedOffer,
  type OffersByKind,
} from '../rules/import-export.ts';
import type { OfferRow } from '../rules/offers.ts';
import { getPaymentTermTemplates } from '../queries/terms.ts';

/** Returns prices and terms for an export, and whether the owner has changed each from the initial content. */
export async function exportPricing(db: Db) {
  const offers = mapOfferKinds<OfferRow[]>(() => []);
  for (const kind of offerKinds) offers[kind] = await listOfferRows(db, kind);
  const terms = await getPaymentTermTemplates(db);
  return {
    prices: {
      value: toExportedOffers(offers),
      isOwn: offerKinds.some(kind => offers[kind].some(({ isSample }) => !isSample)),
    },
    paymentTerms: { value: toExportedTerms(terms), isOwn: terms.version > 1 },
  };
}

/** Replaces all offers. Orders keep their copies. */
export async function importOffers(tx: Transaction, offers: OffersByKind<ImportedOffer>): Promise<void> {
  for (const kind of offerKinds) {
    for (const { id } of await listOfferRowsForUpdate(tx, kind)) await deleteOfferRow(tx, kind, id);
    for (const [place, offer] of offers[kind].entries()) {
      await insertOfferRow(tx, kind, { ...offer, position: place + 1, isSample: false });
    }
  }
  await invalidateTag(tx, 'pricing');
}
