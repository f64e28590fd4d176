import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';

const settings = {
  maxAttempts: 1,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 60,
  timeoutSeconds: 12 * 3600,
  heartbeat: 60,
  concurrency: 1,
} as const;

/** Backups of the schedule. */
export const scheduledBackupQueue: Queue = {
  ...settings,
  name: 'scheduled-backup',
  data: z.object({}),
};

/** Backups that the owner started. */
export const manualBackupQueue: Queue<{ runId: number }> = {
  ...settings,
  name: 'manual-backup',
  data: z.object({ runId: z.int() }),
};
