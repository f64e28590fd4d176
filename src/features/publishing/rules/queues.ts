import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** A queue that publishes the texts of a feature whose time has come. */
export const createPublishQueue = (name: string): Queue => ({
  name,
  data: z.object({}),
  maxAttempts: 5,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 300,
  timeoutSeconds: 120,
  pollIntervalSeconds: 1,
});

/** A queue that removes the texts of a feature that were deleted long ago, for good. */
export const createCleanupQueue = (name: string): Queue => createRecurringQueue(name);
