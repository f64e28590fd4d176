import { z } from 'zod';
import { email, linkToken } from '#features/auth/contract.ts';
import { defineEndpoints, instant, singleLineText } from '#shared/contract.ts';
import { subscriberStates, topics } from './limits.ts';

const { publicEndpoint } = defineEndpoints('newsletter');

const topicList = z
  .array(z.enum(topics, 'This topic doesn’t exist.'))
  .min(1, 'Choose at least one topic, or unsubscribe.')
  .max(topics.length, 'List each topic only once.');

const byKey = z.strictObject({
  key: singleLineText
    .min(1, 'This link is incomplete. Copy it again from the email.')
    .max(120, 'This link is invalid. Copy it again from the email.'),
});

const preferences = z.object({
  /** Masked, because the email and its link may have been forwarded. */
  email: z.string(),
  state: z.enum(subscriberStates),
  topics: z.array(z.enum(topics)),
  subscribedAt: instant.nullable(),
});
export type Preferences = z.infer<typeof preferences>;

const answer = z.object({ accepted: z.literal(true) });

export const subscriptionsContract = {
  subscribe: publicEndpoint(
    'POST /newsletter/subscriptions',
    'Subscribe to the newsletter; the response is the same for every address',
    {
      successStatus: 202,
    },
  )
    .input(
      z.strictObject({
        email,
        /** Honeypot: hidden from people, filled in by bots. */
        website: z.string().max(2000, 'Leave this field empty.').optional(),
      }),
    )
    .output(answer),
  getConfirmation: publicEndpoint('GET /newsletter/confirmations/{token}', 'Get the address that a link confirms')
    .input(z.strictObject({ token: linkToken }))
    .output(z.object({ email: z.string() })),
  confirmSubscription: publicEndpoint(
    'POST /newsletter/confirmations',
    'Confirm a subscription with the link from the email, which works once',
  )
    .input(z.strictObject({ token: linkToken }))
    .output(z.object({ email: z.string(), preferencesToken: z.string() })),
  getPreferences: publicEndpoint('GET /newsletter/preferences/{key}', 'Get a subscription')
    .input(byKey)
    .output(preferences),
  updatePreferences: publicEndpoint('PUT /newsletter/preferences/{key}', 'Update the topics of a subscription')
    .input(byKey.extend({ topics: topicList }))
    .output(preferences),
  unsubscribe: publicEndpoint('POST /newsletter/preferences/{key}/unsubscribe', 'Unsubscribe from the newsletter')
    .input(byKey)
    .output(preferences),
};
