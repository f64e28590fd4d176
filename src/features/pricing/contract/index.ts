import { z } from 'zod';
import { endpoint, emptyInput, integerParam } from '#shared/contract.ts';
import {
  offer,
  offerKeySchema,
  offerKind,
  offerListSchema,
  reorderOffersSchema,
  offerVisibilitySchema,
  offerFormValuesSchema,
} from './offers.ts';
import { pricing } from './pricing.ts';
import { paymentTermsInputSchema, paymentTermsSchema } from './payment-terms.ts';

export type { ConsultationOption, Plan, Pricing, Service } from './pricing.ts';

const tags = ['pricing'];

export const pricingContract = {
  getPricing: endpoint
    .meta({ access: 'public' })
    .route({ method: 'GET', path: '/pricing', tags, summary: 'Plans, services, consultations and the payment terms' })
    .input(emptyInput)
    .output(pricing),
  listOffers: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/pricing/offers', tags, summary: 'All that is for sale, hidden or not, by kind' })
    .input(emptyInput)
    .output(offerListSchema),
  createOffer: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/pricing/offers',
      tags,
      summary: 'Add an offer at the end of its kind: all its fields as text, lists one entry a line',
      successStatus: 201,
    })
    .input(z.strictObject({ kind: offerKind, value: offerFormValuesSchema }))
    .output(offer),
  getOffer: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/pricing/offers/{key}', tags, summary: 'An offer as it is edited' })
    .input(z.strictObject({ key: offerKeySchema }))
    .output(offer),
  updateOffer: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/pricing/offers/{key}',
      tags,
      summary: 'Save an offer over the version that was read: all its fields as text',
    })
    .input(z.strictObject({ key: offerKeySchema, version: integerParam, value: offerFormValuesSchema }))
    .output(offer),
  updateOfferVisibility: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PATCH',
      path: '/pricing/offers/{key}',
      tags,
      summary: 'Hide or show an offer, or highlight it in place of another of its kind',
    })
    .input(offerVisibilitySchema)
    .output(offer),
  deleteOffer: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'DELETE',
      path: '/pricing/offers/{key}',
      tags,
      summary: 'Delete an offer for good, as it was read',
    })
    .input(z.strictObject({ key: offerKeySchema, version: integerParam }))
    .output(z.object({ deletedKey: z.string() })),
  reorderOffers: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/pricing/offer-positions/{kind}',
      tags,
      summary: 'Put the offers of a kind into an order, each named once',
    })
    .input(reorderOffersSchema)
    .output(offerListSchema),
  getPaymentTerms: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/pricing/payment-terms', tags, summary: 'The payment terms as they are edited' })
    .input(emptyInput)
    .output(paymentTermsSchema),
  updatePaymentTerms: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/pricing/payment-terms',
      tags,
      summary: 'Save the payment terms and their settings over the version that was read',
    })
    .input(paymentTermsInputSchema.extend({ version: integerParam }))
    .output(paymentTermsSchema),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    pricing: typeof pricingContract;
  }
}
