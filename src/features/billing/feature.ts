import { defineFeature, defineJob } from '#platform/feature.ts';
import { billingHandlers, registerBillingDocumentRoutes } from './handlers.ts';
import { sendDocument } from './jobs.ts';
import { documentActivity, getClientMoney } from './actions/client-activity.ts';
import { findDocumentNumberProblems } from './queries/backup-problems.ts';
import { sendDocumentQueue } from './rules/queues.ts';

export const billing = defineFeature({
  name: 'billing',
  handlers: { billing: billingHandlers },
  routes: registerBillingDocumentRoutes,
  findBackupProblems: findDocumentNumberProblems,
  clientActivity: [documentActivity],
  clientMoney: getClientMoney,
  jobs: [defineJob({ queue: sendDocumentQueue, run: sendDocument })],
});
