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

const pricing = implement(pricingContract).$context<ApiContext>();

export const pricingHandlers = pricing.router({
  getPricing: pricing.getPricing.handler(({ context }) => getPricing(context.db)),
  listOffers: pricing.listOffers.handler(async ({ context }) => ({ items: await listOfferDtos(context.db) })),
  createOffer: pricing.createOffer.handler(({ context, input }) =>
    context.db.transaction(tx => createOffer(tx, input)),
  ),
  getOffer: pricing.getOffer.handler(({ context, input }) => getOfferDto(context.db, input.key)),
  updateOffer: pricing.updateOffer.handler(({ context, input }) =>
    context.db.transaction(tx => updateOffer(tx, input)),
  ),
  updateOfferVisibility: pricing.updateOfferVisibility.handler(({ context, input }) =>
    context.db.transaction(tx => updateOfferVisibility(tx, input)),
  ),
  deleteOffer: pricing.deleteOffer.handler(async ({ context, input }) => {
    await context.db.transaction(tx => deleteOffer(tx, input));
    return { deletedKey: input.key };
  }),
  reorderOffers: pricing.reorderOffers.handler(async ({ context, input }) => {
    await context.db.transaction(tx => reorderOffers(tx, input));
    return { items: await listOfferDtos(context.db) };
  }),
  getPaymentTerms: pricing.getPaymentTerms.handler(({ context }) => getPaymentTermsDto(context.db)),
  updatePaymentTerms: pricing.updatePaymentTerms.handler(({ context, input }) =>
    context.db.transaction(tx => updatePaymentTerms(tx, input)),
  ),
});
