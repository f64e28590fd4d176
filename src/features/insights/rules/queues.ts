import { repeatedQueue } from '#platform/jobs/recurring-queue.ts';

/** Counts what came in, and deletes what has been counted. */
export const tidyInsightsQueue = repeatedQueue('insights.tidy');
