import { z } from 'zod';
import { email, userName } from '#features/auth/contract.ts';
import {
  plainDate,
  defineEndpoints,
  singleLineText,
  emptyInput,
  integerParam,
  multilineText,
} from '#shared/contract.ts';
import { MAX_BRIEF_LENGTH, MAX_SERVICE_QUANTITY } from '../../lifecycle/contract/limits.ts';
import { placedOrderSchema, budgetAndDeadlineFields } from './place-order.ts';

const customOffer = z.object({
  services: z.array(z.object({ id: z.string(), title: z.string(), description: z.string() })),
  /** Included in every custom plan. */
  details: z.array(z.string()),
  /** Currency of the budget and of the quote. */
  currency: z.string(),
  /** Today in the owner's time zone; a deadline can't be earlier. */
  today: plainDate,
  terms: z.array(z.object({ number: z.int(), title: z.string(), text: z.string() })),
  /** The signed-in client; null if nobody is signed in. */
  client: z.object({ name: z.string(), email: z.string() }).nullable(),
});
export type CustomPlanOptions = z.infer<typeof customOffer>;

const wished = z.strictObject({
  id: singleLineText.min(1, 'Name the service.').max(140, 'This service doesn’t exist.'),
  quantity: integerParam.pipe(
    z.number().min(1, 'Ask for at least 1.').max(MAX_SERVICE_QUANTITY, `Ask for at most ${MAX_SERVICE_QUANTITY}.`),
  ),
});

const requesting = z.strictObject({
  services: z
    .array(wished)
    .max(200, 'These are too many.')
    .refine(list => new Set(list.map(({ id }) => id)).size === list.length, 'Name each service once.')
    .prefault([]),
  brief: multilineText(MAX_BRIEF_LENGTH).prefault(''),
  ...budgetAndDeadlineFields,
  /** Only if not signed in; otherwise the account's name and email are used. */
  name: userName.optional(),
  email: email.optional(),
  /** Idempotency key for plain forms, which can't send the `Idempotency-Key` header. */
  idempotencyKey: singleLineText.max(64, 'At most 64 characters.').optional(),
});
export type CustomRequestInput = z.output<typeof requesting>;

const { publicEndpoint } = defineEndpoints('orders');

export const customRequestContract = {
  getCustomPlanOptions: publicEndpoint('GET /custom-plan', 'Get the services, currency and terms of custom packages')
    .input(emptyInput)
    .output(customOffer),
  createCustomRequest: publicEndpoint(
    'POST /custom-requests',
    'Request a quote for a custom package, once per Idempotency-Key; it creates no obligation',
    { successStatus: 201 },
  )
    .input(requesting)
    .output(placedOrderSchema),
};
