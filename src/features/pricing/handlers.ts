import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { addOffer, changeOffer, orderOffers, readOffer, readOffers, removeOffer, saveOffer } from './actions/offers.ts';
import { readTerms, saveTerms } from './actions/terms.ts';
import { catalogContract } from './contract/index.ts';
import { getPricing } from './queries/pricing.ts';

const catalog = implement(catalogContract).$context<ApiContext>();

export const catalogHandlers = catalog.router({
  pricing: catalog.pricing.handler(({ context }) => getPricing(context.db)),
  offers: catalog.offers.handler(async ({ context }) => ({ items: await readOffers(context.db) })),
  addOffer: catalog.addOffer.handler(({ context, input }) => context.db.transaction(tx => addOffer(tx, input))),
  offer: catalog.offer.handler(({ context, input }) => readOffer(context.db, input.key)),
  saveOffer: catalog.saveOffer.handler(({ context, input }) => context.db.transaction(tx => saveOffer(tx, input))),
  changeOffer: catalog.changeOffer.handler(({ context, input }) =>
    context.db.transaction(tx => changeOffer(tx, input)),
  ),
  removeOffer: catalog.removeOffer.handler(async ({ context, input }) => {
    await context.db.transaction(tx => removeOffer(tx, input));
    return { removed: input.key };
  }),
  saveOfferOrder: catalog.saveOfferOrder.handler(async ({ context, input }) => {
    await context.db.transaction(tx => orderOffers(tx, input));
    return { items: await readOffers(context.db) };
  }),
  terms: catalog.terms.handler(({ context }) => readTerms(context.db)),
  saveTerms: catalog.saveTerms.handler(({ context, input }) => context.db.transaction(tx => saveTerms(tx, input))),
});
