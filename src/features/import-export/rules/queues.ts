import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Runs an import. */
export const importQueue: Queue<{ importId: string }> = {
  name: 'import_export.run_import',
  data: z.object({ importId: z.string() }),
  maxAttempts: 3,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 60,
  timeoutSeconds: 12 * 3600,
  heartbeat: 60,
  concurrency: 1,
};

/** Deletes undecided archives. */
export const cleanupImportsQueue = createRecurringQueue('import_export.cleanup');
