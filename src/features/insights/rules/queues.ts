import { repeatedQueue } from '#platform/jobs/repeated.ts';

/** Counts what came in, and deletes what has been counted. */
export const tidyInsightsQueue = repeatedQueue('insights.tidy');
