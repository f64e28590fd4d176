import { defineFeature, defineJob } from '#platform/feature.ts';
import { contactPersonalData } from './actions/inbox.ts';
import { contactHandlers, contactUploads, registerContactRoutes } from './handlers.ts';
import { contactActivity } from './queries/client-activity.ts';
import { cleanUpContactMessages, contactCleanupQueue } from './jobs.ts';

export const contact = defineFeature({
  name: 'contact',
  handlers: { contact: contactHandlers },
  routes: (app, { contexts }) => registerContactRoutes(app, contexts.createForCaller),
  uploads: contactUploads,
  clientActivity: [contactActivity],
  jobs: [defineJob({ queue: contactCleanupQueue, run: cleanUpContactMessages, schedule: '47 3 * * *', cleanup: true })],
  personalData: [contactPersonalData],
});
