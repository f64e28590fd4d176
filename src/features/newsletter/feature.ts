import { z } from 'zod';
import { defineEnvironment, defineFeature, defineJob } from '#platform/feature.ts';
import { newsletterPersonalData } from './actions/preferences.ts';
import { newsletterHandlers } from './handlers/handlers.ts';
import { registerNewsletterRoutes } from './handlers/routes.ts';
import { resumeInterruptedSends, runNewsletterMaintenance, sendBatch } from './jobs.ts';
import { listNewsletterPictureUses } from './queries/issues.ts';
import { newsletterMaintenanceQueue, sendBatchQueue } from './rules/queues.ts';

declare module '#platform/feature.ts' {
  interface FeatureConfig {
    /** The secret that email services sign their events with; undefined if events are off. */
    readonly mailEventsSecret: string | undefined;
  }
}
declare module '#platform/api/context.ts' {
  interface FeatureServices {
    readonly mailEventsSecret: string | undefined;
  }
}

const environment = defineEnvironment(
  {
    /** In Standard Webhooks format. Errors don't repeat the value. */
    MAIL_EVENTS_SECRET: z
      .string()
      .regex(
        /^(?:whsec_[A-Za-z\d+/]{32,}={0,2}|(?!whsec_).{24,})$/,
        'must be whsec_ followed by at least 24 bytes in base64, or a text of at least 24 characters',
      )
      .optional(),
  },
  ({ MAIL_EVENTS_SECRET: mailEventsSecret }) => ({ mailEventsSecret }),
);

export const newsletter = defineFeature({
  name: 'newsletter',
  environment,
  handlers: { newsletter: newsletterHandlers },
  services: ({ mailEventsSecret }) => ({ mailEventsSecret }),
  routes: (app, { contexts, services }) => registerNewsletterRoutes(app, contexts, services.mailEventsSecret),
  jobs: [
    defineJob({ queue: sendBatchQueue, run: sendBatch, recover: resumeInterruptedSends }),
    defineJob({
      queue: newsletterMaintenanceQueue,
      run: runNewsletterMaintenance,
      schedule: '* * * * *',
      onStart: true,
    }),
  ],
  personalData: [newsletterPersonalData],
  pictureUses: listNewsletterPictureUses,
});
