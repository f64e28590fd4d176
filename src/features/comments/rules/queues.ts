import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

export const moderationDigestQueue: Queue = {
  name: 'comments.moderation_digest',
  data: z.object({}),
  maxAttempts: 5,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 3600,
  timeoutSeconds: 60,
};

/** Deletes comments that were removed long ago. */
export const commentsCleanupQueue = createRecurringQueue('comments.cleanup');

/** Minimum time between two digests to the owner. */
export const DIGEST_INTERVAL_MINUTES = 60;
