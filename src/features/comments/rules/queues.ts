import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Tells the owner what waits for them. */
export const moderationDigestQueue: Queue = {
  name: 'comments.notice',
  data: z.object({}),
  maxAttempts: 5,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 3600,
  timeoutSeconds: 60,
  pollIntervalSeconds: 5,
};

/** Drops what the owner took away long ago. */
export const commentsCleanupQueue = createRecurringQueue('comments.tidy');

/** The owner is told once in so many minutes at most, of all that came since. */
export const DIGEST_INTERVAL_MINUTES = 60;
