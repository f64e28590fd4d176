import { z } from 'zod';
import { email, userName } from '#features/auth/contract.ts';
import { type CompanyFieldName, companyFieldNames } from '#features/clients/contract/form-fields.ts';
import { companyDetailsInput } from '#features/clients/contract/billing-details.ts';
import { isCountry } from '#features/clients/contract/countries.ts';
import {
  plainDate,
  defineEndpoints,
  singleLineText,
  emptyInput,
  idempotencyKey,
  integerParam,
  money,
  multilineText,
  checkboxSchema,
} from '#shared/contract.ts';
import { MAX_BRIEF_LENGTH, MAX_SERVICE_QUANTITY } from '../lifecycle/contract/limits.ts';

/** Kinds that can be ordered directly; a custom plan is requested instead. */
const orderableKinds = ['plan', 'service', 'project'] as const;
export type OrderableKind = (typeof orderableKinds)[number];

const offerKey = {
  kind: z.enum(orderableKinds, 'Choose a plan, a service or a project.'),
  id: singleLineText.min(1, 'Choose an offer.').max(120, 'This offer doesn’t exist.'),
};

const amount = money.shape.minor;

/** A calculated price; each line names the payment term that causes it. */
const price = z.object({
  lineItems: z.array(z.object({ description: z.string(), amount, term: z.int().nullable() })),
  /** Tax contained in the total; null if there is none. */
  tax: z.object({ name: z.string(), basisPoints: z.int(), amount, isIncluded: z.boolean() }).nullable(),
  /** Why there is no tax, as on the invoice; null if no note is needed. */
  taxNote: z.string().nullable(),
  total: amount,
  /** Due immediately: the deposit, the full price of a project, or the first partial month of a service. */
  dueNow: amount,
  /** The rest of the total; for a service, the price of each further month. */
  dueLater: amount,
  /** Calendar days from deposit to delivery; null if it doesn't apply. */
  deliveryDays: z.int().nullable(),
  /** Exact text of the agreement, and its SHA-256, which the client sends along with the order. */
  agreementText: z.string(),
  agreementHash: z.string(),
});
export type CheckoutPrice = z.infer<typeof price>;

const offer = z.object({
  ...offerKey,
  title: z.string(),
  summary: z.string(),
  features: z.array(z.string()),
  /** The content that the client supplies before work starts. */
  contentItems: z.array(z.string()),
  supportDays: z.int(),
  currency: z.string(),
  /** Today in the owner's time zone; a deadline can't be earlier. */
  today: plainDate,
  /** Whether the price is a minimum, so a quote is needed first. */
  requiresQuote: z.boolean(),
  standardPrice: price,
  /** Price with the surcharge for urgent work; null if urgent work isn't offered. */
  urgentPrice: price.nullable(),
  /** Whether the balance may be paid in installments. */
  allowsInstallments: z.boolean(),
  termSettings: z.object({
    depositPercent: z.int(),
    balanceDueDays: z.int(),
    refundAfterDays: z.int(),
    urgentSurchargePercent: z.int(),
    includedRevisions: z.int(),
  }),
  terms: z.array(z.object({ number: z.int(), title: z.string(), text: z.string() })),
  /** The signed-in client; null for a visitor. */
  client: z.object({ name: z.string(), email: z.string() }).nullable(),
});
export type CheckoutOffer = z.infer<typeof offer>;

const customOffer = z.object({
  services: z.array(z.object({ id: z.string(), title: z.string(), description: z.string() })),
  /** Included in every custom plan. */
  details: z.array(z.string()),
  ...offer.pick({ currency: true, today: true, terms: true, client: true }).shape,
});
export type CustomPlanOptions = z.infer<typeof customOffer>;

const orderInput = z.strictObject({
  ...offerKey,
  brief: multilineText(MAX_BRIEF_LENGTH).prefault(''),
  urgent: checkboxSchema,
  /** Constraints for a quote; the budget is an amount in the currency of the offer, such as "2500" or "$2,500". */
  budget: singleLineText.trim().max(30, 'Enter a valid amount, such as 250 or 1,200.50.').optional(),
  deadline: plainDate.optional(),
  /** Only if not signed in; otherwise the account's name and email are used. */
  name: userName.optional(),
  email: email.optional(),
  /** Only if ordering for a company. */
  billing: companyDetailsInput.optional(),
  /** SHA-256 of the agreements the client read, standard and urgent; the ordered one must still be current. */
  agreementHash: singleLineText.max(64, 'Enter a SHA-256 hash.').optional(),
  urgentAgreementHash: singleLineText.max(64, 'Enter a SHA-256 hash.').optional(),
  /** The client's name, typed as a signature (term 15). */
  signature: singleLineText.trim().min(1, 'Type your name to sign the agreement (term 15).').max(120).optional(),
  idempotencyKey,
});
export type PlaceOrderInput = z.output<typeof orderInput>;

const requestedService = z.strictObject({
  id: singleLineText.min(1, 'Choose a service.').max(140, 'This service doesn’t exist.'),
  quantity: integerParam.pipe(
    z.number().min(1, 'Enter at least 1.').max(MAX_SERVICE_QUANTITY, `Enter at most ${MAX_SERVICE_QUANTITY}.`),
  ),
});

const customRequestInput = z.strictObject({
  services: z
    .array(requestedService)
    .max(200, 'Choose at most 200 services.')
    .refine(list => new Set(list.map(({ id }) => id)).size === list.length, 'Choose each service only once.')
    .prefault([]),
  ...orderInput.pick({
    brief: true,
    budget: true,
    deadline: true,
    name: true,
    email: true,
    billing: true,
    idempotencyKey: true,
  }).shape,
});
export type CustomRequestInput = z.output<typeof customRequestInput>;

const placedOrder = z.object({
  number: z.int(),
  /** Number and token of the secret link, which opens the order without signing in. */
  reference: z.string(),
});

const { publicEndpoint } = defineEndpoints('orders');

const draftText = multilineText(300).optional();
const companyDraftFields = Object.fromEntries(companyFieldNames.map(name => [name, draftText])) as Record<
  CompanyFieldName,
  typeof draftText
>;

/** The values entered so far, by field name. */
const draftValues = z.strictObject({
  brief: multilineText(MAX_BRIEF_LENGTH).optional(),
  urgent: singleLineText.max(2).optional(),
  name: singleLineText.max(200).optional(),
  email: singleLineText.max(300).optional(),
  /** The company, if ordering for one. */
  ...companyDraftFields,
  /** For a custom plan: the services as a query string, `id=quantity`. */
  services: singleLineText.max(4000).optional(),
  budget: singleLineText.max(40).optional(),
  deadline: singleLineText.max(10).optional(),
});

export const checkoutContract = {
  createCheckoutDraft: publicEndpoint(
    'POST /order-drafts',
    'Save an order form for an hour while the client signs in',
    { successStatus: 201 },
  )
    .input(z.strictObject({ values: draftValues }))
    .output(z.object({ draftToken: z.string() })),
  getCheckoutDraft: publicEndpoint('GET /order-drafts/{draftToken}', 'Get a saved order form by its secret token')
    .input(
      z.strictObject({
        draftToken: singleLineText.min(1, 'Enter a draft token.').max(100, 'This draft doesn’t exist.'),
      }),
    )
    .output(z.object({ values: z.record(z.string(), z.string()) })),
  getCheckoutOffer: publicEndpoint(
    'GET /checkout-offers/{kind}/{id}',
    'Get an offer for checkout, with line items, terms and agreement',
  )
    .input(
      z.strictObject({
        ...offerKey,
        /** ISO 3166-1 code and VAT ID of the company that orders, on which the tax depends. */
        country: singleLineText.refine(isCountry, 'Choose a country from the list.').optional(),
        taxId: singleLineText.max(60).optional(),
      }),
    )
    .output(offer),
  createOrder: publicEndpoint(
    'POST /orders',
    'Place an order, once per Idempotency-Key; fixed-price orders are invoiced immediately',
    { successStatus: 201 },
  )
    .input(orderInput)
    .output(placedOrder),
  getCustomPlanOptions: publicEndpoint('GET /custom-plan', 'Get the services, currency and terms for custom plans')
    .input(emptyInput)
    .output(customOffer),
  createCustomRequest: publicEndpoint(
    'POST /custom-requests',
    'Request a quote for a custom plan, once per Idempotency-Key',
    { successStatus: 201 },
  )
    .input(customRequestInput)
    .output(placedOrder),
};
