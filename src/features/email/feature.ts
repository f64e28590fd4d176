import { defineFeature, defineJob } from '#platform/feature.ts';
import { emailPersonalData } from './actions.ts';
import { emailChecks } from './checks.ts';
import { emailEnvironment } from './config.ts';
import { emailHandlers, registerEmailRoutes } from './handlers.ts';
import { cleanUpEmails, deliverEmail } from './jobs.ts';
import { createEmailDelivery, type EmailConfig, type EmailDelivery } from './provider.ts';
import { countEmailsByState } from './queries.ts';
import { deliverEmailQueue, emailCleanupQueue } from './rules.ts';

declare module '#platform/feature.ts' {
  interface FeatureConfig {
    /** The mail server; undefined while emails are only stored. */
    readonly mail: EmailConfig | undefined;
  }
}
declare module '#platform/api/context.ts' {
  interface FeatureServices {
    /** Email delivery; undefined while emails are only stored. */
    readonly emailDelivery: EmailDelivery | undefined;
  }
}

export const email = defineFeature({
  name: 'email',
  environment: emailEnvironment,
  handlers: { email: emailHandlers },
  services: setup => ({ emailDelivery: createEmailDelivery(setup) }),
  routes: (app, { contexts }) => registerEmailRoutes(app, contexts.createForCaller),
  jobs: [
    defineJob({
      queue: deliverEmailQueue,
      isEnabled: ({ emailDelivery }) => emailDelivery !== undefined,
      async run(services, job) {
        if (services.emailDelivery) await deliverEmail(services, services.emailDelivery, job);
      },
    }),
    defineJob({
      queue: emailCleanupQueue,
      run: services => cleanUpEmails(services, { requeue: services.emailDelivery !== undefined }),
      schedule: '17 * * * *',
      onStart: true,
    }),
  ],
  checks: emailChecks,
  metrics: [{ name: 'freehold_emails', help: 'Emails in the log.', label: 'state', count: countEmailsByState }],
  personalData: [emailPersonalData],
});
