import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Aggregates new visits, and deletes aggregated ones. */
export const insightsMaintenanceQueue = createRecurringQueue('insights.maintenance');
