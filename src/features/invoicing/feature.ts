import { defineFeature, defineJob } from '#platform/feature.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { invoicingHandlers } from './handlers.ts';
import { issueRecurringInvoices } from './jobs.ts';
import { listDraftsOfClient } from './queries.ts';
import { issueRecurringQueue } from './rules/queues.ts';

export const invoicing = defineFeature({
  name: 'invoicing',
  handlers: { invoicing: invoicingHandlers },
  async clientNextSteps({ db }, emails) {
    const drafts = await listDraftsOfClient(db, emails);
    return drafts.map(({ id, problem, content }) => ({
      title: `${problem === null ? 'Draft' : 'Recurring'} invoice${content.lines[0]?.description ? `: ${content.lines[0].description}` : ''}`,
      status: problem === null ? 'Not sent' : 'Paused',
      by: 'owner',
      path: dashboardPaths.invoiceDraft(id),
    }));
  },
  // Hourly, because days begin at different times in different time zones.
  jobs: [defineJob({ queue: issueRecurringQueue, run: issueRecurringInvoices, schedule: '4 * * * *', onStart: true })],
});
