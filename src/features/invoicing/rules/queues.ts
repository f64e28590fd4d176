import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Issues all due recurring invoices. */
export const issueRecurringQueue = createRecurringQueue('invoicing.issue_recurring', 1800);
