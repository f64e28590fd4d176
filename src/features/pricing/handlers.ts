import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import {
  createOffer,
  updateOfferVisibility,
  reorderOffers,
  getOfferDto,
  listOfferDtos,
  deleteOffer,
  updateOffer,
} from './actions/offers.ts';
import { getPaymentTermsDto, updatePaymentTerms } from './actions/terms.ts';
import { pricingContract } from './contract/index.ts';
import { getPricing } from './queries/pricing.ts';

const catalog = implement(pricingContract).$context<ApiContext>();

export const pricingHandlers = catalog.router({
  pricing: catalog.pricing.handler(({ context }) => getPricing(context.db)),
  offers: catalog.offers.handler(async ({ context }) => ({ items: await listOfferDtos(context.db) })),
  addOffer: catalog.addOffer.handler(({ context, input }) => context.db.transaction(tx => createOffer(tx, input))),
  offer: catalog.offer.handler(({ context, input }) => getOfferDto(context.db, input.key)),
  saveOffer: catalog.saveOffer.handler(({ context, input }) => context.db.transaction(tx => updateOffer(tx, input))),
  changeOffer: catalog.changeOffer.handler(({ context, input }) =>
    context.db.transaction(tx => updateOfferVisibility(tx, input)),
  ),
  removeOffer: catalog.removeOffer.handler(async ({ context, input }) => {
    await context.db.transaction(tx => deleteOffer(tx, input));
    return { removed: input.key };
  }),
  saveOfferOrder: catalog.saveOfferOrder.handler(async ({ context, input }) => {
    await context.db.transaction(tx => reorderOffers(tx, input));
    return { items: await listOfferDtos(context.db) };
  }),
  terms: catalog.terms.handler(({ context }) => getPaymentTermsDto(context.db)),
  saveTerms: catalog.saveTerms.handler(({ context, input }) =>
    context.db.transaction(tx => updatePaymentTerms(tx, input)),
  ),
});
