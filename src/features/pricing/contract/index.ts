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
  pricing: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/pricing', tags, summary: 'Plans, services, consultations and the payment terms' })
    .input(emptyInput)
    .output(pricing),
  offers: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/pricing/offers', tags, summary: 'All that is for sale, hidden or not, by kind' })
    .input(emptyInput)
    .output(offerListSchema),
  addOffer: endpoint
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
  offer: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/pricing/offers/{key}', tags, summary: 'An offer as it is edited' })
    .input(z.strictObject({ key: offerKeySchema }))
    .output(offer),
  saveOffer: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/pricing/offers/{key}',
      tags,
      summary: 'Save an offer over the version that was read: all its fields as text',
    })
    .input(z.strictObject({ key: offerKeySchema, version: integerParam, value: offerFormValuesSchema }))
    .output(offer),
  changeOffer: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PATCH',
      path: '/pricing/offers/{key}',
      tags,
      summary: 'Hide or show an offer, or highlight it in place of another of its kind',
    })
    .input(offerVisibilitySchema)
    .output(offer),
  removeOffer: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'DELETE',
      path: '/pricing/offers/{key}',
      tags,
      summary: 'Delete an offer for good, as it was read',
    })
    .input(z.strictObject({ key: offerKeySchema, version: integerParam }))
    .output(z.object({ removed: z.string() })),
  saveOfferOrder: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/pricing/orders/{kind}',
      tags,
      summary: 'Put the offers of a kind into an order, each named once',
    })
    .input(reorderOffersSchema)
    .output(offerListSchema),
  terms: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/pricing/terms', tags, summary: 'The payment terms as they are edited' })
    .input(emptyInput)
    .output(paymentTermsSchema),
  saveTerms: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/pricing/terms',
      tags,
      summary: 'Save the payment terms and their figures over the version that was read',
    })
    .input(paymentTermsInputSchema.extend({ version: integerParam }))
    .output(paymentTermsSchema),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    catalog: typeof pricingContract;
  }
}
