import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Counts what came in, and deletes what has been counted. */
export const insightsMaintenanceQueue = createRecurringQueue('insights.tidy');
