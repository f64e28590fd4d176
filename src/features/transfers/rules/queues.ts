import { z } from 'zod';
import type { Queue } from '#platform/jobs/jobs.ts';

/** Moves an archive in. */
export const importQueue: Queue<{ importId: string }> = {
  name: 'transfers.import',
  data: z.object({ importId: z.string() }),
  tries: 3,
  firstWait: 5,
  longestWait: 60,
  longestRun: 1800,
  look: 1,
};

/** Forgets archives that nobody decided about. */
export const forgetQueue: Queue = {
  name: 'transfers.forget',
  data: z.object({}),
  tries: 3,
  firstWait: 60,
  longestWait: 600,
  longestRun: 300,
  look: 30,
};
