import { defineFeature, defineJob } from '#platform/feature.ts';
import { invoicingHandlers } from './handlers.ts';
import { issueRecurringInvoices } from './jobs.ts';
import { issueRecurringQueue } from './rules/queues.ts';

export const invoicing = defineFeature({
  name: 'invoicing',
  handlers: { invoicing: invoicingHandlers },
  // Hourly, because days begin at different times in different time zones.
  jobs: [defineJob({ queue: issueRecurringQueue, run: issueRecurringInvoices, schedule: '4 * * * *', onStart: true })],
});
