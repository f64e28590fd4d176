import { z } from 'zod';
import type { Queue } from './jobs.ts';

/** A queue of work that the clock repeats: what fails three times comes round again. `longestRun` is in seconds. */
export const createRecurringQueue = (name: string, timeoutSeconds = 300): Queue => ({
  name,
  data: z.object({}),
  maxAttempts: 3,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 600,
  timeoutSeconds,
  pollIntervalSeconds: 30,
});
