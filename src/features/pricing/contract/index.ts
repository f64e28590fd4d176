import { z } from 'zod';
import { defineEndpoints, emptyInput, integerParam } from '#shared/contract.ts';
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

const { publicEndpoint, ownerEndpoint } = defineEndpoints('pricing');

export const pricingContract = {
  getPricing: publicEndpoint('GET /pricing', 'Plans, services, consultations and the payment terms')
    .input(emptyInput)
    .output(pricing),
  listOffers: ownerEndpoint('GET /pricing/offers', 'All that is for sale, hidden or not, by kind')
    .input(emptyInput)
    .output(offerListSchema),
  createOffer: ownerEndpoint(
    'POST /pricing/offers',
    'Add an offer at the end of its kind: all its fields as text, lists one entry a line',
    { successStatus: 201 },
  )
    .input(z.strictObject({ kind: offerKind, value: offerFormValuesSchema }))
    .output(offer),
  getOffer: ownerEndpoint('GET /pricing/offers/{key}', 'An offer as it is edited')
    .input(z.strictObject({ key: offerKeySchema }))
    .output(offer),
  updateOffer: ownerEndpoint(
    'PUT /pricing/offers/{key}',
    'Save an offer over the version that was read: all its fields as text',
  )
    .input(z.strictObject({ key: offerKeySchema, version: integerParam, value: offerFormValuesSchema }))
    .output(offer),
  updateOfferVisibility: ownerEndpoint(
    'PATCH /pricing/offers/{key}',
    'Hide or show an offer, or highlight it in place of another of its kind',
  )
    .input(offerVisibilitySchema)
    .output(offer),
  deleteOffer: ownerEndpoint('DELETE /pricing/offers/{key}', 'Delete an offer for good, as it was read')
    .input(z.strictObject({ key: offerKeySchema, version: integerParam }))
    .output(z.object({ deletedKey: z.string() })),
  reorderOffers: ownerEndpoint(
    'PUT /pricing/offer-positions/{kind}',
    'Put the offers of a kind into an order, each named once',
  )
    .input(reorderOffersSchema)
    .output(offerListSchema),
  getPaymentTerms: ownerEndpoint('GET /pricing/payment-terms', 'The payment terms as they are edited')
    .input(emptyInput)
    .output(paymentTermsSchema),
  updatePaymentTerms: ownerEndpoint(
    'PUT /pricing/payment-terms',
    'Save the payment terms and their settings over the version that was read',
  )
    .input(paymentTermsInputSchema.extend({ version: integerParam }))
    .output(paymentTermsSchema),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    pricing: typeof pricingContract;
  }
}
