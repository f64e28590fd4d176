import { z } from 'zod';
import { email, personName } from '#features/auth/contract.ts';
import { day, endpoint, line, nothing, wholeNumber } from '#shared/contract.ts';
import { LONGEST_BRIEF, MOST_OF_A_SERVICE } from './limits.ts';
import { freeText, placed, wishedLimits } from './placing.ts';

const customOffer = z.object({
  services: z.array(z.object({ id: z.string(), title: z.string(), description: z.string() })),
  /** What every custom package comes with. */
  details: z.array(z.string()),
  /** In which a budget is named, and the quote is written. */
  currency: z.string(),
  /** The owner's calendar day: no deadline is before it. */
  today: day,
  terms: z.array(z.object({ number: z.int(), short: z.string(), text: z.string() })),
  /** Who is signed in, and asks. */
  client: z.object({ name: z.string(), email: z.string() }).nullable(),
});
export type CustomOffer = z.infer<typeof customOffer>;

const wished = z.strictObject({
  id: line.min(1, 'Name the service.').max(140, 'There is no such service.'),
  quantity: wholeNumber.pipe(
    z.number().min(1, 'Ask for at least 1.').max(MOST_OF_A_SERVICE, `Ask for at most ${MOST_OF_A_SERVICE}.`),
  ),
});

const requesting = z.strictObject({
  services: z
    .array(wished)
    .max(200, 'These are too many.')
    .refine(list => new Set(list.map(({ id }) => id)).size === list.length, 'Name each service once.')
    .prefault([]),
  brief: freeText(LONGEST_BRIEF).prefault(''),
  ...wishedLimits,
  /** Of whoever is not signed in; others ask with their account. */
  name: personName.optional(),
  email: email.optional(),
  /** What a form calls itself, in place of the header `Idempotency-Key`. */
  submission: line.max(64, 'At most 64 characters.').optional(),
});
export type Requesting = z.output<typeof requesting>;

const tags = ['orders'];

export const requestingContract = {
  customOffer: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/offers/custom',
      tags,
      summary: 'What a custom package can be built from, in which currency, and under which terms',
    })
    .input(nothing)
    .output(customOffer),
  requestCustom: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/orders/custom',
      successStatus: 201,
      tags,
      summary: 'Ask for a quote for a custom package, once for each Idempotency-Key; nothing is owed by it',
    })
    .input(requesting)
    .output(placed),
};
