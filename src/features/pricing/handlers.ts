import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import type { Transaction } from '#platform/database/database.ts';
import {
  createOffer,
  deleteOffer,
  getOfferDto,
  listOfferDtos,
  reorderOffers,
  updateOffer,
  updateOfferVisibility,
} from './actions/offers.ts';
import { getPaymentTermsDto, updatePaymentTerms } from './actions/terms.ts';
import { pricingContract } from './contract/index.ts';
import { getPricing } from './queries/pricing.ts';

const pricing = implement(pricingContract).$context<ApiContext>();

const transact = <Input, Output>(act: (tx: Transaction, input: Input) => Promise<Output>) =>
  inTransaction((tx, _context, input: Input) => act(tx, input));

export const pricingHandlers = pricing.router({
  getPricing: pricing.getPricing.handler(({ context }) => getPricing(context.db)),
  listOffers: pricing.listOffers.handler(async ({ context }) => ({ items: await listOfferDtos(context.db) })),
  createOffer: pricing.createOffer.handler(transact(createOffer)),
  getOffer: pricing.getOffer.handler(({ context, input }) => getOfferDto(context.db, input.key)),
  updateOffer: pricing.updateOffer.handler(transact(updateOffer)),
  updateOfferVisibility: pricing.updateOfferVisibility.handler(transact(updateOfferVisibility)),
  deleteOffer: pricing.deleteOffer.handler(transact(deleteOffer)),
  reorderOffers: pricing.reorderOffers.handler(async ({ context, input }) => {
    await context.db.transaction(tx => reorderOffers(tx, input));
    return { items: await listOfferDtos(context.db) };
  }),
  getPaymentTerms: pricing.getPaymentTerms.handler(({ context }) => getPaymentTermsDto(context.db)),
  updatePaymentTerms: pricing.updatePaymentTerms.handler(transact(updatePaymentTerms)),
});
