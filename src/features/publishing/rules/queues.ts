import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** A queue that publishes the texts of a feature whose time has come. */
export const createPublishQueue = (name: string): Queue => ({
  name,
  data: z.object({}),
  tries: 5,
  firstWait: 10,
  longestWait: 300,
  longestRun: 120,
  look: 1,
});

/** A queue that removes the texts of a feature that were deleted long ago, for good. */
export const createCleanupQueue = (name: string): Queue => createRecurringQueue(name);
