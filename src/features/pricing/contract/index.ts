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
  getPricing: publicEndpoint('GET /pricing', 'Get plans, services, consultations and the payment terms')
    .input(emptyInput)
    .output(pricing),
  listOffers: ownerEndpoint('GET /pricing/offers', 'List all offers by kind, including hidden ones')
    .input(emptyInput)
    .output(offerListSchema),
  createOffer: ownerEndpoint(
    'POST /pricing/offers',
    'Add an offer, with all fields as text and lists with one entry per line',
    { successStatus: 201 },
  )
    .input(z.strictObject({ kind: offerKind, value: offerFormValuesSchema }))
    .output(offer),
  getOffer: ownerEndpoint('GET /pricing/offers/{key}', 'Get an offer for editing')
    .input(z.strictObject({ key: offerKeySchema }))
    .output(offer),
  updateOffer: ownerEndpoint(
    'PUT /pricing/offers/{key}',
    'Update the current version of an offer, with all fields as text',
  )
    .input(z.strictObject({ key: offerKeySchema, version: integerParam, value: offerFormValuesSchema }))
    .output(offer),
  updateOfferVisibility: ownerEndpoint('PATCH /pricing/offers/{key}', 'Hide, show or highlight an offer')
    .input(offerVisibilitySchema)
    .output(offer),
  deleteOffer: ownerEndpoint('DELETE /pricing/offers/{key}', 'Permanently delete the current version of an offer')
    .input(z.strictObject({ key: offerKeySchema, version: integerParam }))
    .output(z.object({ deletedKey: z.string() })),
  reorderOffers: ownerEndpoint('PUT /pricing/offer-positions/{kind}', 'Reorder the offers of a kind')
    .input(reorderOffersSchema)
    .output(offerListSchema),
  getPaymentTerms: ownerEndpoint('GET /pricing/payment-terms', 'Get the payment terms for editing')
    .input(emptyInput)
    .output(paymentTermsSchema),
  updatePaymentTerms: ownerEndpoint(
    'PUT /pricing/payment-terms',
    'Update the current version of the payment terms and their settings',
  )
    .input(paymentTermsInputSchema.extend({ version: integerParam }))
    .output(paymentTermsSchema),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    pricing: typeof pricingContract;
  }
}
