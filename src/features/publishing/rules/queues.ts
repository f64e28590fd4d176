import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';

/** Creates the queue that publishes a feature's scheduled texts. */
export const createPublishQueue = (name: string): Queue => ({
  name,
  data: z.object({}),
  maxAttempts: 5,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 300,
  timeoutSeconds: 120,
  pollIntervalSeconds: 5,
});
