import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

export const sendBatchQueue: Queue<{ issueId: number; batch: number }> = {
  name: 'newsletter.send_batch',
  data: z.object({ issueId: z.int(), batch: z.int() }),
  maxAttempts: 5,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 60,
  timeoutSeconds: 120,
  pollIntervalSeconds: 1,
};

/** Starts due issues, requeues lost steps, syncs delivery results and deletes unconfirmed addresses. */
export const newsletterMaintenanceQueue = createRecurringQueue('newsletter.maintenance', 120);
