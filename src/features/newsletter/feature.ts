import { defineFeature, defineJob } from '#platform/feature.ts';
import { newsletterPersonalData } from './actions/preferences.ts';
import { newsletterEnvironment } from './config.ts';
import { newsletterHandlers } from './handlers/handlers.ts';
import { registerNewsletterRoutes } from './handlers/routes.ts';
import { resumeInterruptedSends, runNewsletterMaintenance, sendBatch } from './jobs.ts';
import { listNewsletterPictureUses } from './queries/issues.ts';
import { newsletterMaintenanceQueue, sendBatchQueue } from './rules/queues.ts';

declare module '#platform/feature.ts' {
  interface FeatureConfig {
    /** The secret that email services sign their events with; undefined if none may send them. */
    readonly mailEventsSecret: string | undefined;
  }
}
declare module '#platform/api/context.ts' {
  interface FeatureServices {
    readonly mailEventsSecret: string | undefined;
  }
}

export const newsletter = defineFeature({
  name: 'newsletter',
  environment: newsletterEnvironment,
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
