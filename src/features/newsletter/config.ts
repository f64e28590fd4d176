import { z } from 'zod';
import { defineEnvironment } from '#platform/feature.ts';

export const newsletterEnvironment = defineEnvironment(
  {
    /** In Standard Webhooks format. Messages do not repeat the value. */
    MAIL_EVENTS_SECRET: z
      .string()
      .regex(/^(?:whsec_[A-Za-z\d+/]{32,}={0,2}|(?!whsec_).{24,})$/, 'must be whsec_ and base64, at least 24 bytes')
      .optional(),
  },
  ({ MAIL_EVENTS_SECRET: mailEventsSecret }) => ({ mailEventsSecret }),
);
