import { z } from 'zod';
import type { Queue } from './jobs.ts';

/**
 * Returns a queue for scheduled work. After three failed attempts, it waits for the next scheduled run.
 * `timeoutSeconds` is per attempt.
 */
export const createRecurringQueue = (name: string, timeoutSeconds = 300): Queue => ({
  name,
  data: z.object({}),
  maxAttempts: 3,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 600,
  timeoutSeconds,
});
