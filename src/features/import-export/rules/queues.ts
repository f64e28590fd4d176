import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

/** Moves an archive in. */
export const importQueue: Queue<{ importId: string }> = {
  name: 'transfers.import',
  data: z.object({ importId: z.string() }),
  tries: 3,
  firstWait: 5,
  longestWait: 60,
  longestRun: 12 * 3600,
  heartbeat: 60,
  look: 1,
  atOnce: 1,
};

/** Forgets archives that nobody decided about. */
export const cleanupImportsQueue = createRecurringQueue('transfers.forget');
