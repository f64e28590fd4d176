import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Issues what is due of recurring invoices. */
export const issueRecurringQueue = createRecurringQueue('invoicing.issue_recurring', 1800);
