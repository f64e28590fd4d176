import { defineFeature, defineJob } from '#platform/feature.ts';
import { contactPersonalData } from './actions/delete-messages.ts';
import { contactHandlers } from './handlers/handlers.ts';
import { registerContactRoutes } from './handlers/routes.ts';
import { contactUploads } from './handlers/uploads.ts';
import { cleanUpContactMessages } from './jobs.ts';
import { contactCleanupQueue } from './rules/queues.ts';

export const contact = defineFeature({
  name: 'contact',
  handlers: { contact: contactHandlers },
  routes: (app, { contexts }) => registerContactRoutes(app, contexts.createForCaller),
  uploads: contactUploads,
  jobs: [defineJob({ queue: contactCleanupQueue, run: cleanUpContactMessages, schedule: '47 3 * * *', cleanup: true })],
  personalData: [contactPersonalData],
});
